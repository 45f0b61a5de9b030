/** Notes in the form of the evidence: how many and their hash, and where the notes of two machines differ. */

import { createHash } from 'node:crypto';
import { MBARRIER_BYTES } from '../../../src/base/hardware.ts';
import type { Instruction } from '../../../src/ptx/parse/ast.ts';
import type { CtaNotes, LogShape, Note } from './noting-launch.ts';
import { RANK_STEP, SHARED_BASE_BYTES } from './noting-lines.ts';
import { isMbarrierInit } from './noting-ptx.ts';

const HASH_DIGITS = 16;

/** The part of an instruction that is listed; its number changes when the kernel is compiled again. */
const OPCODES = ['ld', 'st', 'atom', 'red', 'ldmatrix', 'stmatrix', 'cp', 'mbarrier'];

/**
 * Text of a launch: '2048 9344467fc1510c8b 8448 8dd8f7b01b0cd80c', the numbers of notes and of bytes of shared memory,
 * each followed by a hash. @param instructions those of the entry.
 */
export function told(ctas: readonly CtaNotes[], instructions: readonly Instruction[]): string {
  const codes = instructions.map(({ opcode }) => OPCODES.indexOf(opcode));
  const threads = ctas.flatMap(cta => cta.threads);
  const words = threads.flatMap(notes => [notes.length, ...notes.flatMap(([number, at]) => [codes[number], at])]);
  const count = threads.reduce((sum, notes) => sum + notes.length, 0);
  const shared = Buffer.concat(ctas.map(cta => cta.shared));
  return `${count} ${hashOf(new Uint8Array(Uint32Array.from(words).buffer))} ${shared.length} ${hashOf(shared)}`;
}

export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS);

/** The last hash of such a text: that of all shared memory. */
export const sharedHash = (launch: string): string => launch.split(' ')[3];

/** Notes with zeros in the words of mbarriers, whose contents depend on the machine. */
export const withoutMbarriers = (
  ctas: readonly CtaNotes[],
  instructions: readonly Instruction[],
): readonly CtaNotes[] =>
  ctas.map(({ threads, shared }) => {
    const cleared = Uint8Array.from(shared);
    for (const [number, address] of threads.flat()) {
      const start = offsetOf(address);
      if (isMbarrierInit(instructions[number])) cleared.fill(0, start, start + MBARRIER_BYTES);
    }
    return { threads, shared: cleared };
  });

/** The address in the CTA's own shared memory, without the CTA's rank in its cluster. */
const offsetOf = (address: number): number => (address % RANK_STEP) - SHARED_BASE_BYTES;

/** The differences of the second list of CTAs from the first, thread by thread and byte by byte. */
export function* differences(
  seen: readonly CtaNotes[],
  emulated: readonly CtaNotes[],
  { ctas }: LogShape,
): Generator<string> {
  for (const [slot, cta] of ctas.entries()) {
    const { threads, shared } = seen[slot];
    for (const [thread, notes] of threads.entries()) {
      const other = emulated[slot].threads[thread];
      for (let i = 0; i < Math.max(notes.length, other.length); i++) {
        if (said(notes[i]) !== said(other[i])) {
          yield `CTA ${cta}, thread ${thread}, note ${i}: ${said(notes[i])}, emulated: ${said(other[i])}`;
        }
      }
    }
    for (const [i, byte] of shared.entries()) {
      if (byte !== emulated[slot].shared[i]) {
        yield `CTA ${cta}, byte ${hex(i)}: ${hex(byte)}, emulated: ${hex(emulated[slot].shared[i])}`;
      }
    }
  }
}

const hex = (n: number): string => `0x${n.toString(16)}`;
const said = (note: Note | undefined): string =>
  note === undefined ? 'none' : `${hex(note[1])} by instruction ${note[0]}`;

/**
 * Registers that may be read before anything has written them: where a path leads from the function's start to a read without a write,
 * the machine notes which lanes have written. What compilers leave open on purpose is read so, too: whether anything depends on
 * it, a second run says (`launch/second-opinion.ts`).
 */

import { successorsOf } from '../machine/control-flow.ts';
import { toldOf } from '../machine/faults.ts';
import type { FunctionPlace } from '../machine/function-place.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { PtxFunction } from '../parse/ast.ts';
import { registersRead, registersWritten } from './register-uses.ts';

/** Of a function's instructions: the registers that each reads and that may be unwritten there. */
type OpenReads = ReadonlyMap<number, readonly string[]>;

/** Wraps the operations that read or write such registers. Returns how many there are, each with a place in `warp.written`. */
export function watchOpenRegisters(operations: readonly Operation[], functions: readonly FunctionPlace[]): number {
  let count = 0;
  for (const { fn, firstPc } of functions) {
    const reads = openReads(fn);
    const places = new Map<string, number>();
    for (const names of reads.values()) for (const name of names) if (!places.has(name)) places.set(name, count++);
    if (places.size === 0) continue;
    fn.instructions.forEach((instruction, i) => {
      const read = reads.get(i) ?? [];
      const written = registersWritten(instruction).filter(name => places.has(name));
      if (read.length + written.length === 0) return;
      watch(
        operations[firstPc + i],
        read,
        written.map(name => places.get(name)!),
        places,
      );
    });
  }
  return count;
}

function watch(
  operation: Operation,
  read: readonly string[],
  written: readonly number[],
  places: ReadonlyMap<string, number>,
): void {
  const { run } = operation;
  const looked = read.map(name => ({ name, place: places.get(name)! }));
  operation.run = (warp, self, mask) => {
    for (const { name, place } of looked) {
      const open = mask & ~warp.written[place];
      if (open !== 0) noteOpen(warp, self, open, name);
    }
    for (const place of written) warp.written[place] |= mask;
    return run(warp, self, mask);
  };
}

function noteOpen(warp: Warp, operation: Operation, open: number, name: string): void {
  warp.cta.grid.log.reportDoubtAt('uninitialisedRegister', operation.pc, operation.pc, () => ({
    kind: 'uninitialisedRegister',
    ...toldOf(warp, operation, 31 - Math.clz32(open & -open), `reads ${name}, which nothing has written`),
  }));
}

/** By a forward flow of what may be unwritten, as sets of bits. */
function openReads(fn: PtxFunction): OpenReads {
  const { instructions } = fn;
  const numbers = new Map(fn.registers.map(({ name }, i) => [name, i]));
  const words = (fn.registers.length + 31) >> 5;
  const blocks = blocksOf(fn);
  const open = blocks.map(() => new Int32Array(words));
  open[0]?.fill(-1);
  for (const name of fn.inRegisters) clear(open[0], numbers.get(name));
  const entered = blocks.map((_, b) => b === 0);
  const due = [0];
  for (let b = due.pop(); b !== undefined && blocks.length > 0; b = due.pop()) {
    const out = open[b].slice();
    for (let i = blocks[b].first; i < blocks[b].end; i++) kill(out, i);
    for (const next of blocks[b].successors) {
      let grew = !entered[next];
      entered[next] = true;
      for (let w = 0; w < words; w++) {
        if ((out[w] & ~open[next][w]) !== 0) grew = true;
        open[next][w] |= out[w];
      }
      if (grew) due.push(next);
    }
  }
  const reads = new Map<number, string[]>();
  blocks.forEach(({ first, end }, b) => {
    if (!entered[b]) return;
    for (let i = first; i < end; i++) {
      const names = registersRead(instructions[i]).filter(name => has(open[b], numbers.get(name)));
      if (names.length > 0) reads.set(i, names);
      kill(open[b], i);
    }
  });
  return reads;

  /** A guarded write may not happen. */
  function kill(set: Int32Array, i: number): void {
    if (instructions[i].guard === null)
      for (const name of registersWritten(instructions[i])) clear(set, numbers.get(name));
  }
}

const has = (set: Int32Array, i: number | undefined): boolean =>
  i !== undefined && ((set[i >> 5] >>> (i & 31)) & 1) === 1;

function clear(set: Int32Array | undefined, i: number | undefined): void {
  if (set && i !== undefined) set[i >> 5] &= ~(1 << (i & 31));
}

interface Block {
  readonly first: number;
  readonly end: number;
  readonly successors: readonly number[];
}

function blocksOf(fn: PtxFunction): Block[] {
  const { instructions } = fn;
  const count = instructions.length;
  const next = instructions.map((_, i) => successorsOf(instructions, fn, i));
  const isFirst = new Uint8Array(count + 1);
  isFirst[0] = 1;
  next.forEach((successors, i) => {
    if (successors.length === 1 && successors[0] === i + 1) return;
    isFirst[i + 1] = 1;
    for (const s of successors) isFirst[s] = 1;
  });
  const firsts = instructions.flatMap((_, i) => (isFirst[i] === 1 ? [i] : []));
  const blockAt = new Map(firsts.map((first, b) => [first, b]));
  return firsts.map((first, b) => {
    const end = firsts[b + 1] ?? count;
    return { first, end, successors: next[end - 1].flatMap(s => blockAt.get(s) ?? []) };
  });
}

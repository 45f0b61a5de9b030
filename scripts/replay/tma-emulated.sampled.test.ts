/**
 * Tests that the emulator answers as a GPU's copy engine did: it runs the same program, and gets the same bytes and the
 * same counts.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emulate } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import { type BufferSpec, ELEMENT_BYTES, type Launch } from '../../src/trace/launch.ts';
import { sampleOf } from '../fixtures/sweep.ts';
import { tmaEvidence } from './evidence.ts';
import type { TmaCase } from './tma/case.ts';
import { originOf, tensorSize, tmaCases, windowBytes } from './tma/job.ts';
import { outcomeOf } from './tma/outcome.ts';

const { outcomes } = tmaEvidence();
const module = parseModule(readFileSync(new URL('./fixtures/tma-dump.sm_90a.ptx', import.meta.url), 'utf8'));
const COPIED = tmaCases().filter(({ start }) => start !== null);

const THREADS = 128;
/** The bytes before the window, which starts at the next multiple of this. */
const WINDOW_ALIGN_BYTES = 2048;
/** Outcomes by the fault with which the program's process ended. */
const FAULTS: Readonly<Record<string, string>> = {
  misaligned: 'fault cudaErrorMisalignedAddress',
  badOperand: 'fault cudaErrorIllegalInstruction',
};

/** How the program fills the tensor for its three copies. */
const CONTENTS: readonly ((i: number) => number)[] = [i => i & 127, i => 128 | ((i >> 7) & 127), i => i >> 14];

function launchOf(one: TmaCase, copy: number, counted: number): Launch {
  const { map, start, base } = one;
  const bytes = Uint8Array.from({ length: tensorSize(one) }, (_, i) => CONTENTS[copy](i));
  const elementBytes = ELEMENT_BYTES[map.type];
  const tensor: BufferSpec = {
    name: 'tensor',
    type: map.type,
    length: Math.ceil(bytes.length / elementBytes),
    init: { kind: 'base64', base64: Buffer.from(bytes).toString('base64') },
  };
  const scalar = (type: 's32' | 'u32' | 'u8', value: number) => ({ kind: 'scalar', type, value }) as const;
  return {
    grid: [1, 1, 1],
    block: [THREADS, 1, 1],
    dynamicSharedBytes: WINDOW_ALIGN_BYTES + windowBytes(one),
    buffers: [
      tensor,
      { name: 'out', type: 'u8', length: windowBytes(one), init: { kind: 'zeros' } },
      { name: 'outcome', type: 'u32', length: 2, init: { kind: 'values', values: [counted, 0] } },
    ],
    params: [
      { kind: 'tensorMap', pass: 'value', buffer: 'tensor', ...map },
      scalar('s32', map.dims.length),
      { kind: 'struct', sizeBytes: 20, fields: start!.map((at, i) => ({ offset: 4 * i, ...scalar('s32', at) })) },
      scalar('u32', base),
      scalar('u32', windowBytes(one)),
      { kind: 'pointer', buffer: 'out' },
      scalar('u8', copy === 0 ? 1 : 0),
      { kind: 'pointer', buffer: 'outcome' },
    ],
  };
}

interface Run {
  /** Why nothing was copied; null if something was. */
  readonly words: string | null;
  readonly bytes: Uint8Array;
  readonly outcome: Uint32Array;
}

function runCopy(one: TmaCase, copy: number, counted: number): Run {
  if (!module.ok) throw new Error(module.error.message);
  const result = emulate(module.value, launchOf(one, copy, counted));
  if (!result.ok) return { words: 'encode 1', bytes: new Uint8Array(), outcome: new Uint32Array(2) };
  const { faults, buffers } = result.value;
  const words = faults.length === 0 ? null : (FAULTS[faults[0].kind] ?? faults[0].message);
  return { words, bytes: buffers.get('out')!, outcome: new Uint32Array(buffers.get('outcome')!.slice().buffer) };
}

/** Outcome in the program's words. The first copy counts its bytes; the others expect as many. */
function emulatedOutcome(one: TmaCase): string {
  const first = runCopy(one, 0, 0);
  if (first.words !== null) return first.words;
  const [counted] = first.outcome;
  const others = [1, 2].map(copy => runCopy(one, copy, counted));
  const completed = others.every(({ words, outcome }) => words === null && outcome[1] === 1);
  const bytes = originOf([first, ...others].map(run => run.bytes));
  return outcomeOf({ words: `ok ${counted} ${completed ? 1 : 0}`, bytes });
}

test('of every copy it says what the GPU did', { timeout: 120_000 }, () => {
  const differing = sampleOf(COPIED, 8).filter(one => emulatedOutcome(one) !== outcomes[one.id]);
  expect(differing.map(({ id }) => `${id}: ${outcomes[id]}`)).toEqual([]);
  expect(COPIED.length).toBeGreaterThan(500);
});

/** Products in tensor memory, from tiles that an engine copies: each kernel wrong in one way, and the right one against doubles. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encodeFloat, F16 } from '../../base/float-formats.ts';
import type { FaultKind } from '../../trace/fault.ts';
import type { LaunchParam, TensorMap } from '../../trace/launch.ts';
import { type KernelRun, parsed, runKernel, wordsOf } from './kernel-run.ts';

const path = new URL('./fixtures/tensor-products', import.meta.url).pathname;
const module = parsed(readFileSync(`${path}.sm_100a.ptx`, 'utf8'));
const lines = readFileSync(`${path}.cu`, 'utf8').split('\n');

const ROWS = 128;
const DEPTH = 128;
const MAP: TensorMap = {
  type: 'f16',
  dims: [DEPTH, ROWS],
  stridesBytes: [2 * DEPTH],
  box: [64, ROWS],
  elementStrides: [1, 1],
  interleave: 'none',
  swizzle: '128B',
  oobFill: 'zero',
};
const map = (buffer: string): LaunchParam => ({ kind: 'tensorMap', pass: 'value', buffer, ...MAP });

/** Eighths from -2 to 2: products and sums of 128 of them are exact. */
const numberAt = (seed: number, i: number): number => (((i * 2654435761 + seed * 40503) >>> 7) % 33) / 8 - 2;
const A = Array.from({ length: ROWS * DEPTH }, (_, i) => numberAt(1, i));
const B = Array.from({ length: ROWS * DEPTH }, (_, i) => numberAt(2, i));
const halves = (values: readonly number[]) => values.map(value => encodeFloat(F16, value));

const kernel = (entry: string): KernelRun => ({
  entry,
  block: [128, 1, 1],
  params: [map('a'), map('b')],
  launch: {
    buffers: [
      { name: 'out', type: 's32', length: ROWS * ROWS, init: { kind: 'zeros' } },
      { name: 'a', type: 'u16', length: A.length, init: { kind: 'values', values: halves(A) } },
      { name: 'b', type: 'u16', length: B.length, init: { kind: 'values', values: halves(B) } },
    ],
  },
});

test('the right kernel computes what doubles say, and nothing is found', () => {
  const result = runKernel(module, kernel('right'), { faults: 'all' });
  expect({ faults: result.faults, hazards: result.hazards }).toEqual({ faults: [], hazards: [] });
  const sums = new Float32Array(Int32Array.from(wordsOf(result)).buffer);
  const sum = (row: number, column: number): number => {
    let all = 0;
    for (let k = 0; k < DEPTH; k++) all += A[row * DEPTH + k] * B[column * DEPTH + k];
    return all;
  };
  const wrong = [...sums.keys()].filter(i => sums[i] !== sum(Math.floor(i / ROWS), i % ROWS));
  expect(wrong).toEqual([]);
});

/** Line of the finding; for an instruction over several lines, the last one. */
const lineAt = ({ line }: { readonly line: number }): string => lines[line - 1];

test.each<readonly [entry: string, kind: FaultKind, words: string, line: string]>([
  [
    'commitWaitWrong',
    'missingWait',
    'before a wait at an mbarrier to which tcgen05.commit has told it',
    '"r"(address)',
  ],
  [
    'operandsWrong',
    'missingWait',
    'before a wait at an mbarrier of tcgen05.commit has told the end of',
    'cp.async.bulk.tensor',
  ],
  ['fullWrong', 'missingWait', 'which writes it asynchronously, was waited for at mbarrier', 'tcgen05.mma'],
  ['commitWrong', 'deadlock', 'in whose phase 1 1 of 1 arrivals are missing', 'mbarrier.try_wait'],
  ['columnsWrong', 'tensorMemory', 'touches column 64 of tensor memory, which nobody has allocated', 'tcgen05.mma'],
  ['deallocWrong', 'tensorMemory', 'allocates 128 columns that tcgen05.dealloc has not given back', 'tcgen05.alloc'],
])('%s is a %s', (entry, kind, words, line) => {
  const [fault] = runKernel(module, kernel(entry)).faults;
  expect(fault).toMatchObject({ kind, message: expect.stringContaining(words) });
  expect(lineAt(fault.place)).toContain(line);
});

test('no fence behind the wait for a product is a hazard at the load', () => {
  const { ok, hazards } = runKernel(module, kernel('fenceWrong'));
  expect(ok).toBe(true);
  expect(hazards).toMatchObject([
    { kind: 'missingFence', message: expect.stringContaining('no tcgen05.fence::after_thread_sync since') },
  ]);
  expect(lineAt(hazards[0].place)).toContain('"r"(address)');
});

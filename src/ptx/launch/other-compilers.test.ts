/** Kernels of `fixtures/compilers.py`, as Triton and Numba compile them: PTX that nvcc would write otherwise. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { BufferSpec, Launch, LaunchParam } from '../../trace/launch.ts';
import { parsed } from '../checks/kernel-run.ts';
import { emulate } from '../index.ts';

const textOf = (name: string): string => readFileSync(new URL(`fixtures/${name}.ptx`, import.meta.url), 'utf8');

const buffer = (name: string, type: 'f32' | 's32', values: readonly number[]): BufferSpec => ({
  ...{ name, type, length: values.length },
  init: { kind: 'values', values },
});
const pointer = (name: string): LaunchParam => ({ kind: 'pointer', buffer: name });
const int = (value: number): LaunchParam => ({ kind: 'scalar', type: 's32', value });
/** Parameters that Triton passes behind a kernel's own: memory for its own use, and for a profiler. */
const SCRATCH = [pointer('scratch'), pointer('scratch')];
const scratch: BufferSpec = { name: 'scratch', type: 'u8', length: 4096, init: { kind: 'zeros' } };

/** Runs with all checks, and gives the buffer 'out'. */
function outputOf(text: string, launch: Omit<Launch, 'block'>): number[] {
  const result = emulate(parsed(text), { ...launch, block: [64, 1, 1] }, { check: true });
  if (!result.ok) throw new Error(`${result.error.field}: ${result.error.message}`);
  expect(result.value.faults).toEqual([]);
  const bytes = result.value.buffers.get('out')!.slice().buffer;
  const type = launch.buffers.find(({ name }) => name === 'out')?.type;
  return [...(type === 's32' ? new Int32Array(bytes) : new Float32Array(bytes))];
}

const NUMBERS = Array.from({ length: 300 }, (_, i) => ((i * 37) % 101) / 25 - 2);

test('Triton: softmax of three rows, some lanes beyond their ends', () => {
  const out = outputOf(textOf('triton-softmax.sm_80'), {
    grid: [3, 1, 1],
    dynamicSharedBytes: 8,
    buffers: [buffer('x', 'f32', NUMBERS), { ...buffer('out', 'f32', NUMBERS), init: { kind: 'poison' } }, scratch],
    params: [pointer('x'), pointer('out'), int(100), ...SCRATCH],
  });
  for (const row of [0, 100, 200]) {
    const powers = NUMBERS.slice(row, row + 100).map(v => Math.exp(Math.fround(v)));
    const sum = powers.reduce((a, b) => a + b);
    const worst = Math.max(...powers.map((p, i) => Math.abs(p / sum - out[row + i])));
    expect(worst).toBeLessThan(1e-7);
  }
});

test('Triton: a running sum within each block', () => {
  const values = Array.from({ length: 256 }, (_, i) => ((i * 7) % 19) - 9);
  const out = outputOf(textOf('triton-running-sum.sm_90a'), {
    grid: [2, 1, 1],
    dynamicSharedBytes: 8,
    buffers: [buffer('x', 's32', values), buffer('out', 's32', values), scratch],
    params: [pointer('x'), pointer('out'), ...SCRATCH],
  });
  let sum = 0;
  expect(out).toEqual(
    values.map((value, i) => {
      sum = i % 128 === 0 ? value : sum + value;
      return sum;
    }),
  );
});

/** The tensor has 24 rows of 40; tiles of 16 by 16 go beyond both ends. */
const tilesLaunch = {
  grid: [2, 3, 1],
  dynamicSharedBytes: 1032,
  buffers: [
    { ...buffer('x', 'f32', []), length: 960, init: { kind: 'iota' } },
    { ...buffer('out', 'f32', []), length: 960, init: { kind: 'poison' } },
    scratch,
  ],
  params: [pointer('x'), pointer('out'), int(24), int(40), ...SCRATCH],
} as const;

test('Triton: tensor maps that each CTA makes itself', () => {
  expect(outputOf(textOf('triton-tiles.sm_90a'), tilesLaunch)).toEqual(Array.from({ length: 960 }, (_, i) => 2 * i));
});

test('Triton: a wrong field of such a map is named', () => {
  const text = textOf('triton-tiles.sm_90a');
  const wrong = text.replace(/(tensormap\.replace\.tile\.swizzle_mode[^,]*, )0x\w+/, '$10x4');
  expect(wrong).not.toBe(text);
  const result = emulate(parsed(wrong), { ...tilesLaunch, block: [64, 1, 1] });
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value.faults[0]).toMatchObject({ kind: 'badOperand' });
  expect(result.value.faults[0].message).toContain('are no tensor map: swizzle_mode is 4 with swizzle_atomicity 0');
});

test('Numba: a sum over blocks, arrays as seven parameters each', () => {
  const array = (name: string, length: number): LaunchParam[] => {
    const long = (value: number): LaunchParam => ({ kind: 'scalar', type: 's64', value });
    return [long(0), long(0), long(length), long(4), pointer(name), long(length), long(4)];
  };
  const values = Array.from({ length: 150 }, (_, i) => (i % 13) - 4);
  const out = outputOf(textOf('numba-block-sum.sm_80'), {
    grid: [3, 1, 1],
    buffers: [buffer('x', 'f32', values), buffer('out', 'f32', [0])],
    params: [...array('x', 150), ...array('out', 1), int(150)],
  });
  expect(out).toEqual([values.reduce((a, b) => a + b)]);
});

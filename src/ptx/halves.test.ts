/** The arithmetic of `cuda_fp16.h` and `cuda_bf16.h`, whose inline assembly sets nothing apart, against one rounding of each result. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BF16, decodeFloat, encodeFloat, F16, type FloatFormat } from '../base/float-formats.ts';
import { emulate } from './index.ts';
import { parseModule } from './parse/module.ts';

const A = [1, 2.5, -3, 0.1];
const B = [0.5, 4, 7, 100];

function outputOf(arch: string, entry: string, type: 'f16' | 'bf16'): number[] {
  const url = new URL(`./parse/fixtures/halves-${arch}.ptx`, import.meta.url);
  const module = parseModule(readFileSync(url, 'utf8'));
  if (!module.ok) throw new Error(module.error.message);
  const run = emulate(module.value, {
    entry,
    grid: [1, 1, 1],
    block: [A.length, 1, 1],
    buffers: [
      { name: 'out', type: 'f32', length: 8 * A.length, init: { kind: 'poison' } },
      { name: 'a', type, length: A.length, init: { kind: 'values', values: A } },
      { name: 'b', type, length: A.length, init: { kind: 'values', values: B } },
    ],
    params: ['out', 'a', 'b'].map(buffer => ({ kind: 'pointer' as const, buffer })),
  });
  if (!run.ok) throw new Error(run.error.message);
  expect(run.value.faults).toEqual([]);
  return [...new Float32Array(run.value.buffers.get('out')!.slice().buffer)];
}

const roundTo =
  (format: FloatFormat) =>
  (value: number): number =>
    decodeFloat(format, encodeFloat(format, value));

const half = roundTo(F16);
const bfloat = roundTo(BF16);

function halvesOf(a: number, b: number): number[] {
  const [x, y] = [half(a), half(b)];
  const [low, high] = [half(x * y), half(y * y)];
  const sums = [half(x + y), half(x * y + x), Math.max(x, y)];
  return [...sums, half(2 ** x), half(Math.log2(y)), low, half(Math.exp(high)), Number(x < y)];
}

function bfloatsOf(a: number, b: number): number[] {
  const [x, y] = [bfloat(a), bfloat(b)];
  const [low, high] = [bfloat(x * y), bfloat(y * y)];
  const sums = [bfloat(x + y), bfloat(x * y + x), Math.min(x, y)];
  return [...sums, bfloat(2 ** x), bfloat(1 / y), low, bfloat(Math.sqrt(high)), Math.trunc(x)];
}

describe.each(['sm_90', 'sm_100'])('%s', arch => {
  test('f16', () => {
    expect(outputOf(arch, 'halves', 'f16')).toEqual(A.flatMap((a, i) => halvesOf(a, B[i])));
  });
  test('bf16', () => {
    expect(outputOf(arch, 'bfloats', 'bf16')).toEqual(A.flatMap((a, i) => bfloatsOf(a, B[i])));
  });
});

/**
 * Tests the kernel that judges gemm on a GPU, as nvcc compiles it: on the emulator it equals the reference to the last
 * bit.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nvccCandidates } from '../server/toolchain/find-nvcc.ts';
import { KERNEL_FOLDER } from '../server/toolchain/source-tree.ts';
import { gpuReference } from '../src/kernels/gemm/gpu-reference.ts';
import type { GemmProblem } from '../src/kernels/gemm/reference.ts';
import { differing } from './fixtures/judging-kernel.ts';
import { projectRoot } from './tree.ts';

const [nvcc] = nvccCandidates();
const SOURCE = readFileSync(join(projectRoot, KERNEL_FOLDER, 'gemm/reference.cu'), 'utf8');
const PATIENCE_MS = 30_000;

/** Ragged at both edges, with K longer than one chunk, and of bytes with half a step at the end. */
const PROBLEMS: GemmProblem[] = [
  { m: 16, n: 32, k: 64, elementType: 'bf16' },
  { m: 17, n: 35, k: 200, elementType: 'bf16' },
  { m: 1, n: 3, k: 8, elementType: 'bf16' },
  { m: 17, n: 35, k: 200, elementType: 'f16' },
  { m: 17, n: 35, k: 208, elementType: 'e4m3' },
];
const [BF16, , , , E4M3] = PROBLEMS;

describe.skipIf(nvcc === undefined)('the reference kernel', () => {
  const wrongIn = (text: string, problem: GemmProblem): number => {
    const reference = gpuReference(problem);
    const defines = Object.entries(reference.build.defines).map(([name, value]) => `-D${name}=${value}`);
    return differing(text, [nvcc, '-ptx', '-O3', '-arch=sm_90a', ...defines], reference);
  };

  it.each(PROBLEMS)('is the CPU bit by bit at %j', problem => expect(wrongIn(SOURCE, problem)).toBe(0), PATIENCE_MS);

  it.each([
    ['leaves out the last chunk', BF16, 'i < chunks;', 'i < chunks - 1;'],
    ['takes another column of B', BF16, 'b + static_cast<size_t>(column)', 'b + static_cast<size_t>(column ^ 1)'],
    ['sums in floats', BF16, 'double sum = 0, cut', 'float sum = 0; double cut'],
    ['forgets the partial sums', BF16, 'partials * 0x1p-22', '0'],
    ['forgets what is cut off products', E4M3, '__dsqrt_rn(squares)', '0'],
    ['takes longer steps', E4M3, 'STEP_CHUNKS = 2', 'STEP_CHUNKS = 4'],
  ] as const)(
    'is known to be wrong when it %s',
    (_, problem, right, wrong) => {
      expect(SOURCE.split(right)).toHaveLength(2);
      expect(wrongIn(SOURCE.replace(right, wrong), problem)).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});

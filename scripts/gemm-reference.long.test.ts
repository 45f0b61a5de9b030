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
import type { GemmSize } from '../src/kernels/gemm/launch.ts';
import { differing } from './fixtures/judging-kernel.ts';
import { projectRoot } from './tree.ts';

const [nvcc] = nvccCandidates();
const SOURCE = readFileSync(join(projectRoot, KERNEL_FOLDER, 'gemm/reference.cu'), 'utf8');
const PATIENCE_MS = 30_000;

/** Ragged at both edges, with K longer than one chunk. */
const SIZES: GemmSize[] = [
  { m: 16, n: 32, k: 64 },
  { m: 17, n: 35, k: 200 },
  { m: 1, n: 3, k: 8 },
];

describe.skipIf(nvcc === undefined)('the reference kernel', () => {
  const wrongIn = (text: string, size: GemmSize): number =>
    differing(text, [nvcc, '-ptx', '-O3', '-arch=sm_90a'], gpuReference(size));

  it.each(SIZES)('is the CPU bit by bit at %j', size => expect(wrongIn(SOURCE, size)).toBe(0), PATIENCE_MS);

  it.each([
    ['leaves out the last chunk', 'i < chunks;', 'i < chunks - 1;'],
    ['takes another column of B', 'b + static_cast<size_t>(column)', 'b + static_cast<size_t>(column ^ 1)'],
    ['sums in floats', 'double sum = 0', 'float sum = 0'],
    ['forgets the partial sums', 'partials * 0x1p-22', '0'],
  ])(
    'is known to be wrong when it %s',
    (_, right, wrong) => {
      expect(SOURCE.split(right)).toHaveLength(2);
      expect(wrongIn(SOURCE.replace(right, wrong), SIZES[0])).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});

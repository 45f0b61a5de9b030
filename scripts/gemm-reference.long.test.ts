/**
 * Tests the kernel that judges gemm on a GPU, as nvcc compiles it: on the emulator it equals the reference to the last
 * bit.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nvccCandidates } from '../server/toolchain/find-nvcc.ts';
import { KERNEL_FOLDER } from '../server/toolchain/source-tree.ts';
import { gpuReference } from '../src/kernels/gemm/gpu-reference.ts';
import type { GemmSize } from '../src/kernels/gemm/launch.ts';
import { emulate } from '../src/ptx/index.ts';
import { parseModule } from '../src/ptx/parse/module.ts';
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
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-reference-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Elements that differ from the CPU's result, and faults. */
  function differing(text: string, size: GemmSize): number {
    const [source, ptx] = [join(folder, 'reference.cu'), join(folder, 'reference.ptx')];
    writeFileSync(source, text);
    execFileSync(nvcc, ['-ptx', '-O3', '-arch=sm_90a', '-o', ptx, source]);
    const module = parseModule(readFileSync(ptx, 'utf8'));
    if (!module.ok) throw new Error(module.error.message);
    const { launch, spots } = gpuReference(size);
    const run = emulate(module.value, launch, {});
    if (!run.ok) throw new Error(run.error.message);
    const { faults, buffers } = run.value;
    const wrong = spots().map(({ buffer, indices, values }) => {
      const found = new Float64Array(buffers.get(buffer)!.slice().buffer);
      return indices.filter((index, i) => !Object.is(found[index], values[i])).length;
    });
    return wrong.reduce((sum, count) => sum + count, faults.length);
  }

  it.each(SIZES)('is the CPU bit by bit at %j', size => expect(differing(SOURCE, size)).toBe(0), PATIENCE_MS);

  it.each([
    ['leaves out the last chunk', 'i < chunks;', 'i < chunks - 1;'],
    ['takes another column of B', 'b + static_cast<size_t>(column)', 'b + static_cast<size_t>(column ^ 1)'],
    ['sums in floats', 'double sum = 0', 'float sum = 0'],
    ['forgets the partial sums', 'partials * 0x1p-22', '0'],
  ])(
    'is known to be wrong when it %s',
    (_, right, wrong) => {
      expect(SOURCE.split(right)).toHaveLength(2);
      expect(differing(SOURCE.replace(right, wrong), SIZES[0])).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});

/**
 * Tests addresses, registers and accesses of clusters: the emulator against what a GPU wrote, word by word, from the same
 * source.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RESERVED_SHARED_BYTES } from '../../src/base/hardware.ts';
import { emulate } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import type { Dim3, Launch } from '../../src/trace/launch.ts';
import { clusterEvidence } from './evidence.ts';

const WORDS_PER_CTA = 64;
/** High words of generic addresses of shared memory: the GPU's, and the emulator's. */
const WINDOW = '7f80';
const OUR_WINDOW = '7e01';

const module = parseModule(readFileSync(join(import.meta.dirname, 'fixtures/cluster-words.sm_90a.ptx'), 'utf8'));
const { runs } = clusterEvidence();

/** The first `count` words of each CTA. */
function emulated(entry: string, grid: Dim3, cluster: Dim3 | null, count: number): string[] {
  if (!module.ok) throw new Error(module.error.message);
  const ctas = grid[0] * grid[1] * grid[2];
  const launch: Launch = {
    entry,
    grid,
    block: [1, 1, 1],
    ...(cluster ? { cluster } : {}),
    dynamicSharedBytes: entry === 'addresses' ? 64 : 0,
    buffers: [{ name: 'out', type: 'u64', length: ctas * WORDS_PER_CTA, init: { kind: 'zeros' } }],
    params: [{ kind: 'pointer', buffer: 'out' }],
  };
  const result = emulate(module.value, launch, { sharedBaseBytes: RESERVED_SHARED_BYTES });
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value.faults).toEqual([]);
  const words = new BigUint64Array(result.value.buffers.get('out')!.slice().buffer);
  return Array.from({ length: ctas }, (_, cta) =>
    [...words.subarray(cta * WORDS_PER_CTA, cta * WORDS_PER_CTA + count)].map(word => word.toString(16)).join(' '),
  );
}

const seen = (id: string): string[] => runs[id].map(words => words.replaceAll(WINDOW, OUR_WINDOW));
const shapes = Object.keys(runs).filter(id => id !== 'async');

test.each(shapes)('%s: addresses, ranks, windows, special registers, what accesses reach', id => {
  const [grid, cluster] = id.split(' in ').map(size => size.split(' ').map(Number)) as unknown as [Dim3, Dim3];
  const isOne = cluster.every(size => size === 1);
  const expected = seen(id);
  expect(emulated('addresses', grid, isOne ? null : cluster, expected[0].split(' ').length)).toEqual(expected);
});

test('asynchronous stores and reductions', () => {
  const expected = seen('async');
  expect(emulated('async', [2, 1, 1], null, expected[0].split(' ').length)).toEqual(expected);
});

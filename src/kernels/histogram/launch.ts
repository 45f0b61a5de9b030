/** How the histogram is compiled and started, what it counts, and the answer it must leave behind. */
import { assert } from '../../base/assert.ts';
import type { BufferSpec, Launch, LaunchParam } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import type { BuildSpec } from '../kernel.ts';
import { countsLayout, ctasOf, sharedBytes } from './geometry.ts';
import { binsInUse, type HistogramParams } from './params.ts';
import { type HistogramVariant, isReplicated } from './variants.ts';

/** Seed of the pseudo-random values: every machine makes the same. */
const SEED = 1;

export const buildSpec = (variant: HistogramVariant, p: HistogramParams): BuildSpec => ({
  source: `histogram/${variant}.cu`,
  entry: 'histogram',
  defines: { THREADS: p.threads },
});

const inputOf = (p: HistogramParams): BufferSpec => ({
  name: 'in',
  type: 'u32',
  length: p.elements,
  init: { kind: 'random', seed: SEED, low: 0, high: binsInUse(p) - 1 },
});

/** The bin of each element. */
export function binsOf(p: HistogramParams): Uint32Array {
  const bytes = bufferBytes(inputOf(p), 'in');
  assert(bytes.ok, 'the input can be made');
  return new Uint32Array(bytes.value.buffer);
}

/** CTAs add to `out`, so it cannot hold poison before: it is set to 0. */
export function launchOf(variant: HistogramVariant, p: HistogramParams): Launch {
  const word = (value: number): LaunchParam => ({ kind: 'scalar', type: 'u32', value });
  return {
    entry: 'histogram',
    grid: [ctasOf(variant, p), 1, 1],
    block: [p.threads, 1, 1],
    dynamicSharedBytes: sharedBytes(variant, p),
    buffers: [{ name: 'out', type: 'u32', length: p.bins, init: { kind: 'zeros' }, output: true }, inputOf(p)],
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
      word(p.elements),
      word(p.bins),
      ...(isReplicated(variant) ? [word(p.copies), word(countsLayout(variant, p).pitchElements)] : []),
    ],
  };
}

/** Element by element. */
export function referenceOf(p: HistogramParams): Map<string, Uint8Array> {
  const counts = new Uint32Array(p.bins);
  for (const bin of binsOf(p)) counts[bin]++;
  return new Map([['out', new Uint8Array(counts.buffer)]]);
}

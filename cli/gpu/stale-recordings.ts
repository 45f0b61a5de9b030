/** Which recorded runs are of sources that have changed since: their times are of kernels that are no more. */

import { relative } from 'node:path';
import { readKernelSources } from '../../server/toolchain/kernel-sources.ts';
import type { Kernel } from '../../src/kernels/kernel.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import type { Kernels } from './kernel-operand.ts';
import { readRecording, recordingPaths, writeIndex } from './recording.ts';

export interface StaleRun {
  /** Of its recording, from the checkout. */
  readonly path: string;
  readonly record: RunRecord;
}

/** `checkout`: folder with `cuda/` and `public/`. Throws for a file that is no recording. */
export async function findStale(checkout: string, kernels: Kernels): Promise<StaleRun[]> {
  const hashes = new Map<string, Promise<string | null>>();
  const stale: StaleRun[] = [];
  for (const path of recordingPaths(checkout)) {
    for (const record of readRecording(path)) {
      const kernel = kernels.get(record.kernel);
      const key = JSON.stringify([record.kernel, record.variant, record.params, record.flags]);
      const hash = hashes.get(key) ?? hashOfToday(checkout, kernel, record);
      hashes.set(key, hash);
      if ((await hash) !== record.sourceHash) stale.push({ path: relative(checkout, path), record });
    }
  }
  return stale;
}

/** Writes the index anew. */
export async function refreshIndex(checkout: string, kernels: Kernels): Promise<StaleRun[]> {
  const stale = await findStale(checkout, kernels);
  writeIndex(checkout, staleHashes(stale));
  return stale;
}

/** null where there is no such kernel, variant or set of parameters any more. */
async function hashOfToday(checkout: string, kernel: Kernel | undefined, record: RunRecord): Promise<string | null> {
  const { variant, params, flags } = record;
  const arch = flags.find(flag => flag.startsWith('-arch='))?.slice('-arch='.length);
  const isThere = kernel?.variants.some(({ id }) => id === variant) && kernel.schema.check(params).ok;
  if (!kernel || !isThere || arch === undefined || kernel.refusal(variant, params) !== null) return null;
  const sources = await readKernelSources(checkout, { spec: kernel.build(variant, params), arch });
  return sources.hash;
}

/** For the index, by which the page knows such runs: each once, sorted. */
export const staleHashes = (stale: readonly StaleRun[]): string[] =>
  [...new Set(stale.map(({ record }) => record.sourceHash))].sort();

/** A line for each file: `public/recordings/nvidia-h200/gemm.json: v4-persistent (10 runs)`. */
export function staleLines(stale: readonly StaleRun[]): string[] {
  const paths = [...new Set(stale.map(({ path }) => path))];
  return paths.map(path => {
    const variants = stale.filter(each => each.path === path).map(({ record }) => record.variant);
    const counts = [...new Set(variants)].map(id => `${id} (${variants.filter(each => each === id).length} runs)`);
    return `${path}: ${counts.join(', ')}`;
  });
}

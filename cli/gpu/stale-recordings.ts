/**
 * Finds what was recorded of sources or launches that have changed since. Its numbers belong to kernels that no longer
 * exist in that form.
 */

import { basename, relative } from 'node:path';
import { Today } from '../../server/runs/current-sources.ts';
import { parseBaselineRecording } from '../../src/contract/baseline-recording.ts';
import { parseCounterRecording } from '../../src/contract/counter-recording.ts';
import { parseSpanRecording } from '../../src/contract/span-recording.ts';
import { type Made, type RunRecord, runKey } from '../../src/trace/run-record.ts';
import type { Kernels } from './kernel-operand.ts';
import { parsedFile, readRecording, recordedFiles, recordingPaths, type Stale, writeIndex } from './recording.ts';

/** A variant of which something is stale. */
export interface StalePart {
  /** Path of its file, from the checkout. */
  readonly path: string;
  readonly variant: string;
  /** List of the index that has it: of `runKey`s, or of source hashes. */
  readonly list: keyof Stale;
  readonly name: string;
}

/** @param checkout folder with `cuda/` and `public/`. Throws for a file that is no recording. */
export async function findStale(checkout: string, kernels: Kernels): Promise<StalePart[]> {
  const today = new Today(checkout, kernels);
  const parts = [...runParts(checkout), ...besideParts(checkout), ...countParts(checkout), ...spanParts(checkout)];
  const areToday = await Promise.all(parts.map(part => part.isOf(today)));
  const stale = parts.filter((_, i) => !areToday[i]);
  return stale.map(({ isOf: _, ...part }) => ({ ...part, path: relative(checkout, part.path) }));
}

interface Part extends StalePart {
  readonly isOf: (today: Today) => Promise<boolean>;
}

const runParts = (checkout: string): Part[] =>
  recordingPaths(checkout).flatMap(path =>
    readRecording(path).map(record => runPart(path, record, today => today.made(record))),
  );

/**
 * Our variants among baselines were compiled and launched for the baselines, so the kernel's parameters do not describe
 * them.
 */
const besideParts = (checkout: string): Part[] =>
  recordedFiles(checkout, 'baselines').flatMap(path =>
    parsedFile(path, parseBaselineRecording).records.map(record =>
      runPart(path, record, async today => (await today.hashWith(record, record.flags)) === record.sourceHash),
    ),
  );

const runPart = (path: string, record: RunRecord, isOf: Part['isOf']): Part => ({
  ...{ path, variant: record.variant, list: 'runs', name: runKey(record), isOf },
});

const countParts = (checkout: string): Part[] =>
  recordedFiles(checkout, 'counters').flatMap(path =>
    parsedFile(path, parseCounterRecording).counts.flatMap(count => sourceParts(path, count)),
  );

const spanParts = (checkout: string): Part[] =>
  recordedFiles(checkout, 'spans').flatMap(path =>
    parsedFile(path, parseSpanRecording).logs.flatMap(log => sourceParts(path, log)),
  );

interface MadeOf extends Pick<RunRecord, 'variant'> {
  readonly params?: RunRecord['params'];
  readonly made?: Made;
}

/** Empty for what was recorded without saying what was compiled. */
function sourceParts(path: string, { variant, params = {}, made }: MadeOf): Part[] {
  if (made === undefined) return [];
  const { flags, sourceHash } = made;
  const of = { kernel: basename(path, '.json'), variant, params };
  const isOf = async (today: Today): Promise<boolean> => (await today.hashWith(of, flags)) === sourceHash;
  return [{ path, variant, list: 'sources', name: sourceHash, isOf }];
}

/** Writes the index anew. */
export async function refreshIndex(checkout: string, kernels: Kernels): Promise<StalePart[]> {
  const stale = await findStale(checkout, kernels);
  writeIndex(checkout, staleNames(stale));
  return stale;
}

/** Names for the index: each once, sorted. */
export function staleNames(stale: readonly StalePart[]): Stale {
  const of = (list: keyof Stale): string[] =>
    [...new Set(stale.filter(part => part.list === list).map(({ name }) => name))].sort();
  return { runs: of('runs'), sources: of('sources') };
}

/** One line for each file: `public/recordings/nvidia-h200/gemm.json: v4-persistent (10)`. */
export function staleLines(stale: readonly StalePart[]): string[] {
  const paths = [...new Set(stale.map(({ path }) => path))];
  return paths.map(path => {
    const variants = stale.filter(each => each.path === path).map(({ variant }) => variant);
    const counts = [...new Set(variants)].map(id => `${id} (${variants.filter(each => each === id).length})`);
    return `${path}: ${counts.join(', ')}`;
  });
}

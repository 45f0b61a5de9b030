/** Runs its share of the numbers and reports how each ended. */
import { parentPort, workerData } from 'node:worker_threads';
import { corpus } from './corpus.ts';
import { fuzzRun, type Target } from './runs.ts';

export interface Share {
  readonly target: Target;
  /** Runs first, first + step, … below end. */
  readonly first: number;
  readonly step: number;
  readonly end: number;
}

export type Report =
  | { readonly kind: 'started'; readonly run: number }
  | { readonly kind: 'ended'; readonly ends: Readonly<Record<string, number>>; readonly failures: readonly string[] };

/** How many runs lie between two reports. */
const BATCH = 50;

const { target, first, step, end } = workerData as Share;
const specimens = corpus();
let ends: Record<string, number> = {};
let failures: string[] = [];

const report = (message: Report): void => parentPort?.postMessage(message);

for (let run = first, inBatch = 0; run < end; run += step) {
  report({ kind: 'started', run });
  try {
    const ending = await fuzzRun(specimens, target, run);
    ends[ending] = (ends[ending] ?? 0) + 1;
  } catch (error) {
    failures.push((error as Error).message);
  }
  if (++inBatch === BATCH || run + step >= end) {
    report({ kind: 'ended', ends, failures });
    ends = {};
    failures = [];
    inBatch = 0;
  }
}

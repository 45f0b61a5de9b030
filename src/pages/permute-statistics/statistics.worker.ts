/** The worker that plans thousands of permutations, so that the page never blocks. A newer run takes the place of an older. */
import * as Comlink from 'comlink';
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import {
  type Statistics,
  type StatisticsOptions,
  type StatisticsProgress,
  statisticsOf,
} from '../../model/permute/statistics/statistics.ts';

let latest = -1;

/** Between two looks whether to go on, and between two reports of progress. */
const SLICE_MS = 30;
const PROGRESS_MS = 100;

/** Messages come in between two tasks. */
const nextTask = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

const api = {
  /** Null when the run was cancelled, or a newer one took its place. */
  async run(
    id: number,
    set: string,
    options: StatisticsOptions,
    onProgress: (progress: StatisticsProgress) => void,
  ): Promise<Statistics | null> {
    latest = id;
    const steps = statisticsOf(CASE_SETS.get(set)!.cases(), options);
    let [sliceAt, reportAt] = [performance.now(), performance.now()];
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      const now = performance.now();
      if (now - sliceAt < SLICE_MS) continue;
      if (now - reportAt >= PROGRESS_MS) {
        reportAt = now;
        onProgress(step.value);
      }
      await nextTask();
      if (latest !== id) return null;
      sliceAt = performance.now();
    }
  },

  async cancel(id: number): Promise<void> {
    if (latest === id) latest = -1;
  },
};

export type StatisticsApi = typeof api;
Comlink.expose(api);

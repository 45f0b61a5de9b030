/** The worker that plans thousands of permutations, so that the page never blocks. A newer run takes the place of an older. */
import * as Comlink from 'comlink';
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import {
  type Statistics,
  type StatisticsOptions,
  type StatisticsStep,
  statisticsOf,
} from '../../model/permute/statistics/statistics.ts';

let latest = -1;

export interface StatisticsReport {
  readonly done: number;
  readonly total: number;
  /** Statistics of the cases that are done; null in most reports, since they take time to send. */
  readonly soFar: Statistics | null;
}

/** Times between two checks whether to stop, between two reports, and between two reports with statistics. */
const SLICE_MS = 30;
const REPORT_MS = 100;
const SO_FAR_MS = 1000;

/** Messages come in between two tasks. */
const nextTask = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

/** Reports when it is time to. */
function reporter(onReport: (report: StatisticsReport) => void): (step: StatisticsStep) => void {
  let reportAt = performance.now();
  let soFarAt = reportAt;
  return ({ done, total, soFar }) => {
    const now = performance.now();
    if (now - reportAt < REPORT_MS) return;
    const isDue = now - soFarAt >= SO_FAR_MS;
    onReport({ done, total, soFar: isDue ? soFar() : null });
    reportAt = now;
    if (isDue) soFarAt = now;
  };
}

const api = {
  /** Null when the run was cancelled, or a newer one took its place. */
  async run(
    id: number,
    set: string,
    options: StatisticsOptions,
    onReport: (report: StatisticsReport) => void,
  ): Promise<Statistics | null> {
    latest = id;
    const steps = statisticsOf(CASE_SETS.get(set)!.cases(), options);
    const report = reporter(onReport);
    let sliceAt = performance.now();
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (performance.now() - sliceAt < SLICE_MS) continue;
      report(step.value);
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

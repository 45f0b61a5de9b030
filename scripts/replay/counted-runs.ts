/** Reads the profiler's tables of the kernels' cases, with all counters that the page shows. */
import { namedValues } from '../../src/base/named-values.ts';
import { COUNTER_NAMES, type HardwareCounters, parseCounters } from '../../src/trace/hardware-counters.ts';
import { kernelReplays, kernelRuns, type ReplayedKernel } from './replay-launch.ts';

export interface CountedRun {
  readonly run: ReplayedKernel;
  readonly counters: HardwareCounters;
}

/** @param launched ids in the order of the job. Of several tables the least count is kept, since noise only adds. */
export function countedRuns(launched: readonly string[], csvs: readonly string[]): CountedRun[] {
  const runs = new Map(kernelRuns().map(run => [run.id, run]));
  const replays = kernelReplays([...runs.values()].filter(({ id }) => launched.includes(id)));
  const launches = replays.flatMap(module => module.launches);
  const entries = launches.map(({ launch }) => launch.entry!);
  const tables = csvs.map(csv => {
    const parsed = parseCounters(csv, entries);
    if (!parsed.ok) throw new Error(parsed.error);
    return parsed.value;
  });
  return launches.map(({ id }, i) => ({
    run: runs.get(id)!,
    counters: leastOf(tables.map(table => table[i])),
  }));
}

const leastOf = (counted: readonly HardwareCounters[]): HardwareCounters =>
  namedValues(COUNTER_NAMES, name => Math.min(...counted.map(counters => counters[name])));

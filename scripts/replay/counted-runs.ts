/** The profiler's tables of the kernels' cases, with all counters that the page shows. */
import {
  COUNTER_NAMES,
  type CounterName,
  type HardwareCounters,
  parseCounters,
} from '../../src/trace/hardware-counters.ts';
import { kernelCountEvidence } from './evidence.ts';
import { type KernelRun, kernelReplays, kernelRuns } from './replay-launch.ts';

export interface CountedRun {
  readonly run: KernelRun;
  readonly counters: HardwareCounters;
}

/** `launched`: ids in the order of the job. The least count is kept, of these tables and of the evidence's: noise only adds. */
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
    counters: leastOf(tables.map(table => ({ ...table[i], ...seenBefore(id, table[i]) }))),
  }));
}

const { counts } = kernelCountEvidence();

function seenBefore(id: string, now: HardwareCounters): Partial<HardwareCounters> {
  const { sharedLoad, sharedStore, globalLoad, globalStore } = counts[id] ?? {};
  const least = (name: CounterName, before = now[name]): number => Math.min(now[name], before);
  return {
    sharedLoadWavefronts: least('sharedLoadWavefronts', sharedLoad),
    sharedStoreWavefronts: least('sharedStoreWavefronts', sharedStore),
    globalLoadSectors: least('globalLoadSectors', globalLoad),
    globalStoreSectors: least('globalStoreSectors', globalStore),
  };
}

const leastOf = (counted: readonly HardwareCounters[]): HardwareCounters =>
  Object.fromEntries(
    COUNTER_NAMES.map(name => [name, Math.min(...counted.map(counters => counters[name]))]),
  ) as unknown as HardwareCounters;

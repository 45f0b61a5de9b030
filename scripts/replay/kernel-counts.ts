/** The profiler's table of whole kernels, and what the model predicts for the same launches. */
import { predictCounters } from '../../src/kernels/predicted-counters.ts';
import { COUNTER_METRICS } from '../../src/trace/hardware-counters.ts';
import type { ProfiledLaunch } from '../../src/trace/profiler-table.ts';
import { countOf, profiledLaunches } from './profiled-launches.ts';
import type { ReplayedKernel, ReplayModule } from './replay-launch.ts';

/** Counts over all warps of a launch. */
export interface KernelCounts {
  /** Wavefronts. */
  readonly sharedLoad: number;
  readonly sharedStore: number;
  /** Sectors. */
  readonly globalLoad: number;
  readonly globalStore: number;
}

/**
 * Counts by launch: the least of each kind in several runs of the same job. Sometimes a counter is one or two too high,
 * for another launch each time, but it is never too low.
 */
export function leastCounts(csvs: readonly string[], modules: readonly ReplayModule[]): Record<string, KernelCounts> {
  const runs = csvs.map(csv => kernelCounts(csv, modules));
  return Object.fromEntries(
    Object.keys(runs[0]).map(id => [id, runs.map(counts => counts[id]).reduce((a, b) => leastOf(a, b))]),
  );
}

export const leastOf = (a: KernelCounts, b: KernelCounts): KernelCounts => ({
  sharedLoad: Math.min(a.sharedLoad, b.sharedLoad),
  sharedStore: Math.min(a.sharedStore, b.sharedStore),
  globalLoad: Math.min(a.globalLoad, b.globalLoad),
  globalStore: Math.min(a.globalStore, b.globalStore),
});

/** Counts by launch of the modules, in the order in which they were profiled. */
export function kernelCounts(csv: string, modules: readonly ReplayModule[]): Record<string, KernelCounts> {
  const launches = modules.flatMap(module => module.launches);
  const profiled = profiledLaunches(csv);
  if (profiled.length !== launches.length)
    throw new Error(`${profiled.length} launches were profiled, not ${launches.length}`);
  return Object.fromEntries(launches.map(({ id, launch }, i) => [id, countsOf(profiled[i], launch.entry)]));
}

function countsOf(launch: ProfiledLaunch, entry: string | undefined): KernelCounts {
  const name = launch('Kernel Name');
  if (name !== entry) throw new Error(`profiled ${name} where ${entry} was launched`);
  return {
    sharedLoad: countOf(launch, COUNTER_METRICS.sharedLoadWavefronts),
    sharedStore: countOf(launch, COUNTER_METRICS.sharedStoreWavefronts),
    globalLoad: countOf(launch, COUNTER_METRICS.globalLoadSectors),
    globalStore: countOf(launch, COUNTER_METRICS.globalStoreSectors),
  };
}

/** The model's prediction for each counter; null if it has none. */
export type PredictedCounts = { readonly [K in keyof KernelCounts]: KernelCounts[K] | null };

export function predictedCounts(run: ReplayedKernel): PredictedCounts {
  const { sharedLoadWavefronts, sharedStoreWavefronts, globalLoadSectors, globalStoreSectors } = predictCounters(run);
  return {
    sharedLoad: sharedLoadWavefronts,
    sharedStore: sharedStoreWavefronts,
    globalLoad: globalLoadSectors,
    globalStore: globalStoreSectors,
  };
}

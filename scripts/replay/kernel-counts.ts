/** The profiler's table of whole kernels, and what the model says of the same launches. */
import { summaryOf } from '../../src/model/banks/trace-summary.ts';
import { COUNTER_METRICS } from '../../src/trace/hardware-counters.ts';
import type { ProfiledLaunch } from '../../src/trace/profiler-table.ts';
import { countOf, profiledLaunches } from './profiled-launches.ts';
import type { KernelRun, ReplayModule } from './replay-launch.ts';

/** Of all warps of a launch. */
export interface KernelCounts {
  /** Wavefronts. */
  readonly sharedLoad: number;
  readonly sharedStore: number;
  /** Sectors. */
  readonly globalLoad: number;
  readonly globalStore: number;
}

/**
 * By launch, the least that the profiler counted of each kind in several runs of the same job: now and then a counter is one
 * or two too high, each time for another launch, and never too low.
 */
export function leastCounts(csvs: readonly string[], modules: readonly ReplayModule[]): Record<string, KernelCounts> {
  const runs = csvs.map(csv => kernelCounts(csv, modules));
  return Object.fromEntries(
    Object.keys(runs[0]).map(id => [id, runs.map(counts => counts[id]).reduce((a, b) => leastOf(a, b))]),
  );
}

const leastOf = (a: KernelCounts, b: KernelCounts): KernelCounts => ({
  sharedLoad: Math.min(a.sharedLoad, b.sharedLoad),
  sharedStore: Math.min(a.sharedStore, b.sharedStore),
  globalLoad: Math.min(a.globalLoad, b.globalLoad),
  globalStore: Math.min(a.globalStore, b.globalStore),
});

/** By launch of the modules, which were profiled in their order. */
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

/** What the model says of counters; null where it says nothing. */
export type PredictedCounts = { readonly [K in keyof KernelCounts]: KernelCounts[K] | null };

/**
 * Sums over the whole grid. The engine's copies are in none of these counters. Those of cp.async count as loads, in passes that
 * places in shared memory decide too, of which the model knows nothing.
 */
export function predictedCounts({ kernel, variant, params }: KernelRun): PredictedCounts {
  const { grid, params: given } = kernel.launch(variant, params);
  const byEngine = given.some(({ kind }) => kind === 'tensorMap');
  let hasCopies = false;
  const sums = { sharedLoad: 0, sharedStore: 0, globalLoad: 0, globalStore: 0 };
  for (let cta = 0; cta < grid[0] * grid[1] * grid[2]; cta++) {
    const { shared, global } = summaryOf(kernel.predict(variant, params, cta).trace);
    sums.sharedLoad += shared.load.wavefronts + shared.ldmatrix.wavefronts;
    sums.sharedStore += shared.store.wavefronts + shared.stmatrix.wavefronts;
    sums.globalLoad += global.load.sectors;
    sums.globalStore += global.store.sectors;
    hasCopies ||= global.copy.requests > 0 && !byEngine;
  }
  return hasCopies ? { ...sums, globalLoad: null } : sums;
}

/** Predictions of hardware counters for a launch: sums over all of its CTAs. */
import { summaryOf } from '../model/banks/trace-summary.ts';
import type { CounterName } from '../trace/hardware-counters.ts';
import type { Kernel, Params } from './kernel.ts';

export type PredictedCounter = Extract<
  CounterName,
  'sharedLoadWavefronts' | 'sharedStoreWavefronts' | 'globalLoadSectors' | 'globalStoreSectors'
>;
/** null where the model says nothing. */
export type PredictedCounters = Readonly<Record<PredictedCounter, number | null>>;

export interface CountedVariant {
  readonly kernel: Pick<Kernel, 'launch' | 'predict'>;
  readonly variant: string;
  readonly params: Params;
}

/**
 * Predicts CTA by CTA, so that the caller can do other work in between. Copies of the engine are in none of these
 * counters. cp.async counts as loads, with a number of passes that also depends on places in shared memory; the model
 * does not predict these.
 */
export function* predictedCounters({ kernel, variant, params }: CountedVariant): Generator<void, PredictedCounters> {
  const { grid, params: given } = kernel.launch(variant, params);
  const byEngine = given.some(({ kind }) => kind === 'tensorMap');
  let hasCopies = false;
  const sums = { sharedLoadWavefronts: 0, sharedStoreWavefronts: 0, globalLoadSectors: 0, globalStoreSectors: 0 };
  for (let cta = 0; cta < grid[0] * grid[1] * grid[2]; cta++) {
    const { shared, global } = summaryOf(kernel.predict(variant, params, cta).trace);
    sums.sharedLoadWavefronts += shared.load.wavefronts + shared.ldmatrix.wavefronts;
    sums.sharedStoreWavefronts += shared.store.wavefronts + shared.stmatrix.wavefronts;
    sums.globalLoadSectors += global.load.sectors;
    sums.globalStoreSectors += global.store.sectors;
    hasCopies ||= global.copy.requests > 0 && !byEngine;
    yield;
  }
  return hasCopies ? { ...sums, globalLoadSectors: null } : sums;
}

/** All at once. */
export function predictCounters(of: CountedVariant): PredictedCounters {
  const steps = predictedCounters(of);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

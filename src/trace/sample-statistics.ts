/** Statistics of repeated samples of one quantity: quartiles, and an interval for its median. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface SampleStatistics {
  readonly count: number;
  readonly min: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  /** (q3 - q1) / median: the noise of one sample. */
  readonly relativeIqr: number;
  /** Holds the median of the distribution with at least 95 %; null for fewer than 6 samples, of which none can say that. */
  readonly medianInterval: Interval | null;
}

/** The probability that the interval misses the median, on either side. */
const TAIL = 0.025;

/** Throws if there is no sample, or if a sample is no positive finite number: such a value must not enter a sum. */
export function sampleStatistics(samples: readonly number[]): SampleStatistics {
  if (samples.length === 0) throw new RangeError('no samples');
  const wrong = samples.find(sample => !Number.isFinite(sample) || sample <= 0);
  if (wrong !== undefined) throw new RangeError(`${wrong}: a sample is positive and finite`);
  const sorted = Float64Array.from(samples).sort();
  const [q1, median, q3] = [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)];
  const medianInterval = intervalOfMedian(sorted);
  return { count: sorted.length, min: sorted[0], q1, median, q3, relativeIqr: (q3 - q1) / median, medianInterval };
}

/** Linear between order statistics: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996). */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/**
 * The interval between two order statistics that holds the true median, whatever the distribution is: how many of n
 * independent samples lie below the median is binomial (n, 1/2). Consecutive samples on a GPU are not quite
 * independent, so the true interval is at least as wide.
 */
function intervalOfMedian(sorted: Float64Array): Interval | null {
  const count = sorted.length;
  const outside = rankBelowTail(count);
  return outside === 0 ? null : { low: sorted[outside - 1], high: sorted[count - outside] };
}

/** The largest r with P(at most r - 1 of `count` lie below the median) <= TAIL; 0 where there is none. */
function rankBelowTail(count: number): number {
  let logOfTerm = -count * Math.LN2;
  let tail = Math.exp(logOfTerm);
  let rank = 0;
  while (tail <= TAIL) {
    // The step from C(n, k) to C(n, k + 1), in logarithms, since 2^-n is no double beyond n = 1074.
    logOfTerm += Math.log((count - rank) / (rank + 1));
    rank++;
    tail += Math.exp(logOfTerm);
  }
  return rank;
}

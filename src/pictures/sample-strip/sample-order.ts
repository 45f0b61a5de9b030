/** Samples by ascending time, and what they say: kept by their array, since a pointer that moves asks for them each time. */
import { type SampleStatistics, sampleStatistics } from '../../trace/sample-statistics.ts';
import type { TimeRange } from './records.ts';

export interface OrderedSamples {
  /** Run number (from 0) of the sample of each rank. */
  readonly runs: Uint32Array;
  readonly statistics: SampleStatistics;
}

const kept = new WeakMap<readonly number[], OrderedSamples>();

/** Sorts samples; there must be at least one. */
export function orderedSamples(samplesNs: readonly number[]): OrderedSamples {
  const known = kept.get(samplesNs);
  if (known !== undefined) return known;
  const runs = Uint32Array.from(samplesNs.keys()).sort((a, b) => samplesNs[a] - samplesNs[b] || a - b);
  const ordered = { runs, statistics: sampleStatistics(samplesNs) };
  kept.set(samplesNs, ordered);
  return ordered;
}

/** First rank whose sample takes at least `ns`. */
export function rankAt(samplesNs: readonly number[], { runs }: OrderedSamples, ns: number): number {
  let [from, to] = [0, runs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (samplesNs[runs[middle]] < ns) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** null where no sample lies within. */
export function statisticsWithin(samplesNs: readonly number[], { fromNs, toNs }: TimeRange): SampleStatistics | null {
  const within = samplesNs.filter(ns => ns >= fromNs && ns <= toNs);
  return within.length === 0 ? null : sampleStatistics(within);
}

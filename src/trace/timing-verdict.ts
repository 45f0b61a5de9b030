/** Is one variant faster than another? It says so only if the samples show it, in time and in cycles. */
import type { RunRecord } from './run-record.ts';
import { type Interval, type SampleStatistics, sampleStatistics } from './sample-statistics.ts';

/** Samples of one variant, measured in turns with the other variant. */
export interface TimedSamples {
  readonly samplesNs: readonly number[];
  /** SM clock while the sample of the same index was taken. */
  readonly samplesMhz: readonly number[];
}

export interface ComparedSamples extends TimedSamples {
  /** Time between the two events around a single launch, with nothing between them. */
  readonly eventOverheadNs: number;
}

export type TimingVerdict =
  | { readonly kind: 'faster' | 'slower' | 'same'; readonly ratio: number; readonly interval: Interval }
  | { readonly kind: 'cannotTell'; readonly why: 'tooFew' }
  | {
      readonly kind: 'cannotTell';
      /**
       * noise: the interval of the ratio is too wide; clock: time and cycles disagree, so that the clock decided;
       * tooShort: single launches are so short, and so close to each other, that the events around them decide.
       */
      readonly why: 'noise' | 'clock' | 'tooShort';
      readonly ratio: number;
      readonly interval: Interval;
    };

/** Closer than this, two variants are the same; NVBench's comparison draws the line there too. */
const LEAST_GAP = 0.005;

/**
 * Verdict on `candidate` compared with `baseline`. `ratio` is candidate / baseline of the median times: below 1 means
 * that the candidate is faster.
 */
export function timingVerdict(
  baseline: ComparedSamples,
  candidate: ComparedSamples,
  method: RunRecord['method'],
): TimingVerdict {
  const time = compared(sampleStatistics(baseline.samplesNs), sampleStatistics(candidate.samplesNs));
  const cycles = compared(sampleStatistics(cyclesOf(baseline)), sampleStatistics(cyclesOf(candidate)));
  if (time === null || cycles === null) return { kind: 'cannotTell', why: 'tooFew' };
  const { kind, ratio, interval } = time;
  if (method === 'cold' && isOfEvents(baseline, candidate)) {
    return { kind: 'cannotTell', why: 'tooShort', ratio, interval };
  }
  if (kind === null) return { kind: 'cannotTell', why: 'noise', ratio, interval };
  if (kind === cycles.kind) return { kind, ratio, interval };
  return { kind: 'cannotTell', why: cycles.kind === null ? 'noise' : 'clock', ratio, interval };
}

/** A single launch shorter than this measures the events around it as much as the kernel. */
export const isTooShort = (medianNs: number, eventOverheadNs: number): boolean =>
  medianNs < Math.max(10 * eventOverheadNs, 5000);

/**
 * Kernels of 4 to 9 us against themselves, on an H200: of 42 cold comparisons 27 found a difference that the samples bore out, up
 * to 11.5 %, always below the events' own time; of 53 steady ones none did (cuda/runner/README.md).
 */
function isOfEvents(baseline: ComparedSamples, candidate: ComparedSamples): boolean {
  const medians = [baseline, candidate].map(({ samplesNs }) => sampleStatistics(samplesNs).median);
  const eventOverheadNs = Math.max(baseline.eventOverheadNs, candidate.eventOverheadNs);
  return isTooShort(Math.min(...medians), eventOverheadNs) && Math.abs(medians[0] - medians[1]) <= eventOverheadNs;
}

/** SM clocks of each sample: its time at the clock that the GPU had meanwhile. */
const cyclesOf = ({ samplesNs, samplesMhz }: TimedSamples): number[] =>
  samplesNs.map((ns, i) => (ns * samplesMhz[i]) / 1000);

/** The interval of the ratio takes the worst ends of two 95 % intervals: it holds with at least 90 %. */
function compared(baseline: SampleStatistics, candidate: SampleStatistics) {
  const [from, to] = [baseline.medianInterval, candidate.medianInterval];
  if (from === null || to === null) return null;
  const interval: Interval = { low: to.low / from.high, high: to.high / from.low };
  return { kind: kindOf(interval), ratio: candidate.median / baseline.median, interval };
}

function kindOf({ low, high }: Interval): 'faster' | 'slower' | 'same' | null {
  if (high <= 1 - LEAST_GAP) return 'faster';
  if (low >= 1 + LEAST_GAP) return 'slower';
  return low > 1 - LEAST_GAP && high < 1 + LEAST_GAP ? 'same' : null;
}

/** The records of a sample strip: every sample of each of some variants, on one axis of time. */
import type { RunOutcome } from '../../trace/run-record.ts';
import type { TimedSamples } from '../../trace/timing-verdict.ts';
import type { VariantLetter } from '../records.ts';

export interface SampleStripRecords {
  /** How the launches were timed, in a few words. */
  readonly text: string;
  readonly rows: readonly SampleRow[];
  /** Least time that the work can take, and by which limit; null where none is known. */
  readonly bound: { readonly ns: number; readonly name: string } | null;
  /** Samples within it have a median of their own; null = none is chosen. */
  readonly range: TimeRange | null;
}

export interface SampleRow {
  /** null for one among more than four. */
  readonly letter: VariantLetter | null;
  readonly name: string;
  /**
   * Samples in the order of the run. Keep the same array objects while nothing changes: results of sorting are kept by
   * them.
   */
  readonly outcome: SampleSet | Untimed;
}

/** Samples, with what is known about the GPU during them. */
export type SampleSet = TimedSamples & Pick<Extract<RunOutcome, { kind: 'timed' }>, 'clockEvents' | 'celsius'>;

/** Why there are no samples: 'wrong answer, not timed', 'not measured yet'. */
export interface Untimed {
  readonly why: string;
  readonly isWrong: boolean;
}

export interface TimeRange {
  readonly fromNs: number;
  readonly toNs: number;
}

export const isTimed = (outcome: SampleRow['outcome']): outcome is SampleSet => 'samplesNs' in outcome;

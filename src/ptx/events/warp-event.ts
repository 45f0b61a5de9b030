/**
 * Actions of a warp for which others wait, or which run on while the warp continues: in the warp's own order, without
 * times. Vain looks at an mbarrier are left out, and so are the instructions between them.
 */
import type { AsyncWork } from '../machine/pipeline-watch.ts';

/** Bytes of the CTA's shared memory, `to` not among them, in whole chunks of 16 bytes. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Mbarriers are named by their place in the CTA's shared memory. */
export type WarpAction =
  /** It has waited until that phase was over; -1: the one before the first. */
  | { readonly kind: 'wait'; readonly barrier: number; readonly phase: number }
  /** Arrivals of its lanes in the CTA of that rank, and bytes that they announce there, in that phase. */
  | {
      readonly kind: 'arrive';
      readonly barrier: number;
      readonly rank: number;
      readonly phase: number;
      readonly count: number;
      readonly bytes: number;
    }
  /** When the copies of its lanes so far have come, they arrive, without a share in the phase where `count` is 0. */
  | {
      readonly kind: 'copiesArrive';
      readonly barrier: number;
      readonly rank: number;
      readonly phase: number;
      readonly count: number;
      readonly bytes: number;
    }
  /** A copy by the engine into the CTA of that rank, where it tells an mbarrier that was in that phase. */
  | {
      readonly kind: 'bulkCopy';
      readonly barrier: number;
      readonly rank: number;
      readonly phase: number;
      readonly to: readonly Stretch[];
      readonly bytes: number;
    }
  /** Copies by its own lanes (`cp.async`). */
  | { readonly kind: 'copy'; readonly to: readonly Stretch[]; readonly bytes: number }
  /** Store to device memory; an asynchronous one is the engine's, from shared memory. */
  | { readonly kind: 'store'; readonly from: readonly Stretch[]; readonly bytes: number; readonly isAsync: boolean }
  /** Product of matrices; an asynchronous one reads shared memory by itself. */
  | { readonly kind: 'product'; readonly flop: number; readonly reads: readonly Stretch[]; readonly isAsync: boolean }
  | { readonly kind: 'close'; readonly work: AsyncWork }
  /**
   * Waits until at most `most` of the latest groups are under way; for stores with `isForReads`, until at most so many
   * have yet to be read.
   */
  | { readonly kind: 'await'; readonly work: AsyncWork; readonly most: number; readonly isForReads: boolean }
  /** `threads` complete it; null: all of the CTA. */
  | { readonly kind: 'barrier'; readonly id: number; readonly threads: number | null; readonly waits: boolean }
  | { readonly kind: 'clusterArrive' | 'clusterWait' }
  | { readonly kind: 'end' };

export interface WarpEvent {
  readonly action: WarpAction;
  /** Warp instructions since the event before, those of this one included. */
  readonly instructions: number;
  /** Shared memory that its lanes have read and written since the event before. */
  readonly reads: readonly Stretch[];
  readonly writes: readonly Stretch[];
  /** Pc of the event's first instruction. */
  readonly pc: number;
}

export interface CtaEvents {
  /** Linear number, rank in its cluster, and CTAs of that. */
  readonly cta: number;
  readonly rank: number;
  readonly clusterCtas: number;
  readonly sharedBaseBytes: number;
  /** For each place in shared memory: arrivals of each phase. */
  readonly mbarriers: ReadonlyMap<number, number>;
  readonly warps: readonly (readonly WarpEvent[])[];
  /** Warps of each CTA, where the events are those of a cluster: as many follow each other. */
  readonly ctaWarps: number;
  /** For each mbarrier: arrivals and bytes that other CTAs have brought. */
  readonly foreign: ReadonlyMap<number, Brought>;
  /** Events that were too many to keep. */
  readonly dropped: number;
  /** Instructions that were executed and that no event tells of, as the PTX has them. */
  readonly eventless: readonly string[];
}

export interface Brought {
  readonly arrivals: number;
  readonly bytes: number;
}

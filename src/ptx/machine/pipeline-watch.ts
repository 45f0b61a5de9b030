/** Events for a watch that wants to know what warps wait for and start, besides what the checkers need. */
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** Asynchronous work that a thread closes in groups and waits for. */
export type AsyncWork = 'copies' | 'products' | 'stores';

export interface PipelineWatch {
  /** An mbarrier of this CTA is there from now on, for so many arrivals in each phase. */
  mbarrierInitialised(byteOffset: number, arrivals: number): void;
  /** A lane, maybe of another CTA of the cluster, arrives at an mbarrier of this CTA, or announces bytes there. */
  mbarrierCounted(warp: Warp, byteOffset: number, arrivals: number, bytes: number): void;
  /** A lane will arrive when its copies have come; `counts`: as one of the arrivals that the phase expects anyway. */
  copiesWillArrive(warp: Warp, byteOffset: number, counts: boolean): void;
  /** A lane has found that the phase, counted from 0, is over; -1: the one before the first. */
  mbarrierPassed(warp: Warp, byteOffset: number, phase: number, operation: Operation): void;
  /** Lanes of the warp have looked at an mbarrier in vain: that phase, counted from 0, is not over. */
  mbarrierHeld(warp: Warp, byteOffset: number, phase: number): void;
  /** The warp's part of a product of matrices, which its tensor core has to do. */
  tensorWork(warp: Warp, flop: number, isAsync: boolean): void;
  groupClosed(warp: Warp, work: AsyncWork): void;
  /** It goes on when at most `most` of its latest groups are under way; `isForReads`: or, of stores, have yet to be read. */
  groupsAwaited(warp: Warp, work: AsyncWork, most: number, isForReads: boolean): void;
  /** The warp is at a barrier of its CTA for so many threads; null: for all. */
  barrierReached(warp: Warp, barrier: number, threads: number | null, waits: boolean): void;
}

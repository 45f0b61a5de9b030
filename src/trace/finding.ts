/**
 * `Finding`: one thing worth knowing about a place in the source, in one plain sentence, with what usually helps. Made from
 * records by the analyses, and from faults; the page, the command and CI annotations all print the same one.
 */
import type { FaultKind, FaultPlace, Who } from './fault.ts';

/** What an access pattern costs, or a habit that costs; faults keep their own kind. */
export const COST_KINDS = [
  'bankConflicts',
  'scatteredSectors',
  'unalignedAccess',
  'localMemory',
  'constantAddresses',
  'atomicContention',
  'divergence',
  'swizzleBase',
] as const;
export type CostKind = (typeof COST_KINDS)[number];

/**
 * 'fault': results or progress are wrong, or may be. 'hazard': the manual does not allow it, though GPUs were seen to do it
 * right. 'cost': it works, and is slower than it need be.
 */
export type FindingRank = 'fault' | 'hazard' | 'cost';

export interface FindingCost {
  readonly unit: 'wavefronts' | 'sectors' | 'bytes' | 'addresses' | 'turns' | 'lane slots';
  /** What it took over all requests, and what it would take at best. */
  readonly actual: number;
  readonly ideal: number;
}

export interface Finding {
  readonly kind: CostKind | FaultKind;
  readonly rank: FindingRank;
  readonly place: FaultPlace;
  /** One plain sentence with the numbers in it: "column read at pitch 128 B: 32 wavefronts where 1 would do". */
  readonly message: string;
  /** What usually helps, as one sentence; '' where nothing general can be said. */
  readonly fix: string;
  /** What came of trying it, as sentences; absent where it was not tried. */
  readonly tried?: string;
  readonly cost: FindingCost | null;
  /** The party that the sentence names first; null where it speaks of all. */
  readonly who: Who | null;
  /** Of a race: the access that came first. */
  readonly other: { readonly place: FaultPlace; readonly who: Who } | null;
  /** What of a guessed launch it may come of, as a sentence; absent where nothing is guessed that could be the reason. */
  readonly guess?: string;
  /** Regions of shared memory that it is about, as a sentence; absent where none is known. */
  readonly regions?: string;
  /** Of a hazard: what was seen on GPUs, as one sentence; '' otherwise. */
  readonly seen: string;
  /** How often it was found. */
  readonly count: number;
}

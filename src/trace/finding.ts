/**
 * `Finding`: one thing worth knowing about a place in the source, in one plain sentence, with what usually helps. Made from
 * records by the analyses, and from faults; the page, the command and CI annotations all print the same one.
 */
import type { FaultKind, FaultPlace, Party, Who } from './fault.ts';

/** Kinds of findings about costs: access patterns and habits. Faults keep their own kind. */
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
  /** Cost over all requests, and the least possible cost. */
  readonly actual: number;
  readonly ideal: number;
}

export interface Finding {
  readonly kind: CostKind | FaultKind;
  readonly rank: FindingRank;
  readonly place: FaultPlace;
  /** One plain sentence with the numbers in it: "column read at pitch 128 B: 32 wavefronts where 1 would do". */
  readonly message: string;
  /** One sentence that says what usually helps; '' if there is no general advice. */
  readonly fix: string;
  /** Sentences that say what happened when the fix was tried; absent if it was not tried. */
  readonly tried?: string;
  readonly cost: FindingCost | null;
  /** The party that the sentence names first; null where it speaks of all. */
  readonly who: Who | null;
  /** For a race, and for a fence that is missing behind an access: the access that came first. */
  readonly other: Party | null;
  /** One sentence that names the guessed part of the launch that may be the reason; absent if no guess could be. */
  readonly guess?: string;
  /** Where a guess may be the reason: a value of the launch, by its path, with which a run no longer finds this. */
  readonly fitting?: { readonly path: string; readonly value: number; readonly message: string };
  /** The buffer from which an address out of bounds was computed; absent where that is not known, or is the nearest one. */
  readonly pointed?: string;
  /** Regions of shared memory that it is about, as a sentence; absent where none is known. */
  readonly regions?: string;
  /** For a hazard: one sentence that says what was seen on GPUs; '' otherwise. */
  readonly seen: string;
  /** How often the run found it. */
  readonly count: number;
}

/**
 * `SpanLog`: what the warps of an instrumented kernel noted while it ran on a GPU (`cuda/spans`). Notes are raw: verbs, clocks
 * and addresses; `measured-spans.ts` makes spans of them.
 */

import type { Made } from './run-record.ts';

/** Verbs in the order of `enum Verb` of `cuda/spans/spans.cuh`, from 1 on. */
export const SPAN_VERBS = ['wait', 'arrive', 'expect', 'waitForProducts', 'store', 'waitForReads', 'products'] as const;
export type SpanVerb = (typeof SPAN_VERBS)[number];

/** Clocks count from the CTA's start, which is when its mbarriers were initialised. */
export interface SpanNote {
  readonly verb: SpanVerb;
  readonly fromClk: number;
  readonly toClk: number;
  /** Address of the mbarrier in shared memory; 0 if the verb has none. */
  readonly address: number;
  /** The parity waited for; bytes expected; the groups that may stay under way. */
  readonly detail: number;
}

export interface WarpSpanLog {
  /** Number of the warp in its CTA. The first warp of a warpgroup notes for the whole warpgroup. */
  readonly warp: number;
  readonly notes: readonly SpanNote[];
  /** Notes that found no room. */
  readonly dropped: number;
  /** Time just after the latest store from registers; null if there was none. */
  readonly storedClk: number | null;
}

export interface CtaLog {
  /** Number of the SM on which the CTA ran. */
  readonly sm: number;
  /** Its start, from that of the first CTA: between CTAs only ns can be compared. */
  readonly startNs: number;
  /** Mbarriers in the order of their addresses. */
  readonly mbarriers: readonly { readonly address: number; readonly arrivals: number }[];
  readonly warps: readonly WarpSpanLog[];
}

/** A launch of an instrumented build, beside the plain one. */
export interface SpanLog {
  readonly kernel: string;
  readonly variant: string;
  /** Compile-time constants of the build: `tileM`, `stages`, …; `headDim`. */
  readonly build: Readonly<Record<string, number>>;
  /** Size of the problem: `m`, `n`, `k`; `queries`, `keys`. */
  readonly size: Readonly<Record<string, number>>;
  /** Median time of a launch, plain and instrumented: samples in turns, operands in the L2 cache. */
  readonly plainNs: number;
  readonly stampedNs: number;
  /**
   * Origin of the instrumented build: the kernel's source, and the code that notes the time. Absent if it was not
   * noted.
   */
  readonly made?: Made;
  readonly ctas: readonly CtaLog[];
}

/** Run time of the instrumented build divided by that of the plain build: spans are longer by this factor in total. */
export const overheadRatio = ({ plainNs, stampedNs }: SpanLog): number => stampedNs / plainNs;

export const droppedNotes = ({ ctas }: SpanLog): number =>
  ctas.flatMap(({ warps }) => warps).reduce((sum, { dropped }) => sum + dropped, 0);

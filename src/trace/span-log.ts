/**
 * `SpanLog`: what the warps of an instrumented kernel noted while it ran on a GPU (`cuda/spans`). Notes are raw: verbs, clocks
 * and addresses; `measured-spans.ts` makes spans of them.
 */

import type { Made } from './run-record.ts';

/** In the order of `enum Verb` of `cuda/spans/spans.cuh`, from 1 on. */
export const SPAN_VERBS = ['wait', 'arrive', 'expect', 'waitForProducts', 'store', 'waitForReads', 'products'] as const;
export type SpanVerb = (typeof SPAN_VERBS)[number];

/** Clocks count from the CTA's start, which is when its mbarriers were initialised. */
export interface SpanNote {
  readonly verb: SpanVerb;
  readonly fromClk: number;
  readonly toClk: number;
  /** Of the mbarrier, in shared memory; 0 where the verb has none. */
  readonly address: number;
  /** The parity waited for; bytes expected; the groups that may stay under way. */
  readonly detail: number;
}

export interface WarpSpanLog {
  /** Of the CTA: the first of its warpgroup, which notes for all. */
  readonly warp: number;
  readonly notes: readonly SpanNote[];
  /** Notes that found no room. */
  readonly dropped: number;
  /** Behind the latest store from registers; null where there was none. */
  readonly storedClk: number | null;
}

export interface CtaLog {
  /** Which SM it ran on. */
  readonly sm: number;
  /** Its start, from that of the first CTA: between CTAs only ns can be compared. */
  readonly startNs: number;
  /** In the order of their addresses. */
  readonly mbarriers: readonly { readonly address: number; readonly arrivals: number }[];
  readonly warps: readonly WarpSpanLog[];
}

/** A launch of an instrumented build, beside the plain one. */
export interface SpanLog {
  readonly kernel: string;
  readonly variant: string;
  /** What the build was compiled with: `tileM`, `stages`, …; `headDim`. */
  readonly build: Readonly<Record<string, number>>;
  /** Of the problem: `m`, `n`, `k`; `queries`, `keys`. */
  readonly size: Readonly<Record<string, number>>;
  /** Median time of a launch, plain and instrumented: samples in turns, operands in the L2 cache. */
  readonly plainNs: number;
  readonly stampedNs: number;
  /** The instrumented build, of the kernel's source and of what notes the time in it. Absent: nobody noted it. */
  readonly made?: Made;
  readonly ctas: readonly CtaLog[];
}

/** How much longer the instrumented build takes: its spans are off by that much in total. */
export const overheadRatio = ({ plainNs, stampedNs }: SpanLog): number => stampedNs / plainNs;

export const droppedNotes = ({ ctas }: SpanLog): number =>
  ctas.flatMap(({ warps }) => warps).reduce((sum, { dropped }) => sum + dropped, 0);

/**
 * What a CTA does with its sums in closed form: who loads and stores which of them, step by step. Every access is made by
 * the warps that have a thread in it, all of them in this order.
 */
import { LANES } from '../../trace/access-trace.ts';
import { threadsOf } from './geometry.ts';
import type { ScanParams } from './params.ts';
import { algorithmOf, type Variant } from './variants.ts';

/** A step of the doubling, or a level of the tree on its way up or down. */
export interface Step {
  readonly way: 'doubling' | 'up' | 'down';
  /** Elements between the two sums that meet. */
  readonly stride: number;
}

export interface SumAccess {
  readonly kind: 'load' | 'store';
  /** Barriers of the CTA passed. */
  readonly interval: number;
  /** null before, between and after the steps. */
  readonly step: Step | null;
  /** Number of the sum that a thread accesses, counted without padding; null where it takes no part. */
  readonly sumOf: (thread: number) => number | null;
}

type SumOf = SumAccess['sumOf'];

export function sumAccesses(variant: Variant, p: ScanParams, elementsHere: number): SumAccess[] {
  if (algorithmOf(variant) === 'shuffles') return shuffles(p);
  return algorithmOf(variant) === 'tree'
    ? tree(threadsOf(variant, p), elementsHere)
    : doubling(p, variant !== 'missing-barrier');
}

/** 1, 2, 4 … below `count`, a power of two. */
const stridesBelow = (count: number): number[] => Array.from({ length: Math.log2(count) }, (_, i) => 2 ** i);

/** The half that a step reads is the one that the step before has written. */
function doubling({ section, inclusive }: ScanParams, hasBarriers: boolean): SumAccess[] {
  const strides = stridesBelow(section);
  const half = (step: number): number => (step % 2) * section;
  const intervalOf = (step: number): number => (hasBarriers ? step : Math.min(step, 1));
  const last = strides.length;
  return [
    { kind: 'store', interval: 0, step: null, sumOf: thread => thread },
    ...strides.flatMap((stride, i): SumAccess[] => {
      const at = { interval: intervalOf(i + 1), step: { way: 'doubling' as const, stride } };
      const before: SumOf = thread => (thread >= stride ? half(i) + thread - stride : null);
      return [
        { ...at, kind: 'load', sumOf: before },
        { ...at, kind: 'store', sumOf: thread => half(i + 1) + thread },
      ];
    }),
    ...(inclusive === 1
      ? []
      : [
          {
            kind: 'load' as const,
            interval: intervalOf(last + 1),
            step: null,
            sumOf: (thread: number) => (thread > 0 ? half(last) + thread - 1 : null),
          },
        ]),
  ];
}

/** Two elements a thread: the first half of the section, then the second. */
function tree(threads: number, elementsHere: number): SumAccess[] {
  const section = 2 * threads;
  const up = stridesBelow(section);
  const down = [...up].reverse();
  const clears = up.length + 1;
  const after = clears + 1 + down.length;
  const halves = [0, threads];
  return [
    ...halves.map((first): SumAccess => ({ kind: 'store', interval: 0, step: null, sumOf: t => first + t })),
    ...up.flatMap((stride, i) => {
      const { left, right } = partsAt(stride, section);
      const at = { interval: 1 + i, step: { way: 'up' as const, stride } };
      return [load(at, left), load(at, right), store(at, right)];
    }),
    { kind: 'store', interval: clears, step: null, sumOf: thread => (thread === 0 ? section - 1 : null) },
    ...down.flatMap((stride, i) => {
      const { left, right } = partsAt(stride, section);
      const at = { interval: clears + 1 + i, step: { way: 'down' as const, stride } };
      return [load(at, left), load(at, right), store(at, left), store(at, right)];
    }),
    ...halves.map((first): SumAccess => {
      const sumOf: SumOf = thread => (first + thread < elementsHere ? first + thread : null);
      return { kind: 'load', interval: after, step: null, sumOf };
    }),
  ];
}

type At = Pick<SumAccess, 'interval' | 'step'>;
const load = (at: At, sumOf: SumOf): SumAccess => ({ ...at, kind: 'load', sumOf });
const store = (at: At, sumOf: SumOf): SumAccess => ({ ...at, kind: 'store', sumOf });

/** Thread t works on the t-th node of a level: where its left part ends, and its right part. */
function partsAt(stride: number, section: number): { readonly left: SumOf; readonly right: SumOf } {
  const endingAfter =
    (strides: number): SumOf =>
    thread => {
      const end = (2 * thread + strides) * stride - 1;
      return end < section ? end : null;
    };
  return { left: endingAfter(1), right: endingAfter(2) };
}

/** The last lane of each warp stores its sum, the first warp scans them all, each warp takes the sum of those before it. */
function shuffles({ section }: ScanParams): SumAccess[] {
  const warps = section / LANES;
  const inFirstWarp: SumOf = thread => (thread < warps ? thread : null);
  const warpOf = (thread: number): number => Math.floor(thread / LANES);
  return [
    { kind: 'store', interval: 0, step: null, sumOf: t => (t % LANES === LANES - 1 ? warpOf(t) : null) },
    { kind: 'load', interval: 1, step: null, sumOf: inFirstWarp },
    { kind: 'store', interval: 1, step: null, sumOf: inFirstWarp },
    { kind: 'load', interval: 2, step: null, sumOf: thread => (thread >= LANES ? warpOf(thread) - 1 : null) },
  ];
}

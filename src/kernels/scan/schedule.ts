/**
 * Accesses of a CTA to its sums in closed form: which thread loads and stores which sum, step by step. Every access is
 * made by the warps that have a thread in it, in this order.
 */
import { LANES } from '../../base/hardware.ts';
import { threadsOf } from './geometry.ts';
import type { ScanParams } from './params.ts';
import { algorithmOf, type ScanVariant } from './variants.ts';

/** A step of the doubling, or a level of the tree on its way up or down. */
interface Step {
  readonly way: 'doubling' | 'up' | 'down';
  /** Elements between the two sums that meet. */
  readonly stride: number;
}

export interface ScanAccess {
  readonly kind: 'load' | 'store';
  /** Barriers of the CTA passed. */
  readonly interval: number;
  /** null before, between and after the steps. */
  readonly step: Step | null;
  /** Which sum of the step it is, or the purpose of the access. */
  readonly part: 'before' | 'own' | 'left' | 'right' | 'input' | 'clear' | 'warps' | 'output';
  /** Number of the sum that a thread accesses, counted without padding; null where it takes no part. */
  readonly sumOf: (thread: number) => number | null;
}

type At = Pick<ScanAccess, 'interval' | 'step'>;
type SumOf = ScanAccess['sumOf'];

const access =
  (kind: ScanAccess['kind']) =>
  (at: At, part: ScanAccess['part'], sumOf: SumOf): ScanAccess => ({ ...at, kind, part, sumOf });
const load = access('load');
const store = access('store');
const outside = (interval: number): At => ({ interval, step: null });

/** `elementsHere`: those of the CTA's section that the input has. */
export function sumAccesses(variant: ScanVariant, p: ScanParams, elementsHere: number): ScanAccess[] {
  if (algorithmOf(variant) === 'shuffles') return shuffles(p);
  return algorithmOf(variant) === 'tree'
    ? tree(threadsOf(variant, p), elementsHere)
    : doubling(p, variant !== 'missing-barrier');
}

/** 1, 2, 4 … below `count`, a power of two. */
const stridesBelow = (count: number): number[] => Array.from({ length: Math.log2(count) }, (_, i) => 2 ** i);

/** The half that a step reads is the one that the step before has written. */
function doubling({ section, inclusive }: ScanParams, hasBarriers: boolean): ScanAccess[] {
  const strides = stridesBelow(section);
  const half = (step: number): number => (step % 2) * section;
  const intervalOf = (step: number): number => (hasBarriers ? step : Math.min(step, 1));
  const last = strides.length;
  const neighbour: SumOf = thread => (thread > 0 ? half(last) + thread - 1 : null);
  return [
    store(outside(0), 'input', thread => thread),
    ...strides.flatMap((stride, i) => {
      const at = { interval: intervalOf(i + 1), step: { way: 'doubling' as const, stride } };
      return [
        load(at, 'before', thread => (thread >= stride ? half(i) + thread - stride : null)),
        store(at, 'own', thread => half(i + 1) + thread),
      ];
    }),
    ...(inclusive === 1 ? [] : [load(outside(intervalOf(last + 1)), 'output', neighbour)]),
  ];
}

/** Two elements a thread: the first half of the section, then the second. */
function tree(threads: number, elementsHere: number): ScanAccess[] {
  const section = 2 * threads;
  const up = stridesBelow(section);
  const down = [...up].reverse();
  const clears = up.length + 1;
  const halves = [0, threads];
  const written = (first: number): SumOf => {
    return thread => (first + thread < elementsHere ? first + thread : null);
  };
  return [
    ...halves.map(first => store(outside(0), 'input', thread => first + thread)),
    ...up.flatMap((stride, i) => {
      const { left, right } = partsAt(stride, section);
      const at = { interval: 1 + i, step: { way: 'up' as const, stride } };
      return [load(at, 'left', left), load(at, 'right', right), store(at, 'right', right)];
    }),
    store(outside(clears), 'clear', thread => (thread === 0 ? section - 1 : null)),
    ...down.flatMap((stride, i) => {
      const { left, right } = partsAt(stride, section);
      const at = { interval: clears + 1 + i, step: { way: 'down' as const, stride } };
      const loads = [load(at, 'left', left), load(at, 'right', right)];
      return [...loads, store(at, 'left', left), store(at, 'right', right)];
    }),
    ...halves.map(first => load(outside(clears + 1 + down.length), 'output', written(first))),
  ];
}

/** Thread t works on the t-th node of a level: where its left part ends, and its right part. */
function partsAt(stride: number, section: number): { readonly left: SumOf; readonly right: SumOf } {
  const endingAfter = (strides: number): SumOf => {
    return thread => {
      const end = (2 * thread + strides) * stride - 1;
      return end < section ? end : null;
    };
  };
  return { left: endingAfter(1), right: endingAfter(2) };
}

/** The last lane of each warp stores its sum, the first warp scans them all, each warp takes the sum of those before it. */
function shuffles({ section }: ScanParams): ScanAccess[] {
  const warps = section / LANES;
  const inFirstWarp: SumOf = thread => (thread < warps ? thread : null);
  const warpOf = (thread: number): number => Math.floor(thread / LANES);
  return [
    store(outside(0), 'input', thread => (thread % LANES === LANES - 1 ? warpOf(thread) : null)),
    load(outside(1), 'warps', inFirstWarp),
    store(outside(1), 'warps', inFirstWarp),
    load(outside(2), 'output', thread => (thread >= LANES ? warpOf(thread) - 1 : null)),
  ];
}

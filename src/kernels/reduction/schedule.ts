/**
 * The additions of a CTA in closed form: who loads and stores which sum at which stride. Every access is made by the warps
 * that have a thread in it, all of them in this order.
 */
import { LANES } from '../../base/hardware.ts';
import { type ReductionVariant, stridesByGrid } from './variants.ts';

export interface ReductionAccess {
  readonly kind: 'load' | 'store';
  /** Barriers of the CTA passed. */
  readonly interval: number;
  /** Distance of the two sums that are added; null before and after the additions. */
  readonly stride: number | null;
  /**
   * Which of several accesses it is, or its place before or after the additions: 'left', 'input'; '' if there is only
   * one.
   */
  readonly part: string;
  /** Word of the sums that a thread accesses; null where it takes no part. */
  readonly wordOf: (thread: number) => number | null;
}

type WordOf = ReductionAccess['wordOf'];

/** One level of the tree of additions: the thread's own sum, and the one it adds. */
interface Level {
  readonly stride: number;
  readonly own: WordOf;
}

const first =
  (count: number): WordOf =>
  thread =>
    thread < count ? thread : null;

const shifted =
  (wordOf: WordOf, words: number): WordOf =>
  thread => {
    const word = wordOf(thread);
    return word === null ? null : word + words;
  };

/** 1, 2, 4 … below `threads`. */
const ascending = (threads: number): number[] => Array.from({ length: Math.log2(threads) }, (_, i) => 2 ** i);
const descending = (threads: number): number[] => ascending(threads).reverse();

function levelsOf(variant: ReductionVariant, threads: number): Level[] {
  if (variant === 'interleaved-divergent')
    return ascending(threads).map(stride => ({ stride, own: t => (t % (2 * stride) === 0 ? t : null) }));
  if (variant === 'interleaved-strided')
    return ascending(threads).map(stride => ({ stride, own: t => (2 * stride * t < threads ? 2 * stride * t : null) }));
  return descending(threads).map(stride => ({
    stride,
    own: first(endsInOneWarp(variant) ? Math.max(stride, LANES) : stride),
  }));
}

const ENDING_IN_ONE_WARP: readonly ReductionVariant[] = ['unrolled-warp', 'fully-unrolled', 'missing-syncwarp'];
const endsInOneWarp = (variant: ReductionVariant): boolean => ENDING_IN_ONE_WARP.includes(variant);

/** `threads` is a power of two, at least 64. */
export function sumAccesses(variant: ReductionVariant, threads: number): ReductionAccess[] {
  if (stridesByGrid(variant)) return warpSums(threads);
  // In the other variants a thread adds to the same sum at every stride, and keeps it in a register.
  const loadsOwn = variant === 'interleaved-strided';
  const levels = levelsOf(variant, threads);
  const barriers = barriersBefore(variant, levels);
  const after = barriers.at(-1)! + (variant === 'missing-barrier' ? 0 : 1);
  return [
    { kind: 'store', interval: 0, stride: null, part: 'input', wordOf: first(threads) },
    ...levels.flatMap(({ stride, own }, i): ReductionAccess[] => {
      const at = { interval: barriers[i], stride };
      return [
        ...(loadsOwn ? [{ ...at, part: 'left', kind: 'load' as const, wordOf: own }] : []),
        { ...at, part: loadsOwn ? 'right' : '', kind: 'load', wordOf: shifted(own, stride) },
        { ...at, part: '', kind: 'store', wordOf: own },
      ];
    }),
    ...(loadsOwn ? [{ kind: 'load' as const, interval: after, stride: null, part: 'result', wordOf: first(1) }] : []),
  ];
}

/** Barriers passed before each level: one more each time, until a warp is alone. */
function barriersBefore(variant: ReductionVariant, levels: readonly Level[]): number[] {
  if (variant === 'missing-barrier') return levels.map(() => 1);
  const shared = endsInOneWarp(variant) ? levels.filter(({ stride }) => stride > LANES).length : levels.length;
  return levels.map((_, i) => 1 + Math.min(i, shared));
}

/** Accesses that remain after the shuffles: lane 0 of each warp stores its sum, the first warp loads them all. */
function warpSums(threads: number): ReductionAccess[] {
  const wordOfWarp: WordOf = thread => (thread % LANES === 0 ? thread / LANES : null);
  return [
    { kind: 'store', interval: 0, stride: null, part: 'warps', wordOf: wordOfWarp },
    { kind: 'load', interval: 1, stride: null, part: 'warps', wordOf: first(threads / LANES) },
  ];
}

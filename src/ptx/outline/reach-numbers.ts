/** Numbers of a launch that decide how far a kernel reaches, and what they make of a thread's place. */
import type { Dim3 } from '../../trace/launch.ts';
import { AXES } from './module-outline.ts';
import { at, type Range } from './ranges.ts';
import type { ScalarPlace } from './scalar-place.ts';

export interface ReachNumbers {
  readonly block: Dim3;
  readonly grid: Dim3;
  /** CTAs of a cluster. */
  readonly clusterCtas: number;
  /** 0 for pointers; null for what has no number. */
  readonly numberAt: (place: ScalarPlace) => number | null;
  readonly isPointer: (place: ScalarPlace) => boolean;
  /** The largest integer that is loaded from memory by way of these pointers. */
  readonly largestFrom: (pointers: readonly ScalarPlace[]) => number;
  /** Whether threads up to a length, that one among them, are meant: n ranges have n + 1 ends. */
  readonly countsEnds?: boolean;
  /** Only the first thread of the first CTA. */
  readonly isFirst?: boolean;
}

/** What a special register may be; null for one of which nothing is known. */
export function placeRange(name: string, { block, grid, clusterCtas, isFirst }: ReachNumbers): Range | null {
  const axis = AXES.findIndex(one => name.endsWith(`.${one}`));
  if (isFirst && /^%(tid|ctaid|laneid)/.test(name)) return at(0);
  if (name === '%laneid') return { low: 0, high: 31 };
  if (name === '%cluster_ctarank') return { low: 0, high: clusterCtas - 1 };
  if (axis < 0) return null;
  if (name.startsWith('%tid')) return { low: 0, high: block[axis] - 1 };
  if (name.startsWith('%ctaid')) return { low: 0, high: grid[axis] - 1 };
  return name.startsWith('%ntid') ? at(block[axis]) : name.startsWith('%nctaid') ? at(grid[axis]) : null;
}

/**
 * Turns the records of device memory of a part that ran elsewhere into a message, and joins them with those of the run
 * that takes the part in.
 */
import type { GlobalRecord } from './global-record.ts';
import { forgetHidden, isBlind } from './global-writes.ts';
import type { Segments } from './segments.ts';
import {
  type MarkSort,
  type Marks,
  newMarks,
  newPage,
  openPage,
  putMark,
  READ_SORTS,
  type ShadowPage,
  strongOf,
  WRITE_SORTS,
} from './shadow.ts';

/** Records in a form that can be sent as a message. */
export interface CheckedPart {
  readonly pages: readonly (readonly [number, ShadowPage])[];
  readonly segments: Pick<Segments, 'cluster' | 'warp' | 'clock' | 'next'>;
  /** As in the grid. */
  readonly unwrittenReads: ReadonlyMap<number, number>;
  /** Whether its CTAs handed something over at flags, locks or counters: others may have acquired it. */
  readonly releases: boolean;
}

export function checkedPart({ grid, shadow, segments, releases }: GlobalRecord): CheckedPart {
  const { cluster, warp, clock, next } = segments;
  return {
    pages: [...shadow].map(([number, page]) => [number, openPage(page)]),
    segments: { cluster: cluster.slice(0, next), warp: warp.slice(0, next), clock: clock.slice(0, next), next },
    unwrittenReads: grid.unwrittenReads,
    releases: releases.size > 0,
  };
}

/** Whether the part's accesses and those before it have nothing to do with each other, so that no finding is between them. */
export const isApart = (record: GlobalRecord, part: CheckedPart): boolean =>
  !part.releases &&
  record.releases.size === 0 &&
  part.pages.every(([number, page]) => {
    const known = record.shadow.get(number);
    const before = known && openPage(known);
    return !before || !SORTS_THAT_COLLIDE.some(([sort, other]) => collide(page[sort], before[other]));
  });

/** A read with a write, and a write with both. */
const SORTS_THAT_COLLIDE: readonly (readonly [MarkSort, MarkSort])[] = [
  ...WRITE_SORTS.flatMap(sort => [...WRITE_SORTS, ...READ_SORTS].map(other => [sort, other] as const)),
  ...READ_SORTS.flatMap(sort => WRITE_SORTS.map(other => [sort, other] as const)),
];

const STRONG_FOR_ALL = 3;

/** Whether both have a cell, and not by accesses that are strong for the whole device. */
function collide(a: Marks | null, b: Marks | null): boolean {
  if (a === null || b === null) return false;
  for (let i = 0; i < a.length; i += 2) {
    if (a[i] === 0 || b[i] === 0) continue;
    if (strongOf(a[i + 1]) !== STRONG_FOR_ALL || strongOf(b[i + 1]) !== STRONG_FOR_ALL) return true;
  }
  return false;
}

/** Joins the records of a part that is independent: afterwards they are as if its CTAs had run here. */
export function takeChecked(record: GlobalRecord, { pages, segments, unwrittenReads }: CheckedPart): void {
  const words = record.grid.unwrittenReads;
  for (const [word, mask] of unwrittenReads) words.set(word, (words.get(word) ?? 0) | mask);
  const shift = record.segments.take(segments);
  for (const [number, page] of pages) {
    const before = openPage(record.shadow.get(number) ?? newPage());
    record.shadow.set(number, before);
    takeMarks(record, before, page, shift);
  }
  record.forgetPages();
}

function takeMarks(record: GlobalRecord, to: ShadowPage, from: ShadowPage, shift: number): void {
  if (from.writes !== null) takeWrites(record, to, from, from.writes, shift);
  const { reads, others } = from;
  if (reads === null) return;
  const { cluster } = record.segments;
  for (let i = 0; i < reads.length; i += 2) {
    if (reads[i] === 0) continue;
    const last = reads[i] + shift;
    const other = others !== null && others[i] !== 0 ? others[i] + shift : 0;
    const before = to.reads?.[i] ?? 0;
    // The same as if the two had read one after the other: a read of an earlier cluster is kept, unless the part has a
    // read of another cluster itself.
    const isOtherKept = other !== 0 && (before === 0 || cluster[other] !== cluster[last]);
    if (isOtherKept) putMark(to, 'others', i, other, others![i + 1]);
    else if (before !== 0) putMark(to, 'others', i, before, to.reads![i + 1]);
    if (from.further !== null || to.further !== null)
      takeFurther(to, from, i, shift, isOtherKept || other === 0 ? [] : [other, others![i + 1]]);
  }
  to.reads ??= newMarks(to);
  overlay(to.reads, reads, shift);
}

/** `lost`: segment and place of the part's other read, where that of an earlier cluster is kept instead. */
function takeFurther(to: ShadowPage, from: ShadowPage, i: number, shift: number, lost: readonly number[]): void {
  const further = from.further?.get(i)?.map((word, k) => (k % 2 === 0 ? word + shift : word)) ?? [];
  to.further ??= new Map();
  if (further.length + lost.length > 0) to.further.set(i, [...further, ...lost]);
  else to.further.delete(i);
}

/** Where both have written, all writes are strong, and the part knows of none before it. */
function takeWrites(record: GlobalRecord, to: ShadowPage, from: ShadowPage, writes: Marks, shift: number): void {
  for (let i = 0; to.writes !== null && i < writes.length; i += 2) {
    if (writes[i] === 0 || to.writes[i] === 0) continue;
    if (isBlind(record, writes[i + 1])) putMark(to, 'far', i, to.writes[i], to.writes[i + 1]);
    else forgetHidden(to, i);
  }
  for (const sort of WRITE_SORTS) {
    if (from[sort] === null) continue;
    to[sort] ??= newMarks(to);
    overlay(to[sort], from[sort], shift);
  }
}

function overlay(to: Marks, from: Marks, shift: number): void {
  for (let i = 0; i < from.length; i += 2) {
    if (from[i] === 0) continue;
    to[i] = from[i] + shift;
    to[i + 1] = from[i + 1];
  }
}

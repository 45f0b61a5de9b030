/** Marks of cells of shared memory as copy engines and tensor cores ask about them. */
import { MARK_WORDS } from './cell-marks.ts';
import type { CellRecords } from './cell-records.ts';
import type { CellWrites, LastWrites } from './cell-writes.ts';
import { clockOf, epochAt, lanesOf } from './epoch.ts';
import type { EarlierAccess } from './shared-findings.ts';

const ALL_LANES = -1;

/** A warp, numbered through its cluster, and the clock of a read. */
export interface LastRead {
  by: number;
  clock: number;
}

/**
 * Whether all reads of the cell are over for a copy engine that the warp asks: it knows of them, and of a barrier or a proxy fence of
 * all lanes behind. `silent`: the last such read, for the cells beside.
 */
export function areOver({ reads, clocks }: CellRecords, w: number, cell: number, silent: LastRead): boolean {
  const { warps, settled } = clocks.knowledgeOf(w);
  for (let m = reads.marks[MARK_WORDS * cell]; m !== 0; m &= m - 1) {
    const own = 31 - Math.clz32(m & -m);
    const by = reads.firstWarp + own;
    const clock = clockOf(reads.epochOf(own, cell));
    if (by === silent.by && clock === silent.clock) continue;
    if (by === w || clock > warps[by]) return false;
    if (settled[by] < clock && !clocks.isFenced(epochAt(clock), by, w, 0, ALL_LANES)) return false;
    silent.by = by;
    silent.clock = clock;
  }
  return true;
}

/** Whether the writes of two cells came at the same time from the same warp: where one says nothing, nor does the other. */
export function areAlike(writes: CellWrites, a: number, b: number): boolean {
  const { plain, atomic, hidden } = writes;
  const isPending = writes.isPending(a) === writes.isPending(b);
  return isPending && areSame(plain, a, b) && areSame(atomic, a, b) && (hidden?.areAlike(a, b) ?? true);
}

const areSame = (of: LastWrites, a: number, b: number): boolean =>
  of.epoch(a) === of.epoch(b) && (of.epoch(a) === 0 || of.by(a) === of.by(b));

/** A write by a generic instruction that is behind no proxy fence for the lane; null where there is none. */
export function unfenced({ writes, clocks }: CellRecords, cell: number, w: number, lane: number): EarlierAccess | null {
  const isUnfenced = ({ epoch, warp: by }: EarlierAccess, lanes: number): boolean =>
    epoch >= clocks.firstEpoch && !clocks.isEngine(by) && !clocks.isFenced(epoch, by, w, lane, lanes);
  const plain = writes.plain.last(cell);
  if (!writes.isPending(cell) && isUnfenced(plain, lanesOf(plain.epoch))) return plain;
  const atomic = writes.atomic.last(cell);
  return isUnfenced(atomic, writes.atomic.lanesOf(cell)) ? atomic : null;
}

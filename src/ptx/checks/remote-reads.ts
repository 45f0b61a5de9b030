/**
 * For the cells of a CTA's shared memory that warps of other CTAs of its cluster have read since the last plain write:
 * by whom, when and where.
 */

import type { ReadKind } from './cell-marks.ts';
import { clockOf, ofSeveral } from './epoch.ts';
import type { EarlierAccess } from './shared-findings.ts';
import type { WarpClocks } from './warp-clocks.ts';

interface RemoteRead extends EarlierAccess {
  readonly isStrong: boolean;
}

const NONE: readonly RemoteRead[] = [];

/** Few cells are read so: a list for each. */
export class RemoteReads {
  readonly #clocks: WarpClocks;
  readonly #byCell = new Map<number, RemoteRead[]>();

  constructor(clocks: WarpClocks) {
    this.#clocks = clocks;
  }

  clear(): void {
    this.#byCell.clear();
  }

  get isInUse(): boolean {
    return this.#byCell.size > 0;
  }

  has(cell: number): boolean {
    return this.isInUse && this.#byCell.has(cell);
  }

  note(warp: number, epoch: number, pc: number, cell: number, kind: ReadKind): void {
    const reads = this.#byCell.get(cell) ?? [];
    this.#byCell.set(cell, reads);
    const at = reads.findIndex(read => read.warp === warp);
    const isStrong = kind === 'atomic' || kind === 'strong';
    // Same as in `CellReads.note`.
    if (at >= 0 && kind === 'atomic' && !reads[at].isStrong) return;
    const old = at < 0 || clockOf(reads[at].epoch) !== clockOf(epoch) ? null : reads[at];
    // A strong read may not hide a plain one of the same interval.
    if (old !== null && isStrong && !old.isStrong) return;
    const isShared = old !== null && old.epoch !== epoch;
    reads[at < 0 ? reads.length : at] = { warp, epoch: isShared ? ofSeveral(epoch) : epoch, pc, isStrong };
  }

  /** Same as `CellReads.racing`. */
  racing(w: number, lane: number, cell: number, atomic: boolean): readonly EarlierAccess[] {
    const reads = this.#byCell.get(cell);
    if (!reads) return NONE;
    return reads.filter(
      ({ warp, epoch, isStrong }) => !(atomic && isStrong) && !this.#clocks.isBefore(epoch, warp, w, lane),
    );
  }

  /** Same as `CellReads.forgetOthers`. */
  forgetOthers(w: number, cell: number): void {
    const reads = this.#byCell.get(cell);
    if (reads)
      this.#byCell.set(
        cell,
        reads.filter(({ warp }) => warp === w),
      );
  }
}

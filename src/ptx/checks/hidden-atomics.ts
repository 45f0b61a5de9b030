/**
 * Atomics on cells of shared memory behind the last one. A thread's own atomic says nothing about those of others: of each other warp
 * the last one is kept that neither happened before a later one nor was seen by it.
 */
import type { EarlierAccess } from './shared-findings.ts';

const NONE: readonly EarlierAccess[] = [];

/** At few cells two warps meet without order: a list for each, of no more accesses than there are warps. */
export class HiddenAtomics {
  readonly #byCell = new Map<number, readonly EarlierAccess[]>();

  clear(): void {
    this.#byCell.clear();
  }

  get isEmpty(): boolean {
    return this.#byCell.size === 0;
  }

  at(cell: number): readonly EarlierAccess[] {
    return this.#byCell.get(cell) ?? NONE;
  }

  /** The warp's atomic follows `last`; `happenedBefore`: whether it is ordered after an earlier one. */
  hide(cell: number, last: EarlierAccess, warp: number, happenedBefore: (earlier: EarlierAccess) => boolean): void {
    const before = this.at(cell);
    const isHidden = last.epoch !== 0 && last.warp !== warp && !happenedBefore(last);
    if (!isHidden && before.length === 0) return;
    // What is ordered after the new one is ordered after these, too.
    const kept = before.filter(one => one.warp !== warp && one.warp !== last.warp && !happenedBefore(one));
    this.#byCell.set(cell, isHidden ? [...kept, last] : kept);
  }

  /** They were all seen. */
  forget(cell: number): void {
    if (!this.isEmpty) this.#byCell.delete(cell);
  }

  /** Whether the atomics at two cells came at the same times from the same warps. */
  areAlike(a: number, b: number): boolean {
    const [ofA, ofB] = [this.at(a), this.at(b)];
    return (
      ofA.length === ofB.length && ofA.every(({ epoch, warp }, i) => epoch === ofB[i].epoch && warp === ofB[i].warp)
    );
  }
}

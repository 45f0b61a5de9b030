/**
 * Atomics on cells of shared memory behind the last one. A thread's own atomic says nothing about those of others: of each other warp
 * the last one is kept that neither happened before a later one nor was seen by it.
 */
import { clockOf } from './epoch.ts';
import type { EarlierAccess } from './shared-findings.ts';
import type { WarpClocks } from './warp-clocks.ts';

/** Words of an entry: when, by which warp and instruction, and the cell's next entry (0: none). */
const [EPOCH, WARP, PC, NEXT] = [0, 1, 2, 3];
const ENTRY_WORDS = 4;

const NONE: readonly EarlierAccess[] = [];

export class HiddenAtomics {
  readonly #clocks: WarpClocks;
  /** The first entry of each cell, which is in no list of its own until two warps meet there without order. */
  readonly #first: Int32Array;
  #entries = new Int32Array(ENTRY_WORDS * 64);
  /** The first entry that no cell has any more, and the first that none has had yet. */
  #free = 0;
  #fresh = 1;

  constructor(clocks: WarpClocks, cells: number) {
    this.#clocks = clocks;
    this.#first = new Int32Array(cells);
  }

  clear(): void {
    this.#first.fill(0);
    this.#free = 0;
    this.#fresh = 1;
  }

  /** No more than there are warps. */
  at(cell: number): readonly EarlierAccess[] {
    if (this.#first[cell] === 0) return NONE;
    const found: EarlierAccess[] = [];
    const entries = this.#entries;
    for (let one = this.#first[cell]; one !== 0; one = entries[ENTRY_WORDS * one + NEXT]) {
      const [epoch, warp, pc] = entries.subarray(ENTRY_WORDS * one, ENTRY_WORDS * one + NEXT);
      found.push({ epoch, warp, pc });
    }
    return found;
  }

  /** An atomic by another warp's lane follows the one at that epoch by warp `by`. */
  hide(cell: number, epoch: number, by: number, pc: number, warp: number, lane: number): void {
    if (this.#first[cell] !== 0) this.#forget(cell, by, warp);
    if (epoch !== 0 && !this.#clocks.isBefore(epoch, by, warp, lane)) this.add(cell, epoch, by, pc);
  }

  has(cell: number): boolean {
    return this.#first[cell] !== 0;
  }

  /** An atomic that was the last one until now. */
  add(cell: number, epoch: number, by: number, pc: number): void {
    const one = this.#newEntry();
    const at = ENTRY_WORDS * one;
    this.#entries[at + EPOCH] = epoch;
    this.#entries[at + WARP] = by;
    this.#entries[at + PC] = pc;
    this.#entries[at + NEXT] = this.#first[cell];
    this.#first[cell] = one;
  }

  /** Earlier ones of the two warps, and those that happened before the new atomic: what is ordered after it is ordered after these. */
  #forget(cell: number, by: number, warp: number): void {
    const entries = this.#entries;
    const { warps: known } = this.#clocks.knowledgeOf(warp);
    let previous = 0;
    for (let one = this.#first[cell]; one !== 0; ) {
      const at = ENTRY_WORDS * one;
      const next = entries[at + NEXT];
      const of = entries[at + WARP];
      if (of === by || of === warp || clockOf(entries[at + EPOCH]) <= known[of]) {
        if (previous === 0) this.#first[cell] = next;
        else entries[ENTRY_WORDS * previous + NEXT] = next;
        entries[at + NEXT] = this.#free;
        this.#free = one;
      } else previous = one;
      one = next;
    }
  }

  #newEntry(): number {
    const one = this.#free;
    if (one !== 0) {
      this.#free = this.#entries[ENTRY_WORDS * one + NEXT];
      return one;
    }
    if (ENTRY_WORDS * (this.#fresh + 1) > this.#entries.length) {
      const larger = new Int32Array(2 * this.#entries.length);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    return this.#fresh++;
  }

  /** They were all seen. */
  seen(cell: number): void {
    const first = this.#first[cell];
    if (first === 0) return;
    let last = first;
    for (let next = first; next !== 0; next = this.#entries[ENTRY_WORDS * next + NEXT]) last = next;
    this.#entries[ENTRY_WORDS * last + NEXT] = this.#free;
    this.#free = first;
    this.#first[cell] = 0;
  }

  /** Whether the atomics at two cells came at the same times from the same warps. */
  areAlike(a: number, b: number): boolean {
    if (this.#first[a] === 0 && this.#first[b] === 0) return true;
    const [ofA, ofB] = [this.at(a), this.at(b)];
    return (
      ofA.length === ofB.length && ofA.every(({ epoch, warp }, i) => epoch === ofB[i].epoch && warp === ofB[i].warp)
    );
  }
}

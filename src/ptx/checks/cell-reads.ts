/** Of each cell of shared memory: which warps have read it since the last plain write, when and where. */

import { clockOf, lanesOf, ofSeveral } from './epoch.ts';
import { RemoteReads } from './remote-reads.ts';
import type { EarlierAccess } from './shared-findings.ts';
import type { WarpClocks } from './warp-clocks.ts';

const NONE: readonly EarlierAccess[] = [];

/** By a load, by an atomic, by a copy engine for the warp that waited for it. */
export type ReadKind = 'plain' | 'atomic' | 'engine';
const KINDS: readonly ReadKind[] = ['plain', 'atomic', 'engine'];
const [PLAIN, ATOMIC] = [0, 1];

export class CellReads {
  readonly #clocks: WarpClocks;
  readonly #warps: number;
  /** Number of the CTA's first warp. */
  readonly #first: number;
  /** By warps of other CTAs of the cluster. */
  readonly #remote: RemoteReads;
  /** Per cell: a bit for each warp of the CTA that has read it. */
  readonly #readers: Int32Array;
  /** Per cell and warp: epoch and pc of the last read, and the index of its kind. */
  readonly #epoch: Int32Array;
  readonly #pc: Int32Array;
  readonly #kind: Uint8Array;
  /** Which lanes read at that epoch. */
  readonly #lanes: Int32Array;

  constructor(clocks: WarpClocks, cells: number, warps: number, first: number) {
    this.#clocks = clocks;
    this.#warps = warps;
    this.#first = first;
    this.#remote = new RemoteReads(clocks);
    this.#readers = new Int32Array(cells);
    this.#epoch = new Int32Array(cells * warps);
    this.#pc = new Int32Array(cells * warps);
    this.#kind = new Uint8Array(cells * warps);
    this.#lanes = new Int32Array(cells * warps);
  }

  /** A new CTA: what others read does not count, and is not looked at. */
  start(): void {
    this.#readers.fill(0);
    this.#remote.clear();
  }

  has(cell: number): boolean {
    return this.#readers[cell] !== 0 || this.#remote.has(cell);
  }

  /** `epoch`: of the lane, or of several. */
  note(w: number, epoch: number, pc: number, cell: number, kind: ReadKind): void {
    const own = w - this.#first;
    if (own < 0 || own >= this.#warps) {
      this.#remote.note(w, epoch, pc, cell, kind === 'atomic');
      return;
    }
    const at = cell * this.#warps + own;
    const readers = this.#readers[cell];
    const old = ((readers >>> own) & 1) === 1 ? this.#epoch[at] : 0;
    const isSame = clockOf(old) === clockOf(epoch);
    // No other read may hide a plain one of the same interval.
    if (isSame && kind !== 'plain' && this.#kind[at] === PLAIN) return;
    this.#readers[cell] = readers | (1 << own);
    this.#lanes[at] = (isSame ? this.#lanes[at] : 0) | lanesOf(epoch);
    this.#epoch[at] = isSame && old !== epoch ? ofSeveral(epoch) : epoch;
    this.#pc[at] = pc;
    this.#kind[at] = KINDS.indexOf(kind);
  }

  /** The reads that did not happen before a write by the lane; an atomic write does not race with atomic reads. */
  racing(w: number, lane: number, cell: number, atomic: boolean): readonly EarlierAccess[] {
    let racing: EarlierAccess[] | null = null;
    for (let m = this.#readers[cell]; m !== 0; m &= m - 1) {
      const own = 31 - Math.clz32(m & -m);
      const warp = this.#first + own;
      const at = cell * this.#warps + own;
      const epoch = this.#epoch[at];
      if (atomic && this.#kind[at] === ATOMIC) continue;
      if (this.#clocks.areBefore(epoch, this.#lanes[at], warp, w, lane)) continue;
      racing ??= [];
      racing.push({ warp, epoch, pc: this.#pc[at] });
    }
    const remote = this.#remote.racing(w, lane, cell, atomic);
    return remote.length === 0 ? (racing ?? NONE) : [...(racing ?? NONE), ...remote];
  }

  /**
   * Another warp's read that came before, and may not be over yet when an engine does what the lane asks it for; null where
   * there is none.
   */
  unsettled(w: number, lane: number, cell: number): EarlierAccess | null {
    const clocks = this.#clocks;
    const { settled } = clocks.knowledgeOf(w);
    for (let m = this.#readers[cell]; m !== 0; m &= m - 1) {
      const own = 31 - Math.clz32(m & -m);
      const warp = this.#first + own;
      const at = cell * this.#warps + own;
      const epoch = this.#epoch[at];
      const isNone = warp === w || KINDS[this.#kind[at]] === 'engine' || !clocks.isBefore(epoch, warp, w, lane);
      if (isNone || settled[warp] >= clockOf(epoch) || clocks.isFenced(epoch, warp, w, lane)) continue;
      return { warp, epoch, pc: this.#pc[at] };
    }
    return null;
  }

  /**
   * After a plain write by warp w: what comes after it comes after other warps' reads before it too, or races with the
   * write. Not so the reads of its own warp: other lanes may write in the same instruction.
   */
  forgetOthers(w: number, cell: number): void {
    const own = w - this.#first;
    const isOwn = own >= 0 && own < this.#warps;
    this.#readers[cell] &= isOwn ? 1 << own : 0;
    this.#remote.forgetOthers(w, cell);
  }
}

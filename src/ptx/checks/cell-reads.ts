/** For each cell of shared memory: the warps that have read it since the last plain write, when and where. */

import { MARK_WORDS, type ReadKind } from './cell-marks.ts';
import { clockOf, laneOf, lanesOf, ofSeveral, SEVERAL } from './epoch.ts';
import type { RemoteReads } from './remote-reads.ts';
import type { EarlierAccess } from './shared-findings.ts';
import type { WarpClocks } from './warp-clocks.ts';

const NONE: readonly EarlierAccess[] = [];

const KINDS: Readonly<Record<ReadKind, number>> = { plain: 0, strong: 1, atomic: 1, engine: 2, matrix: 3 };
const KIND_MASK = 3;
/** Bit of a place: the words behind the marks (`#again`) tell more of it. */
const IS_AGAIN = 4;
const PC_SHIFT = 3;

/** Words of a mark behind the readers. */
const [EPOCH, PLACE, LANES] = [1, 2, 3];

const kindOf = (place: number): number => place & KIND_MASK;
export const placeOf = (pc: number, kind: ReadKind): number => (pc << PC_SHIFT) | KINDS[kind];
const pcOf = (place: number): number => place >>> PC_SHIFT;
const isOne = (mask: number): boolean => mask !== 0 && (mask & (mask - 1)) === 0;

export class CellReads {
  readonly #clocks: WarpClocks;
  readonly #warps: number;
  readonly #cells: number;
  /** Number of the CTA's first warp. */
  readonly firstWarp: number;
  /** Reads by warps of other CTAs of the cluster; null without one. */
  readonly #remote: RemoteReads | null;
  /**
   * For each cell: a bit for each warp of the CTA that has read it; and for the last read its epoch, its pc and kind in
   * one number, and a mask of the lanes if several read. While only one warp has read a cell, its last read stands with
   * the cell; otherwise, reads stand behind all cells, by warp and cell. A read of which all warps know is forgotten when another one
   * would be put beside it.
   */
  readonly marks: Int32Array;
  /**
   * For a mark whose last read is one lane's, behind reads of others: that lane's mask, and the place of the last read by another one.
   * Null before the first.
   */
  #again: Int32Array | null = null;
  /** 1 for each cell that anything but an atomic or another strong access of this CTA has read: the others race with no atomic. */
  readonly isPlain: Uint8Array;

  /** For each warp: the clock up to which its reads are past, as far as was asked. */
  readonly #past: Int32Array;
  /** For each warp, and each other one of which it asked that: its clock then. */
  readonly #asked: Int32Array;

  constructor(clocks: WarpClocks, cells: number, warps: number, first: number, remote: RemoteReads | null) {
    this.#clocks = clocks;
    this.#warps = warps;
    this.#cells = cells;
    this.firstWarp = first;
    this.#remote = remote;
    this.marks = new Int32Array(MARK_WORDS * cells * (warps + 1));
    this.isPlain = new Uint8Array(cells);
    this.#past = new Int32Array(warps);
    this.#asked = new Int32Array(warps * warps);
  }

  /** A new CTA: what others read does not count, and is not looked at. */
  start(): void {
    this.marks.fill(0, 0, MARK_WORDS * this.#cells);
    this.isPlain.fill(0);
    this.#past.fill(0);
    this.#asked.fill(0);
    this.#remote?.clear();
  }

  /** Bit of a warp among a cell's readers; 0 for a warp of another CTA. */
  bitOf(w: number): number {
    const own = w - this.firstWarp;
    return own >= 0 && own < this.#warps ? 1 << own : 0;
  }

  /** Whether warps of other CTAs have read any cell. */
  get hasRemote(): boolean {
    return this.#remote?.isInUse ?? false;
  }

  has(cell: number): boolean {
    return this.marks[MARK_WORDS * cell] !== 0 || (this.#remote?.has(cell) ?? false);
  }

  /** `epoch`: of the lane, or of several: `lanes`. */
  note(w: number, epoch: number, pc: number, cell: number, kind: ReadKind, lanes: number = lanesOf(epoch)): void {
    const own = w - this.firstWarp;
    if (own < 0 || own >= this.#warps) {
      this.#remote!.note(w, epoch, pc, cell, kind);
      return;
    }
    const bit = 1 << own;
    const isPlain = kind !== 'atomic' && kind !== 'strong';
    // An atomic stands among the writes, too; a load does not.
    if (kind === 'atomic' && (this.marks[MARK_WORDS * cell] & bit) !== 0)
      if (kindOf(this.marks[this.#markOf(own, cell) + PLACE]) !== KINDS.atomic) return;
    if (isPlain) this.isPlain[cell] = 1;
    this.noteOwn(bit, epoch, placeOf(pc, kind), cell, lanes);
  }

  /** The same by a warp of this CTA, whose bit that is, but for atomics; `place`: `placeOf`. */
  noteOwn(bit: number, epoch: number, place: number, cell: number, lanes: number): void {
    const marks = this.marks;
    const alone = MARK_WORDS * cell;
    let readers = marks[alone];
    let at = alone;
    if ((readers & ~bit) !== 0) {
      const own = 31 - Math.clz32(bit);
      const last = 31 - Math.clz32(readers);
      if (isOne(readers) && this.#isPast(last, clockOf(marks[alone + EPOCH]), own)) readers = 0;
      else {
        if (isOne(readers)) this.#move(alone, this.#slot(last, cell));
        at = this.#slot(own, cell);
      }
    }
    if ((readers & bit) !== 0 && clockOf(marks[at + EPOCH]) === clockOf(epoch)) {
      this.#noteAgain(at, epoch, place, lanes);
      return;
    }
    marks[alone] = readers | bit;
    marks[at + EPOCH] = epoch;
    marks[at + PLACE] = place;
    if (laneOf(epoch) === SEVERAL) marks[at + LANES] = lanes;
  }

  /** Whether nothing that is to come may race with what a warp read at the clock; `own` asks, another warp of the CTA. */
  #isPast(by: number, clock: number, own: number): boolean {
    if (clock <= this.#past[by]) return true;
    const { warps } = this.#clocks.knowledgeOf(this.firstWarp + own);
    const asked = own * this.#warps + by;
    const now = warps[this.firstWarp + own];
    if (clock > warps[this.firstWarp + by] || this.#asked[asked] === now) return false;
    this.#asked[asked] = now;
    this.#past[by] = this.#knownToAll(this.firstWarp + by);
    return clock <= this.#past[by];
  }

  /** The clock up to which all warps of the cluster know what the warp read, and that it is over. */
  #knownToAll(by: number): number {
    let least = this.#clocks.knowledgeOf(by).warps[by] - 1;
    for (let w = this.#clocks.warps - 1; w >= 0; w--) {
      const { warps, settled } = this.#clocks.knowledgeOf(w);
      least = Math.min(least, warps[by], settled[by]);
    }
    return least;
  }

  /** Index of the mark of one of several reading warps. */
  #slot(own: number, cell: number): number {
    return MARK_WORDS * ((own + 1) * this.#cells + cell);
  }

  /** Epoch of the latest read by a warp that has read the cell. */
  epochOf(own: number, cell: number): number {
    return this.marks[this.#markOf(own, cell) + EPOCH];
  }

  /** Index of the mark of a warp that has read the cell. */
  #markOf(own: number, cell: number): number {
    return isOne(this.marks[MARK_WORDS * cell]) ? MARK_WORDS * cell : this.#slot(own, cell);
  }

  #move(from: number, to: number): void {
    this.marks[to + EPOCH] = this.marks[from + EPOCH];
    this.marks[to + PLACE] = this.marks[from + PLACE];
    this.marks[to + LANES] = this.marks[from + LANES];
    this.#again?.copyWithin(to / 2, from / 2, from / 2 + 2);
  }

  /** Another read at the same clock. */
  #noteAgain(at: number, epoch: number, place: number, lanes: number): void {
    const marks = this.marks;
    // No other read may hide a plain one of the same interval.
    if (kindOf(place) !== KINDS.plain && kindOf(marks[at + PLACE]) === KINDS.plain) return;
    const isOther = kindOf(place) !== KINDS.atomic && this.#isByOther(at, lanes);
    marks[at + PLACE] = isOther ? place | IS_AGAIN : place;
    if (marks[at + EPOCH] === epoch && laneOf(epoch) !== SEVERAL) return;
    marks[at + LANES] = this.#lanesAt(at) | lanes;
    marks[at + EPOCH] = ofSeveral(epoch);
  }

  /**
   * Whether one lane reads, behind reads of others: then it is noted which read was the last by another lane. Atomics stand among
   * the writes, too.
   */
  #isByOther(at: number, lanes: number): boolean {
    const last = this.marks[at + PLACE];
    if (!isOne(lanes) || kindOf(last) === KINDS.atomic) return false;
    const isKnown = (last & IS_AGAIN) !== 0;
    if ((isKnown ? this.#again![at / 2] : this.#lanesAt(at)) === lanes) return isKnown;
    this.#again ??= new Int32Array(this.marks.length / 2);
    this.#again[at / 2] = lanes;
    this.#again[at / 2 + 1] = last;
    return true;
  }

  /** Place of the last read by another lane than that one of the reading warp; a negative one is none. */
  #placeByOther(at: number, lane: number): number {
    const place = this.marks[at + PLACE];
    const isOwn = lane >= 0 && (place & IS_AGAIN) !== 0 && this.#again![at / 2] === 1 << lane;
    return isOwn ? this.#again![at / 2 + 1] : place;
  }

  #lanesAt(at: number): number {
    const epoch = this.marks[at + EPOCH];
    return laneOf(epoch) === SEVERAL ? this.marks[at + LANES] : lanesOf(epoch);
  }

  /**
   * The reads that did not happen before a write by the lane; an atomic write does not race with atomic reads. Nor does a
   * `stmatrix` (no single lane: negative) with an `ldmatrix` of its warp: none of its lanes goes on before all of them have
   * executed that one (PTX, `.sync` of ldmatrix).
   */
  racing(w: number, lane: number, cell: number, atomic: boolean): readonly EarlierAccess[] {
    let racing: EarlierAccess[] | null = null;
    for (let m = this.marks[MARK_WORDS * cell]; m !== 0; m &= m - 1) {
      const own = 31 - Math.clz32(m & -m);
      const warp = this.firstWarp + own;
      const at = this.#markOf(own, cell);
      const epoch = this.marks[at + EPOCH];
      const kind = kindOf(this.marks[at + PLACE]);
      if (atomic && kind === KINDS.strong) continue;
      if (kind === KINDS.matrix && lane < 0 && warp === w) continue;
      if (this.#clocks.areBefore(epoch, this.#lanesAt(at), warp, w, lane)) continue;
      if (warp !== w && this.#clocks.knowledgeOf(w).settled[warp] >= clockOf(epoch)) continue;
      racing ??= [];
      racing.push({ warp, epoch, pc: pcOf(this.#placeByOther(at, warp === w ? lane : -1)) });
    }
    const remote = this.#remote?.racing(w, lane, cell, atomic) ?? NONE;
    return remote.length === 0 ? (racing ?? NONE) : [...(racing ?? NONE), ...remote];
  }

  /** Whether none but the lane, or its warp before that clock, has read the cell: then a write has nothing to look at, or to forget. */
  areOwn(bit: number, since: number, lane: number, cell: number): boolean {
    const at = MARK_WORDS * cell;
    const readers = this.marks[at];
    if (readers === 0) return true;
    if (readers !== bit) return false;
    const epoch = this.marks[at + EPOCH];
    return clockOf(epoch) < since || laneOf(epoch) === lane;
  }

  /**
   * Whether the warp knows of all reads of the cell, by warps of its CTA, but for those of the lane itself: then none of them races,
   * and most writes need no more.
   */
  areKnown(w: number, cell: number, lane: number): boolean {
    const marks = this.marks;
    const { warps: known } = this.#clocks.knowledgeOf(w);
    for (let m = marks[MARK_WORDS * cell]; m !== 0; m &= m - 1) {
      const own = 31 - Math.clz32(m & -m);
      const by = this.firstWarp + own;
      const epoch = this.epochOf(own, cell);
      if (clockOf(epoch) < known[by] + (by === w ? 0 : 1)) continue;
      if (by !== w || laneOf(epoch) !== lane) return false;
    }
    return true;
  }

  /**
   * Another warp's read that came before, and may not be over yet when an engine does what the lane asks it for; null where
   * there is none.
   */
  unsettled(w: number, lane: number, cell: number): EarlierAccess | null {
    const clocks = this.#clocks;
    const { settled } = clocks.knowledgeOf(w);
    for (let m = this.marks[MARK_WORDS * cell]; m !== 0; m &= m - 1) {
      const own = 31 - Math.clz32(m & -m);
      const warp = this.firstWarp + own;
      const at = this.#markOf(own, cell);
      const epoch = this.marks[at + EPOCH];
      const isNone =
        warp === w || kindOf(this.marks[at + PLACE]) === KINDS.engine || !clocks.isBefore(epoch, warp, w, lane);
      if (isNone || settled[warp] >= clockOf(epoch) || clocks.isFenced(epoch, warp, w, lane)) continue;
      return { warp, epoch, pc: pcOf(this.marks[at + PLACE]) };
    }
    return null;
  }

  /**
   * Called after a plain write by warp w: an access that is ordered after the write is also ordered after the other
   * warps' earlier reads, or they raced with the write. Reads of the writer's own warp are kept, since other lanes may
   * write in the same instruction.
   */
  forgetOthers(w: number, cell: number): void {
    const own = w - this.firstWarp;
    const isOwn = own >= 0 && own < this.#warps;
    const readers = this.marks[MARK_WORDS * cell];
    const kept = isOwn ? readers & (1 << own) : 0;
    if (kept !== 0 && kept !== readers) this.#move(this.#slot(own, cell), MARK_WORDS * cell);
    this.marks[MARK_WORDS * cell] = kept;
    this.#remote?.forgetOthers(w, cell);
  }
}

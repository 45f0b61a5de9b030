/**
 * Cells of shared memory that nothing has touched lately but atomics: the counters of a histogram, the ranks of a sort.
 * Of each warp there is one mark a cell: a further atomic of the same warp, which knows no more than before, adds its lane, and
 * little else. Any other access opens the cell, which then has the marks that it would have had (`SharedGroups.open`).
 */
import { LANES } from '../../base/hardware.ts';
import { COUNTED, isCounted } from './cell-marks.ts';
import type { CellReads } from './cell-reads.ts';
import type { CellWrites } from './cell-writes.ts';
import { clockOf, epochAt, SEVERAL } from './epoch.ts';
import type { WarpClocks } from './warp-clocks.ts';

/**
 * Words of a mark. What the warp knew at its last atomic, as a number (0: it has no mark). The clock of that atomic; its lanes at that
 * clock, but for those that are the latest: since another warp was there, or from one that has seen all before it (0: a later atomic
 * of another warp is ordered behind them); its pc; a number that is larger for a warp that came later; and what it knew when others were
 * last compared with it.
 */
const [KEY, CLOCK, EARLIER, LATEST, PC, SERIAL, COMPARED] = [0, 1, 2, 3, 4, 5, 6];
const COUNTER_WORDS = 8;

export class SharedCounters {
  readonly #places: Int32Array;
  readonly #clocks: WarpClocks;
  readonly #writes: CellWrites;
  readonly #reads: CellReads;
  readonly #warps: number;
  /** For each cell: what the warp of its last atomic knew; 0 where it is not counted. */
  readonly #lastKeys: Int32Array;
  /** For each cell: number of the warp's stay (`SERIAL`) of whose atomics the last one has seen all that were there. */
  readonly #seen: Int32Array;
  /** By warp of the cluster, and cell; empty before the first atomic. */
  #marks = new Int32Array(0);
  #serial = 0;
  /** For each warp: number of what it knows, and the clock and the version of its knowledge that the number stands for. */
  readonly #keys: Int32Array;
  readonly #keyClocks: Int32Array;
  readonly #keyVersions: Float64Array;
  #newestKey = 0;
  /** Of the warp that does something now. */
  #key = 0;

  constructor(places: Int32Array, clocks: WarpClocks, writes: CellWrites, reads: CellReads, warps: number) {
    this.#places = places;
    this.#clocks = clocks;
    this.#writes = writes;
    this.#reads = reads;
    this.#warps = warps;
    this.#lastKeys = new Int32Array(places.length);
    this.#seen = new Int32Array(places.length);
    this.#keys = new Int32Array(warps);
    this.#keyClocks = new Int32Array(warps);
    this.#keyVersions = new Float64Array(warps);
  }

  /** A new CTA. */
  start(): void {
    this.#lastKeys.fill(0);
  }

  /**
   * Notes the atomics of lanes of a warp, each of one cell, which `shift` makes of its byte; the lanes that are left. `isBlind`: as
   * in `CellWrites.noteAtomic`.
   */
  count(at: Int32Array, mask: number, shift: number, w: number, pc: number, isBlind: boolean): number {
    this.#prepare(w);
    const lastKeys = this.#lastKeys;
    const marks = this.#marks;
    const key = this.#key;
    const places = this.#places;
    const own = COUNTED - w;
    const clock = this.#keyClocks[w];
    const first = COUNTER_WORDS * w * lastKeys.length;
    let left = 0;
    for (let lane = 0; lane < LANES; lane++) {
      const bit = 1 << lane;
      if ((mask & bit) === 0) continue;
      const cell = at[lane] >> shift;
      const mark = first + COUNTER_WORDS * cell;
      if (lastKeys[cell] !== key) {
        if (places[cell] !== own) {
          if (!this.counts(cell, w, bit, pc, isBlind)) left |= bit;
          continue;
        }
        lastKeys[cell] = key;
        this.#know(mark, clock);
      }
      if (isBlind) marks[mark + LATEST] |= bit;
      else this.#see(cell, mark, bit);
      marks[mark + PC] = pc;
    }
    return left;
  }

  /** The lane's atomic, which has seen all before it, is the latest. */
  #see(cell: number, mark: number, bit: number): void {
    const marks = this.#marks;
    marks[mark + EARLIER] |= marks[mark + LATEST];
    marks[mark + LATEST] = bit;
    this.#seen[cell] = marks[mark + SERIAL];
  }

  #prepare(w: number): void {
    if (this.#marks.length === 0) this.#marks = new Int32Array(COUNTER_WORDS * this.#warps * this.#places.length);
    const clock = clockOf(this.#clocks.epochOf(w));
    const { version } = this.#clocks.knowledgeOf(w);
    if (this.#keys[w] === 0 || this.#keyClocks[w] !== clock || this.#keyVersions[w] !== version) {
      this.#keys[w] = ++this.#newestKey;
      this.#keyClocks[w] = clock;
      this.#keyVersions[w] = version;
    }
    this.#key = this.#keys[w];
  }

  /** Notes an atomic of a counted cell; false where the cell is none, or something may have to be said. */
  counts(cell: number, w: number, bit: number, pc: number, isBlind: boolean): boolean {
    const places = this.#places;
    if (!isCounted(places[cell])) return false;
    const marks = this.#marks;
    const at = COUNTER_WORDS * (w * places.length + cell);
    if (marks[at + KEY] !== this.#key && !this.#renew(cell, w, at)) return false;
    marks[at + PC] = pc;
    this.#lastKeys[cell] = this.#key;
    if (places[cell] === COUNTED - w) {
      if (isBlind) marks[at + LATEST] |= bit;
      else this.#see(cell, at, bit);
      return true;
    }
    places[cell] = COUNTED - w;
    marks[at + EARLIER] |= marks[at + LATEST];
    marks[at + LATEST] = bit;
    const serial = ++this.#serial;
    marks[at + SERIAL] = serial;
    if (!isBlind) this.#seen[cell] = serial;
    else if (marks[at + COMPARED] !== this.#key) this.#forgetKnown(cell, w, at);
    return true;
  }

  /** The first atomic of the warp at the cell, or the first since it has learnt something; false where something may have to be said. */
  #renew(cell: number, w: number, at: number): boolean {
    const marks = this.#marks;
    // What the warp knew of at an earlier atomic, it still does, and there were no other accesses since.
    if (marks[at + KEY] === 0 && !this.isQuiet(cell, w)) return false;
    if (marks[at + KEY] === 0) marks[at + CLOCK] = 0;
    this.#know(at, this.#keyClocks[w]);
    return true;
  }

  /** An atomic by the warp of the mark, which has learnt something since the last. */
  #know(mark: number, clock: number): void {
    const marks = this.#marks;
    marks[mark + KEY] = this.#key;
    if (marks[mark + CLOCK] === clock) return;
    marks[mark + CLOCK] = clock;
    marks[mark + EARLIER] = 0;
    marks[mark + LATEST] = 0;
  }

  /** What is ordered behind this atomic is ordered behind those of other warps that were before it. */
  #forgetKnown(cell: number, w: number, at: number): void {
    const marks = this.#marks;
    const { warps: known } = this.#clocks.knowledgeOf(w);
    const step = COUNTER_WORDS * this.#places.length;
    for (let v = 0, of = COUNTER_WORDS * cell; v < this.#warps; v++, of += step) {
      if (marks[of + KEY] === 0 || v === w || marks[of + CLOCK] > known[v]) continue;
      marks[of + EARLIER] |= marks[of + LATEST];
      marks[of + LATEST] = 0;
    }
    marks[at + COMPARED] = this.#key;
  }

  /** Whether an atomic of any lane of the warp is behind all plain accesses of the cell. */
  isQuiet(cell: number, w: number): boolean {
    const { plain } = this.#writes;
    const { firstEpoch } = this.#clocks;
    const { warps: known } = this.#clocks.knowledgeOf(w);
    const before = plain.epoch(cell);
    const by = plain.by(cell);
    if (this.#writes.isPending(cell) || (before >= firstEpoch && clockOf(before) >= known[by] + (by === w ? 0 : 1)))
      return false;
    return this.#reads.isPlain[cell] === 0 || this.#reads.areKnown(w, cell, -1);
  }

  /** The cell is counted from now on: the warp's atomic was noted, and no other one stands behind it. */
  begin(cell: number, w: number, pc: number): void {
    if (!this.isQuiet(cell, w) || this.#writes.hasHidden(cell)) return;
    const marks = this.#marks;
    const step = COUNTER_WORDS * this.#places.length;
    for (let v = 0, of = COUNTER_WORDS * cell; v < this.#warps; v++, of += step) {
      marks[of + KEY] = 0;
      marks[of + COMPARED] = 0;
    }
    const at = step * w + COUNTER_WORDS * cell;
    marks[at + KEY] = this.#key;
    marks[at + CLOCK] = this.#keyClocks[w];
    marks[at + EARLIER] = 0;
    marks[at + LATEST] = this.#writes.atomic.lanesOf(cell);
    marks[at + PC] = pc;
    marks[at + SERIAL] = ++this.#serial;
    this.#seen[cell] = 0;
    this.#lastKeys[cell] = this.#key;
    this.#places[cell] = COUNTED - w;
  }

  /** Gives the cell the marks that it would have had, the oldest first. */
  spread(cell: number): void {
    const marks = this.#marks;
    const step = COUNTER_WORDS * this.#places.length;
    const counted: number[] = [];
    for (let v = 0; v < this.#warps; v++) if (marks[step * v + COUNTER_WORDS * cell + KEY] !== 0) counted.push(v);
    const markOf = (w: number): number => step * w + COUNTER_WORDS * cell;
    counted.sort((v, w) => marks[markOf(v) + SERIAL] - marks[markOf(w) + SERIAL]);
    for (const w of counted) {
      const at = markOf(w);
      const clock = marks[at + CLOCK];
      const pc = marks[at + PC];
      const latest = marks[at + LATEST];
      const lanes = marks[at + EARLIER] | latest;
      const epoch = epochOfLanes(clock, latest);
      if (this.#places[cell] === COUNTED - w) this.#writes.atomic.note(cell, epoch, pc, w, latest);
      else if (latest !== 0 && marks[at + SERIAL] >= this.#seen[cell]) this.#writes.hidden?.add(cell, epoch, w, pc);
      this.#reads.note(w, epochOfLanes(clock, lanes), pc, cell, 'atomic', lanes);
    }
    this.#lastKeys[cell] = 0;
  }
}

const epochOfLanes = (clock: number, lanes: number): number =>
  epochAt(clock) | ((lanes & (lanes - 1)) === 0 ? 31 - Math.clz32(lanes) : SEVERAL);

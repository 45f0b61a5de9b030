/**
 * Accesses of shared memory by whole warps, each lane at cells of its own: the cells of one store form a group, which has one mark
 * for all of them as long as whole warps access it by the same lanes, side by side or apart. What does not fit, or has to be said,
 * is left to `CellAccesses`, which looks at cells: a group that it touches is opened, so that each cell has the marks that it would
 * have had.
 */
import type { AccessForm } from '../machine/access-form.ts';
import type { Cta } from '../machine/cta.ts';
import type { Memory } from '../machine/memory.ts';
import type { Warp } from '../machine/warp.ts';
import { ALONE, isCounted, MARK_WORDS, UNTOUCHED } from './cell-marks.ts';
import type { CellReads } from './cell-reads.ts';
import type { CellWrites } from './cell-writes.ts';
import { clockOf } from './epoch.ts';
import { leavesWord } from './same-value.ts';
import type { SharedCounters } from './shared-counters.ts';
import type { WarpClocks } from './warp-clocks.ts';

const LANE_BITS = 5;
const LANES = 2 ** LANE_BITS;

/** Instead of a group's number: NEW where the cells may form one, NONE where they do not fit. */
const [NEW, NONE] = [-1, -2];

/**
 * Words of a group's mark. Cells of each lane as a power of two (-1: it is open). Of the last write: epoch of lane 0, warp, pc,
 * number of the store, and whether it left the value of some cell. Then a bit for each warp that has read the group.
 */
const GROUP_WORDS = 7;
const [CELL_SHIFT, EPOCH, WARP, PC, SERIAL, LEFT, READERS] = [0, 1, 2, 3, 4, 5, 6];

export class SharedGroups {
  readonly #clocks: WarpClocks;
  readonly #writes: CellWrites;
  readonly #reads: CellReads;
  readonly #memory: Memory;
  readonly #shift: number;
  readonly #warps: number;
  /** Of each cell: UNTOUCHED, ALONE, less than that where it is counted, else group * 32 + lane + 1. */
  readonly places: Int32Array;
  /** Null for a kernel without atomics. */
  readonly counters: SharedCounters | null;
  #groups = 0;
  readonly #marks: Int32Array;
  /** The first cell of each lane of each group. */
  readonly #cells: Int32Array;
  /** The latest read of each group by each warp: epoch of lane 0, and pc. */
  readonly #readers: Int32Array;
  /** 1 for each cell of a group whose value the last write left as it was. */
  readonly #left: Uint8Array;

  /** `shift`: cell of a byte. `newCounters` is absent where no instruction is an atomic. */
  constructor(
    cta: Cta,
    clocks: WarpClocks,
    writes: CellWrites,
    reads: CellReads,
    shift: number,
    newCounters?: (...given: ConstructorParameters<typeof SharedCounters>) => SharedCounters,
  ) {
    this.#clocks = clocks;
    this.#writes = writes;
    this.#reads = reads;
    this.#memory = cta.shared;
    this.#shift = shift;
    this.#warps = cta.grid.warpsPerCta;
    const cells = Math.ceil(cta.shared.sizeBytes / 2 ** shift);
    const most = Math.ceil(cells / LANES);
    this.places = new Int32Array(cells);
    const warps = cta.grid.clusterCtas * this.#warps;
    this.counters = newCounters?.(this.places, clocks, writes, reads, warps) ?? null;
    this.#left = new Uint8Array(cells);
    this.#marks = new Int32Array(GROUP_WORDS * most);
    this.#cells = new Int32Array(LANES * most);
    this.#readers = new Int32Array(2 * most * this.#warps);
  }

  /** A new CTA, whose cells have no marks. */
  start(): void {
    this.places.fill(UNTOUCHED);
    this.#groups = 0;
    this.counters?.start();
  }

  /** From now on, in this CTA, only cells have marks. */
  close(): void {
    for (let group = 0; group < this.#groups; group++) this.#spread(group);
    for (let cell = 0; cell < this.places.length; cell++) if (isCounted(this.places[cell])) this.counters!.spread(cell);
    this.places.fill(ALONE);
  }

  /** The cell is about to be looked at, or to get a mark. */
  open(cell: number): void {
    const place = this.places[cell];
    if (place > UNTOUCHED) this.#spread((place - 1) >> LANE_BITS);
    else if (place !== ALONE) {
      if (isCounted(place)) this.counters!.spread(cell);
      this.places[cell] = ALONE;
    }
  }

  /** All lanes load. False where nothing was noted: where the cells form no group, or something may have to be said. */
  read(warp: Warp, pc: number, form: AccessForm): boolean {
    const group = this.#groupOf(warp, form);
    const w = warp.numberInCluster;
    const own = this.#reads.bitOf(w);
    const at = GROUP_WORDS * group;
    const marks = this.#marks;
    // A read of cells that no lane has written is named by `CellAccesses`.
    if (group < 0 || own === 0 || !this.#isAfter(marks[at + EPOCH], marks[at + WARP], w)) return false;
    marks[at + READERS] |= own;
    const reader = 2 * (group * this.#warps + 31 - Math.clz32(own));
    this.#readers[reader] = this.#clocks.epochOf(w);
    this.#readers[reader + 1] = pc;
    return true;
  }

  /** The same of a plain store; `serial` is its number. */
  write(warp: Warp, pc: number, form: AccessForm, serial: number): boolean {
    const known = this.#groupOf(warp, form);
    const w = warp.numberInCluster;
    const own = this.#reads.bitOf(w);
    if (known === NONE || own === 0 || (known >= 0 && !this.#fitsWrite(known, w))) return false;
    const group = known === NEW ? this.#form(warp, form) : known;
    if (group === NONE) return false;
    const at = GROUP_WORDS * group;
    const marks = this.#marks;
    if (known !== NEW) this.#noteLeft(warp, form, group);
    marks[at + EPOCH] = this.#clocks.epochOf(w);
    marks[at + WARP] = w;
    marks[at + PC] = pc;
    marks[at + SERIAL] = serial;
    // As in `CellReads.forgetOthers`.
    marks[at + READERS] &= own;
    return true;
  }

  #cellShiftOf({ widthBytes }: AccessForm): number {
    return 31 - Math.clz32(widthBytes) - this.#shift;
  }

  /** Of which each lane has its own cells; `NEW` or `NONE` where there is none. */
  #groupOf({ at }: Warp, form: AccessForm): number {
    const [places, shift] = [this.places, this.#shift];
    const first = places[at[0] >> shift];
    if (first <= UNTOUCHED) return first === UNTOUCHED ? NEW : NONE;
    const group = (first - 1) >> LANE_BITS;
    if (this.#marks[GROUP_WORDS * group + CELL_SHIFT] !== this.#cellShiftOf(form) || ((first - 1) & (LANES - 1)) !== 0)
      return NONE;
    for (let lane = 1; lane < LANES; lane++) if (places[at[lane] >> shift] !== first + lane) return NONE;
    return group;
  }

  /** Makes a group of cells that nobody has touched; `NONE` where others are among them, or lanes share some. */
  #form({ at }: Warp, form: AccessForm): number {
    const [places, group, cellShift] = [this.places, this.#groups, this.#cellShiftOf(form)];
    for (let lane = 0; lane < LANES; lane++) {
      const first = at[lane] >> this.#shift;
      for (let cell = first; cell < first + (1 << cellShift); cell++) {
        if (places[cell] !== UNTOUCHED) return this.#unform(at, cellShift, lane, cell);
        places[cell] = group * LANES + lane + 1;
        this.#left[cell] = 0;
      }
      this.#cells[LANES * group + lane] = first;
    }
    this.#groups++;
    this.#marks.fill(0, GROUP_WORDS * group, GROUP_WORDS * (group + 1));
    this.#marks[GROUP_WORDS * group + CELL_SHIFT] = cellShift;
    return group;
  }

  /** Takes back what was done up to that cell of the lane. */
  #unform(at: Int32Array, cellShift: number, last: number, end: number): number {
    for (let lane = 0; lane <= last; lane++) {
      const first = at[lane] >> this.#shift;
      const to = lane === last ? end : first + (1 << cellShift);
      for (let cell = first; cell < to; cell++) this.places[cell] = UNTOUCHED;
    }
    return NONE;
  }

  /** Whether the same lanes, or a warp of which this one knows, did what is marked. */
  #isAfter(epoch: number, by: number, w: number): boolean {
    return by === w || clockOf(epoch) <= this.#clocks.knowledgeOf(w).warps[by];
  }

  /** Whether the last store of the group happened before what any lane of the warp does. */
  isBefore(group: number, w: number): boolean {
    const at = GROUP_WORDS * group;
    const by = this.#marks[at + WARP];
    return clockOf(this.#marks[at + EPOCH]) < this.#clocks.knowledgeOf(w).warps[by] + (by === w ? 0 : 1);
  }

  #fitsWrite(group: number, w: number): boolean {
    const at = GROUP_WORDS * group;
    if (!this.#isAfter(this.#marks[at + EPOCH], this.#marks[at + WARP], w)) return false;
    const first = this.#reads.firstWarp;
    for (let m = this.#marks[at + READERS]; m !== 0; m &= m - 1) {
      const own = 31 - Math.clz32(m & -m);
      if (!this.#isAfter(this.#readers[2 * (group * this.#warps + own)], first + own, w)) return false;
    }
    return true;
  }

  /** Of each cell whether the store leaves its value; who made it is kept. */
  #noteLeft(warp: Warp, form: AccessForm, group: number): void {
    const at = GROUP_WORDS * group;
    const cells = 1 << this.#marks[at + CELL_SHIFT];
    // Where none was left, and none can be, there is nothing to note.
    if (form.elementBytes !== 4 && this.#marks[at + LEFT] === 0) return;
    if (cells === 1 && this.#marks[at + LEFT] === 0 && !this.#leavesWords(warp, form)) return;
    const store = { warp, form, memory: this.#memory, shift: this.#shift, mask: -1, lane: 0 };
    const [epoch, by, pc] = this.#marks.subarray(at + EPOCH, at + EPOCH + 3);
    this.#marks[at + LEFT] = 0;
    for (let lane = 0; lane < LANES; lane++) {
      const first = this.#cells[LANES * group + lane];
      store.lane = lane;
      for (let cell = first; cell < first + cells; cell++) {
        const isLeft = leavesWord(store, cell);
        if (isLeft && this.#left[cell] === 0) this.#writes.plain.setMaker(cell, epoch + lane, by, pc);
        this.#left[cell] = isLeft ? 1 : 0;
        if (isLeft) this.#marks[at + LEFT] = 1;
      }
    }
  }

  /** Whether the store of a word each leaves any of them as it is. */
  #leavesWords({ at, r }: Warp, { values }: AccessForm): boolean {
    const { i32 } = this.#memory;
    for (let lane = 0; lane < LANES; lane++) if (i32[at[lane] >> 2] === r[values[0] + lane]) return true;
    return false;
  }

  /** Gives each cell of the group the marks that it would have had. */
  #spread(group: number): void {
    const [cellShift, epoch, warp, pc, serial, , readers] = this.#marks.subarray(
      GROUP_WORDS * group,
      GROUP_WORDS * (group + 1),
    );
    if (cellShift < 0) return;
    this.#marks[GROUP_WORDS * group + CELL_SHIFT] = -1;
    const { marks } = this.#writes.plain;
    for (let lane = 0; lane < LANES; lane++) {
      const first = this.#cells[LANES * group + lane];
      for (let cell = first; cell < first + (1 << cellShift); cell++) {
        this.places[cell] = ALONE;
        marks[MARK_WORDS * cell] = epoch + lane;
        marks[MARK_WORDS * cell + 1] = warp;
        marks[MARK_WORDS * cell + 2] = pc;
        marks[MARK_WORDS * cell + 3] = this.#left[cell] === 1 ? -serial : serial;
        for (let m = readers; m !== 0; m &= m - 1) {
          const own = 31 - Math.clz32(m & -m);
          const reader = 2 * (group * this.#warps + own);
          const by = this.#reads.firstWarp + own;
          this.#reads.note(by, this.#readers[reader] + lane, this.#readers[reader + 1], cell, 'plain');
        }
      }
    }
  }
}

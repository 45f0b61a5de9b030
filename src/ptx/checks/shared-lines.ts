/**
 * Accesses of shared memory by whole warps, of cells side by side in the order of the lanes: a line of 32 cells has one mark for all
 * of them, and one look in place of 32. What does not fit, or has to be said, is left to `CellAccesses`, which looks at cells: a
 * line that it touches is opened, so that each cell has the marks that it would have had.
 */
import type { AccessForm } from '../machine/access-form.ts';
import type { Cta } from '../machine/cta.ts';
import type { Memory } from '../machine/memory.ts';
import type { Warp } from '../machine/warp.ts';
import { MARK_WORDS } from './cell-marks.ts';
import type { CellReads } from './cell-reads.ts';
import type { CellWrites } from './cell-writes.ts';
import { clockOf, laneOf } from './epoch.ts';
import { leavesWord } from './same-value.ts';
import type { WarpClocks } from './warp-clocks.ts';

/** What has the marks of a line: nobody yet, its cells, or the line, plus the cells of each lane as a power of two. */
const [UNTOUCHED, CELLS, LINE] = [0, 1, 2];

/** Cells of a line, as a power of two: as many as a warp has lanes. */
const LINE_SHIFT = 5;
const LINE_CELLS = 2 ** LINE_SHIFT;

/**
 * Words of a line's mark. Of the last write: epoch of the first cell's lane, warp, pc, number of the store, and a bit for each cell
 * whose value it left. Then a bit for each warp that has read the line.
 */
const LINE_WORDS = 6;
const [EPOCH, WARP, PC, SERIAL, LEFT, READERS] = [0, 1, 2, 3, 4, 5];

export class SharedLines {
  readonly #clocks: WarpClocks;
  readonly #writes: CellWrites;
  readonly #reads: CellReads;
  readonly #memory: Memory;
  readonly #shift: number;
  readonly #warps: number;
  readonly #kinds: Uint8Array;
  readonly #marks: Int32Array;
  /** For each line and each warp that has read it: epoch of the first cell's lane, and pc. */
  readonly #readers: Int32Array;

  /** `shift`: cell of a byte. */
  constructor(cta: Cta, clocks: WarpClocks, writes: CellWrites, reads: CellReads, shift: number) {
    this.#clocks = clocks;
    this.#writes = writes;
    this.#reads = reads;
    this.#memory = cta.shared;
    this.#shift = shift;
    this.#warps = cta.grid.warpsPerCta;
    const lines = Math.ceil(Math.ceil(cta.shared.sizeBytes / 2 ** shift) / LINE_CELLS);
    this.#kinds = new Uint8Array(lines);
    this.#marks = new Int32Array(LINE_WORDS * lines);
    this.#readers = new Int32Array(2 * lines * this.#warps);
  }

  /** A new CTA, whose cells have no marks. */
  start(): void {
    this.#kinds.fill(UNTOUCHED);
  }

  /** From now on, in this CTA, only cells have marks. */
  close(): void {
    for (let line = 0; line < this.#kinds.length; line++) if (this.#kinds[line] >= LINE) this.#spread(line);
    this.#kinds.fill(CELLS);
  }

  /** The cell is about to be looked at, or to get a mark. */
  open(cell: number): void {
    const line = cell >>> LINE_SHIFT;
    const kind = this.#kinds[line];
    if (kind === CELLS) return;
    if (kind >= LINE) this.#spread(line);
    this.#kinds[line] = CELLS;
  }

  /** All lanes load. False where nothing was noted: where the cells do not form lines, or something may have to be said. */
  read(warp: Warp, pc: number, form: AccessForm): boolean {
    const first = this.#firstOf(warp, form);
    if (first < 0) return false;
    const { numberInCluster: w } = warp;
    const own = this.#reads.bitOf(w);
    const cellShift = this.#cellShiftOf(form);
    const epoch = this.#clocks.epochOf(w);
    const marks = this.#marks;
    for (let i = 0; i < 1 << cellShift; i++) {
      const line = first + i;
      const lane = i << (LINE_SHIFT - cellShift);
      // What nobody has written is named.
      if (this.#kinds[line] !== LINE + cellShift || !this.#isAfterWrite(LINE_WORDS * line, w, lane)) return false;
    }
    for (let i = 0; i < 1 << cellShift; i++) {
      const line = first + i;
      marks[LINE_WORDS * line + READERS] |= own;
      const at = 2 * (line * this.#warps + 31 - Math.clz32(own));
      this.#readers[at] = epoch | (i << (LINE_SHIFT - cellShift));
      this.#readers[at + 1] = pc;
    }
    return own !== 0;
  }

  /** The same of a plain store; `serial` is its number. */
  write(warp: Warp, pc: number, form: AccessForm, serial: number): boolean {
    const first = this.#firstOf(warp, form);
    if (first < 0) return false;
    const w = warp.numberInCluster;
    const cellShift = this.#cellShiftOf(form);
    for (let i = 0; i < 1 << cellShift; i++) {
      if (!this.#fitsWrite(first + i, cellShift, w, i << (LINE_SHIFT - cellShift))) return false;
    }
    const own = this.#reads.bitOf(w);
    const epoch = this.#clocks.epochOf(w);
    for (let i = 0; i < 1 << cellShift; i++) {
      const line = first + i;
      const at = LINE_WORDS * line;
      const isFirst = this.#kinds[line] === UNTOUCHED;
      const left = isFirst ? 0 : this.#leftBy(warp, form, line, i, cellShift);
      this.#kinds[line] = LINE + cellShift;
      this.#marks[at + EPOCH] = epoch | (i << (LINE_SHIFT - cellShift));
      this.#marks[at + WARP] = w;
      this.#marks[at + PC] = pc;
      this.#marks[at + SERIAL] = serial;
      this.#marks[at + LEFT] = left;
      // Same as in `CellReads.forgetOthers`.
      this.#marks[at + READERS] = isFirst ? 0 : this.#marks[at + READERS] & own;
    }
    return true;
  }

  /** The first line; -1 where the lanes' cells do not fill lines. */
  #firstOf({ at, numberInCluster }: Warp, { widthBytes }: AccessForm): number {
    const start = at[0] >> this.#shift;
    if ((start & (LINE_CELLS - 1)) !== 0 || this.#reads.bitOf(numberInCluster) === 0) return -1;
    for (let lane = 1, next = at[0] + widthBytes; lane < LINE_CELLS; lane++, next += widthBytes)
      if (at[lane] !== next) return -1;
    return start >>> LINE_SHIFT;
  }

  #cellShiftOf({ widthBytes }: AccessForm): number {
    return 31 - Math.clz32(widthBytes) - this.#shift;
  }

  /** Whether what is marked was written before what the warp does now, by the same lanes where it was the warp itself. */
  #isAfterWrite(at: number, w: number, lane: number): boolean {
    const marks = this.#marks;
    return this.#isAfter(marks[at + EPOCH], marks[at + WARP], w, lane);
  }

  #isAfter(epoch: number, by: number, w: number, lane: number): boolean {
    if (by === w) return laneOf(epoch) === lane;
    return clockOf(epoch) <= this.#clocks.knowledgeOf(w).warps[by];
  }

  #fitsWrite(line: number, cellShift: number, w: number, lane: number): boolean {
    if (this.#kinds[line] === UNTOUCHED) return true;
    const at = LINE_WORDS * line;
    if (this.#kinds[line] !== LINE + cellShift || !this.#isAfterWrite(at, w, lane)) return false;
    const first = this.#reads.firstWarp;
    for (let m = this.#marks[at + READERS]; m !== 0; m &= m - 1) {
      const own = 31 - Math.clz32(m & -m);
      if (!this.#isAfter(this.#readers[2 * (line * this.#warps + own)], first + own, w, lane)) return false;
    }
    return true;
  }

  /** A bit for each cell of the line, written before, whose value the store leaves; who made it is kept. */
  #leftBy(warp: Warp, form: AccessForm, line: number, i: number, cellShift: number): number {
    if (form.elementBytes !== 4) return 0;
    const at = LINE_WORDS * line;
    const store = { warp, form, memory: this.#memory, shift: this.#shift, mask: -1, lane: 0 };
    let left = 0;
    for (let c = 0; c < LINE_CELLS; c++) {
      store.lane = (i * LINE_CELLS + c) >> cellShift;
      if (leavesWord(store, line * LINE_CELLS + c)) left |= 1 << c;
    }
    for (let m = left & ~this.#marks[at + LEFT]; m !== 0; m &= m - 1) {
      const c = 31 - Math.clz32(m & -m);
      const epoch = this.#marks[at + EPOCH] + (c >> cellShift);
      this.#writes.plain.setMaker(line * LINE_CELLS + c, epoch, this.#marks[at + WARP], this.#marks[at + PC]);
    }
    return left;
  }

  /** Gives each cell of the line the marks that it would have had. */
  #spread(line: number): void {
    const cellShift = this.#kinds[line] - LINE;
    const at = LINE_WORDS * line;
    const { marks } = this.#writes.plain;
    const [epoch, warp, pc, serial, left, readers] = this.#marks.subarray(at, at + LINE_WORDS);
    for (let c = 0; c < LINE_CELLS; c++) {
      const cell = line * LINE_CELLS + c;
      const lane = c >> cellShift;
      marks[MARK_WORDS * cell] = epoch + lane;
      marks[MARK_WORDS * cell + 1] = warp;
      marks[MARK_WORDS * cell + 2] = pc;
      marks[MARK_WORDS * cell + 3] = (left >>> c) & 1 ? -serial : serial;
      for (let m = readers; m !== 0; m &= m - 1) {
        const own = 31 - Math.clz32(m & -m);
        const read = 2 * (line * this.#warps + own);
        const by = this.#reads.firstWarp + own;
        this.#reads.note(by, this.#readers[read] + lane, this.#readers[read + 1], cell, 'plain');
      }
    }
  }
}

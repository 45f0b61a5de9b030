/**
 * Accesses of device memory by whole warps, of cells side by side in the order of the lanes: one look for each line of 32 cells in
 * place of one for each cell. A line whose marks are all of such accesses, by the same lanes, has one mark for its cells. What does
 * not fit, or races, is left to `GlobalAccesses`, which looks at cells.
 */
import type { AccessForm } from '../machine/access-form.ts';
import type { AccessOrder } from './access-order.ts';
import type { GlobalRecord } from './global-record.ts';
import type { GlobalWrites } from './global-writes.ts';
import {
  type CellMarks,
  LINE,
  LINE_SHIFT,
  laneOfPlace,
  type Marks,
  PAGE_CELLS,
  PAGE_SHIFT,
  type ShadowPage,
  strongOf,
  UNTOUCHED,
} from './shadow.ts';

export class LineAccesses {
  readonly #record: GlobalRecord;
  readonly #order: AccessOrder;
  readonly #writes: GlobalWrites;

  constructor(record: GlobalRecord, order: AccessOrder, writes: GlobalWrites) {
    this.#record = record;
    this.#order = order;
    this.#writes = writes;
  }

  /**
   * Notes what all lanes of warp `w` do at the bytes `at`; `place` is that of lane 0. False where nothing was noted: where the
   * cells do not form lines, or something has to be said.
   */
  accessed(at: Int32Array, form: AccessForm, w: number, segment: number, place: number): boolean {
    const { shift } = this.#record;
    const start = at[0] >> shift;
    const cellShift = 31 - Math.clz32(form.widthBytes) - shift;
    const count = 1 << cellShift;
    const last = start + (count << LINE_SHIFT) - 1;
    const isAligned = cellShift >= 0 && (start & ((1 << LINE_SHIFT) - 1)) === 0;
    if (!isAligned || start >> PAGE_SHIFT !== last >> PAGE_SHIFT || !areSideBySide(at, form.widthBytes)) return false;
    const page = this.#record.pageOf(start);
    if (page === null) return true;
    const kind = LINE + cellShift;
    const first = (start & (PAGE_CELLS - 1)) >>> LINE_SHIFT;
    // Lanes of a line.
    const lanes = (1 << LINE_SHIFT) >> cellShift;
    for (let i = 0; i < count; i++) if (!this.#fits(page, first + i, kind, form, w, place + i * lanes)) return false;
    for (let i = 0; i < count; i++) {
      page.kinds[first + i] = kind;
      const line = 2 * (first + i);
      if (form.effect === 'read') this.#noteRead(page.lines, line, segment, place + i * lanes);
      else this.#noteWrite(page.lines, line, segment, place + i * lanes, w, start + (i << LINE_SHIFT));
    }
    return true;
  }

  /** Whether the line has one mark of each sort, by the same lanes, and what it marks came before. */
  #fits({ kinds, lines }: ShadowPage, line: number, kind: number, form: AccessForm, w: number, place: number): boolean {
    if (kinds[line] === UNTOUCHED) return true;
    if (kinds[line] !== kind) return false;
    const { reads, others } = lines;
    const i = 2 * line;
    if (form.effect === 'read') return this.#fitsRead(lines, i, form, w, place);
    return (
      this.#isAfterWrites(lines, i, w, place) &&
      this.#isAfter(reads, i, w, place) &&
      this.#isAfter(others, i, w, place) &&
      this.#isAfterFurther(lines, i, w, place)
    );
  }

  #isAfterFurther({ further }: CellMarks, i: number, w: number, place: number): boolean {
    const reads = further?.get(i);
    return (
      reads === undefined || reads.every((by, k) => k % 2 === 1 || this.#order.isOrdered(by, reads[k + 1], w, place))
    );
  }

  #fitsRead(lines: CellMarks, i: number, { isReadOnly }: AccessForm, w: number, place: number): boolean {
    const { writes } = lines;
    // A byte that was ever written in this launch may not be read through the cache for read-only data.
    return writes === null || writes[i] === 0 || (!isReadOnly && this.#isAfterWrites(lines, i, w, place));
  }

  #isAfterWrites({ writes, plains, near, far }: CellMarks, i: number, w: number, place: number): boolean {
    return (
      this.#isAfter(writes, i, w, place) &&
      this.#isAfter(plains, i, w, place) &&
      this.#isAfter(near, i, w, place) &&
      this.#isAfter(far, i, w, place)
    );
  }

  #isAfter(marks: Marks | null, i: number, w: number, place: number): boolean {
    if (marks === null || marks[i] === 0) return true;
    return laneOfPlace(marks[i + 1]) === laneOfPlace(place) && this.#order.isOrdered(marks[i], marks[i + 1], w, place);
  }

  #noteRead(lines: CellMarks, i: number, segment: number, place: number): void {
    const { reads } = lines;
    if (reads === null || reads[i] !== segment) this.#record.noteRead(lines, i, segment, place);
    // Another read in the segment; none that is strong may hide a plain one.
    else if (strongOf(place) === 0 || strongOf(reads[i + 1]) !== 0) reads[i + 1] = place;
  }

  #noteWrite(lines: CellMarks, i: number, segment: number, place: number, w: number, cell: number): void {
    const { reads, others } = lines;
    // Same as in `GlobalAccesses`: an access ordered after a plain write is also ordered after the reads before it, or
    // they raced with the write.
    if (reads !== null && reads[i] !== 0 && strongOf(place) === 0) {
      if (reads[i] !== segment) reads[i] = 0;
      if (others !== null) others[i] = 0;
      lines.further?.delete(i);
    }
    this.#writes.note(lines, i, segment, place, w, cell);
  }
}

function areSideBySide(at: Int32Array, widthBytes: number): boolean {
  for (let lane = 1, next = at[0] + widthBytes; lane < 32; lane++, next += widthBytes)
    if (at[lane] !== next) return false;
  return true;
}

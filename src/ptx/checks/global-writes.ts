/** Notes writes of device memory: a strong write does not hide those before it that it does not know of. */
import type { AccessOrder } from './access-order.ts';
import type { GlobalRecord } from './global-record.ts';
import {
  type CellMarks,
  ENGINE,
  laneOfPlace,
  type Marks,
  markAgain,
  newMarks,
  pcOf,
  putMark,
  strongOf,
} from './shadow.ts';

export class GlobalWrites {
  readonly #record: GlobalRecord;
  readonly #order: AccessOrder;
  /** Of the instruction that was asked about last. */
  #pc = -1;
  #isBlindAt = false;

  constructor(record: GlobalRecord, order: AccessOrder) {
    this.#record = record;
    this.#order = order;
  }

  /** Notes a write by warp `w`, in its segment, of the cell whose marks are there, or of a line that begins with it. */
  note(marks: CellMarks, i: number, segment: number, place: number, w: number, cell: number): void {
    marks.writes ??= newMarks(marks);
    const { writes } = marks;
    if (strongOf(place) === 0) {
      // What is ordered after a plain write is ordered after the writes before it, or these raced with it.
      if (marks.plains !== null) marks.plains[i] = 0;
      forgetHidden(marks, i);
    } else if (writes[i] === segment && strongOf(writes[i + 1]) !== 0 && this.#isBlind(place)) {
      markAgain(marks, 'writes', i, place);
      return;
    } else if (writes[i] !== 0) this.#keepLast(marks, writes, i, segment, place, w, cell);
    writes[i] = segment;
    writes[i + 1] = place;
  }

  /** The same of an atomic that learns nothing, behind one of another segment. */
  noteBlind(marks: CellMarks, i: number, segment: number, place: number, w: number, cell: number): void {
    const writes = marks.writes!;
    this.#hideLast(marks, i, writes[i], writes[i + 1], segment, w, place, cell);
    writes[i] = segment;
    writes[i + 1] = place;
  }

  /** Keeps the last write, an atomic in a segment of which warp `w` does not know, behind the atomic that follows. */
  hide(marks: CellMarks, i: number, last: number, lastPlace: number, w: number, cell: number): void {
    if (!this.#order.hasAcquired(last, w, cell)) hideMark(marks, this.#order.isNear(last), i, last, lastPlace);
  }

  /** Keeps the last write, if the strong one that follows says nothing about it. */
  #keepLast(marks: CellMarks, writes: Marks, i: number, segment: number, place: number, w: number, cell: number): void {
    const last = writes[i];
    const lastPlace = writes[i + 1];
    if (strongOf(lastPlace) === 0) putMark(marks, 'plains', i, last, lastPlace);
    else if (!this.#isBlind(place)) forgetHidden(marks, i);
    else this.#hideLast(marks, i, last, lastPlace, segment, w, place, cell);
  }

  /** A thread's own atomic says nothing about one of another warp before it, if it does not know of it. */
  #hideLast(
    marks: CellMarks,
    i: number,
    last: number,
    lastPlace: number,
    segment: number,
    w: number,
    place: number,
    cell: number,
  ): void {
    const { cluster, warp } = this.#record.segments;
    const isNear = cluster[last] === cluster[segment];
    if (isNear && warp[last] === warp[segment]) return;
    if (!this.#isKnown(last, lastPlace, w, place, cell)) hideMark(marks, isNear, i, last, lastPlace);
  }

  #isKnown(by: number, place: number, w: number, herePlace: number, cell: number): boolean {
    return this.#order.happenedBefore(by, place, w, herePlace) || this.#order.hasAcquired(by, w, cell);
  }

  #isBlind(place: number): boolean {
    const pc = pcOf(place);
    if (pc !== this.#pc || laneOfPlace(place) === ENGINE) {
      this.#pc = pc;
      this.#isBlindAt = isBlind(this.#record, place);
    }
    return this.#isBlindAt;
  }

  /** Whether a write by warp `w` at the place stands for an access before it: what is ordered after the one is ordered after both. */
  isCovered(by: number, place: number, w: number, herePlace: number): boolean {
    return this.#isBlind(herePlace)
      ? this.#order.happenedBefore(by, place, w, herePlace)
      : this.#order.isOrdered(by, place, w, herePlace);
  }
}

/** Whether who writes does not see what is there: an atomic whose result nothing reads, or a copy engine. */
export const isBlind = ({ special }: GlobalRecord, place: number): boolean =>
  laneOfPlace(place) === ENGINE || special.blind.has(pcOf(place));

/** `putMark` of a write behind the last one, without a look-up by name: the atomics of busy counters come here each time. */
function hideMark(marks: CellMarks, isNear: boolean, i: number, segment: number, place: number): void {
  if (isNear) marks.near ??= newMarks(marks);
  else marks.far ??= newMarks(marks);
  const hidden = (isNear ? marks.near : marks.far)!;
  hidden[i] = segment;
  hidden[i + 1] = place;
}

/** Forgets the writes behind the last one. */
export function forgetHidden({ near, far }: CellMarks, i: number): void {
  if (near !== null) near[i] = 0;
  if (far !== null) far[i] = 0;
}

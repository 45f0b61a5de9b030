/**
 * Cells of device memory that nothing has touched lately but atomics for the whole device: the counters of a histogram, the ranks of
 * a sort. Such atomics race with nothing there, so that each is noted, and no more.
 */
import { LANES } from '../../base/hardware.ts';
import type { Warp } from '../machine/warp.ts';
import type { AccessOrder } from './access-order.ts';
import type { GlobalRecord } from './global-record.ts';
import { forgetHidden, type GlobalWrites } from './global-writes.ts';
import {
  ANY_LANE,
  CELLS,
  isForDevice,
  LINE_SHIFT,
  laneOfPlace,
  type Marks,
  markAgain,
  markOf,
  ofSeveralLanes,
  PAGE_CELLS,
  PAGE_SHIFT,
  placeAt,
  SEVERAL_LANES,
  type ShadowPage,
  strongOf,
} from './shadow.ts';

/** Of a page that has no counters yet. */
const NONE_COUNTED: Readonly<Int32Array> = new Int32Array(PAGE_CELLS);

export class GlobalCounters {
  readonly #record: GlobalRecord;
  readonly #order: AccessOrder;
  readonly #writes: GlobalWrites;

  constructor(record: GlobalRecord, order: AccessOrder, writes: GlobalWrites) {
    this.#record = record;
    this.#order = order;
    this.#writes = writes;
  }

  /**
   * Notes the atomics of lanes, each of one cell; `first` is the place of lane 0, `isBlind` whether nothing uses what they find. The
   * lanes whose cells are no counters.
   */
  count({ at, numberInCluster: w }: Warp, mask: number, segment: number, first: number, isBlind: boolean): number {
    const { shift } = this.#record;
    const several = ofSeveralLanes(first);
    let page: ShadowPage | null = null;
    let counted = NONE_COUNTED;
    let writes: Marks | null = null;
    let lanes: Int32Array | null = null;
    let number = -1;
    let left = 0;
    for (let lane = 0; lane < LANES; lane++) {
      const bit = 1 << lane;
      if ((mask & bit) === 0) continue;
      const cell = at[lane] >> shift;
      if (cell >> PAGE_SHIFT !== number) {
        number = cell >> PAGE_SHIFT;
        page = this.#record.pageOf(cell);
        counted = page?.counted ?? NONE_COUNTED;
        writes = page?.writes ?? null;
        lanes = page?.lanes ?? null;
      }
      if (page === null) continue;
      const i = markOf(cell);
      const last = counted[i >> 1];
      if (last !== segment && last !== -segment) {
        if (last > 0) this.#noteFirst(page, i, last, segment, first | lane, w, cell, isBlind);
        else if (!this.#isFirst(page, i, segment, first | lane, w, cell, isBlind)) left |= bit;
        else if (counted !== page.counted) number = -1;
      } else if (isBlind && lanes !== null && laneOfPlace(writes![i + 1]) === SEVERAL_LANES) {
        lanes[i] |= bit;
        writes![i + 1] = several;
      } else {
        this.#noteAgain(page, i, first | lane, isBlind);
        lanes = page.lanes;
      }
    }
    return left;
  }

  /** Notes the first atomic of the segment at a counter; false where the cell is none. */
  #isFirst(
    page: ShadowPage,
    i: number,
    segment: number,
    place: number,
    w: number,
    cell: number,
    isBlind: boolean,
  ): boolean {
    const { writes } = page;
    if (writes === null || !isCounter(page, writes, i)) return false;
    if (!isBlind) {
      forgetHidden(page, i);
      writes[i] = segment;
      writes[i + 1] = place;
    } else if (writes[i] !== segment) this.#writes.noteBlind(page, i, segment, place, w, cell);
    else markAgain(page, 'writes', i, place);
    setCounted(page, i, segment, true);
    return true;
  }

  /** The first atomic of the segment at a counter, which those of another segment were the last to touch. */
  #noteFirst(
    page: ShadowPage,
    i: number,
    last: number,
    segment: number,
    place: number,
    w: number,
    cell: number,
    isBlind: boolean,
  ): void {
    const writes = page.writes!;
    if (!isBlind) forgetHidden(page, i);
    else if (!this.#order.isOver(last, w)) this.#writes.hide(page, i, last, writes[i + 1], w, cell);
    writes[i] = segment;
    writes[i + 1] = place;
    page.counted![i >> 1] = segment;
  }

  /** Another atomic of the segment. Who uses what it finds has seen all that were before it. */
  #noteAgain(page: ShadowPage, i: number, place: number, isBlind: boolean): void {
    if (isBlind) {
      markAgain(page, 'writes', i, place);
      return;
    }
    forgetHidden(page, i);
    page.writes![i + 1] = place;
  }

  /** The last write of the cell whose marks are there is an atomic of the segment: more may be noted alike if none by any lane races. */
  begin(page: ShadowPage, i: number, segment: number, w: number): void {
    const { plains, near, far, reads, others } = page;
    const isQuiet = [plains, near, far, reads, others].every(
      marks => marks === null || marks[i] === 0 || this.#order.isOrdered(marks[i], marks[i + 1], w, STRONG_BY_ANY),
    );
    if (isQuiet && !page.further?.has(i)) setCounted(page, i, segment, false);
  }
}

/** `isCounter`: whether nothing is there that may race with atomics of other segments. */
function setCounted(page: ShadowPage, i: number, segment: number, isCounter: boolean): void {
  page.counted ??= new Int32Array(PAGE_CELLS);
  page.counted[i >> 1] = isCounter ? segment : -segment;
}

const STRONG_BY_ANY = placeAt(0, 3, ANY_LANE);

const isCounter = ({ kinds, plains, reads, near, far }: ShadowPage, writes: Marks, i: number): boolean =>
  strongOf(writes[i + 1]) === 3 &&
  kinds[i >>> (LINE_SHIFT + 1)] === CELLS &&
  (plains === null || plains[i] === 0) &&
  (reads === null || reads[i] === 0) &&
  isForDevice(near, i) &&
  isForDevice(far, i);

/**
 * Cells of device memory that nothing has touched but atomics for the whole device whose threads learn nothing there: the counters of
 * a histogram. Such atomics race with nothing there, so that each is noted, and no more.
 */
import type { Warp } from '../machine/warp.ts';
import type { GlobalRecord } from './global-record.ts';
import type { GlobalWrites } from './global-writes.ts';
import {
  CELLS,
  LINE_SHIFT,
  laneOfPlace,
  type Marks,
  markAgain,
  markOf,
  ofSeveralLanes,
  PAGE_SHIFT,
  SEVERAL_LANES,
  type ShadowPage,
  strongOf,
} from './shadow.ts';

export class GlobalCounters {
  readonly #record: GlobalRecord;
  readonly #writes: GlobalWrites;

  constructor(record: GlobalRecord, writes: GlobalWrites) {
    this.#record = record;
    this.#writes = writes;
  }

  /** Notes the atomics of lanes, each of one cell; `first` is the place of lane 0. The lanes whose cells are no counters. */
  count({ at, numberInCluster: w }: Warp, mask: number, segment: number, first: number): number {
    const { shift } = this.#record;
    const several = ofSeveralLanes(first);
    let page: ShadowPage | null = null;
    let number = -1;
    let left = 0;
    for (let m = mask; m !== 0; m &= m - 1) {
      const bit = m & -m;
      const place = first | (31 - Math.clz32(bit));
      const cell = at[31 - Math.clz32(bit)] >> shift;
      if (cell >> PAGE_SHIFT !== number) {
        number = cell >> PAGE_SHIFT;
        page = this.#record.pageOf(cell);
      }
      if (page === null) continue;
      const i = markOf(cell);
      const { writes, lanes } = page;
      if (writes === null || !isCounter(page, writes, i)) left |= bit;
      else if (writes[i] !== segment) this.#writes.noteBlind(page, i, segment, place, w, cell);
      else if (lanes !== null && laneOfPlace(writes[i + 1]) === SEVERAL_LANES) {
        lanes[i] |= bit;
        writes[i + 1] = several;
      } else markAgain(page, 'writes', i, place);
    }
    return left;
  }
}

const isCounter = ({ kinds, plains, reads, near, far }: ShadowPage, writes: Marks, i: number): boolean =>
  strongOf(writes[i + 1]) === 3 &&
  kinds[i >>> (LINE_SHIFT + 1)] === CELLS &&
  (plains === null || plains[i] === 0) &&
  (reads === null || reads[i] === 0) &&
  isForDevice(near, i) &&
  isForDevice(far, i);

/** Whether no narrower write is marked there. */
export const isForDevice = (marks: Marks | null, i: number): boolean =>
  marks === null || marks[i] === 0 || strongOf(marks[i + 1]) === 3;

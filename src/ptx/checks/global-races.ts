/** Compares an access of device memory with those before it that are marked, and reports the races. */
import type { Warp } from '../machine/warp.ts';
import type { AccessOrder } from './access-order.ts';
import type { GlobalFindings, GlobalThread } from './global-findings.ts';
import type { GlobalRecord } from './global-record.ts';
import { keepsBytes, type Store } from './same-value.ts';
import {
  isForDevice,
  laneOfPlace,
  lanesOfMark,
  type MarkSort,
  type Marks,
  placeByOther,
  SEVERAL_LANES,
  type ShadowPage,
  strongOf,
} from './shadow.ts';
import type { WarpClocks } from './warp-clocks.ts';

const NONE: readonly number[] = [];

export class GlobalRaces {
  readonly #record: GlobalRecord;
  readonly #clocks: WarpClocks;
  readonly #order: AccessOrder;
  readonly #findings: GlobalFindings;

  constructor(record: GlobalRecord, clocks: WarpClocks, order: AccessOrder, findings: GlobalFindings) {
    this.#record = record;
    this.#clocks = clocks;
    this.#order = order;
    this.#findings = findings;
  }

  /** Whether all writes of the cell came before; reports those that race. */
  checkWrites(
    page: ShadowPage,
    i: number,
    warp: Warp,
    segment: number,
    place: number,
    cell: number,
    store: Store | null,
  ): boolean {
    const isAfterLast = this.check(page, 'writes', i, warp, segment, place, cell, store);
    const { plains, near, far } = page;
    if (plains === null && near === null && far === null) return isAfterLast;
    const isAfterPlain = this.check(page, 'plains', i, warp, segment, place, cell, store);
    const isAfterNear = this.check(page, 'near', i, warp, segment, place, cell, store);
    return this.check(page, 'far', i, warp, segment, place, cell, store) && isAfterNear && isAfterPlain && isAfterLast;
  }

  /** The same for a strong access. Those that are strong for the whole device race with no other of their kind. */
  checkStrong(page: ShadowPage, i: number, warp: Warp, segment: number, place: number, cell: number): void {
    if (strongOf(place) === 3 && areForDevice(page, i)) return;
    this.checkWrites(page, i, warp, segment, place, cell, null);
  }

  /** Whether what is marked came before; reports it where it races. `store`: of an access that is one lane's plain store. */
  check(
    page: ShadowPage,
    sort: MarkSort,
    i: number,
    warp: Warp,
    segment: number,
    place: number,
    cell: number,
    store: Store | null,
  ): boolean {
    const marks = page[sort];
    if (marks === null || marks[i] === 0) return true;
    if (this.#order.isOrdered(marks[i], marks[i + 1], warp.numberInCluster, place)) return true;
    const isOfLanes = laneOfPlace(marks[i + 1]) === SEVERAL_LANES;
    if (isOfLanes && this.#order.areBefore(marks[i], lanesOfMark(page, sort, i), warp.numberInCluster, place))
      return true;
    const other = threadAt(marks, i, cell);
    const isOwnWarp = sort === 'reads' && other.segment === segment;
    const by = isOwnWarp ? { ...other, place: placeByOther(page, i, laneOfPlace(place)) } : other;
    this.#report({ segment, place, cell }, by, warp, store);
    return false;
  }

  /** The same of further reads. */
  checkFurther(
    page: ShadowPage,
    i: number,
    warp: Warp,
    segment: number,
    place: number,
    cell: number,
    store: Store | null,
  ): boolean {
    let areBefore = true;
    const further = page.further?.get(i) ?? NONE;
    for (let k = 0; k < further.length; k += 2) {
      const other = { segment: further[k], place: further[k + 1], cell };
      if (this.#order.isOrdered(other.segment, other.place, warp.numberInCluster, place)) continue;
      this.#report({ segment, place, cell }, other, warp, store);
      areBefore = false;
    }
    return areBefore;
  }

  #report(here: GlobalThread, other: GlobalThread, { numberInCluster: w, interval }: Warp, store: Store | null): void {
    const { cluster, warp, clock } = this.#record.segments;
    const { segment, place } = other;
    const [actor, isFlag] = [{ cluster: cluster[segment], warp: warp[segment] }, strongOf(place) !== 0];
    if (isFlag && this.#order.hasAcquired(segment, w, here.cell)) return;
    if (store !== null && keepsBytes(store, here.cell)) this.#findings.sameValue(here, other, interval);
    else if (this.#clocks.flags?.hasSeen(w, actor, clock[segment], isFlag))
      this.#findings.notAcquired(here, other, interval);
    else this.#findings.race(here, other, interval);
  }
}

const areForDevice = ({ writes, plains, near, far }: ShadowPage, i: number): boolean =>
  isForDevice(writes, i) && isForDevice(plains, i) && isForDevice(near, i) && isForDevice(far, i);

export const threadAt = (marks: Marks, i: number, cell: number): GlobalThread => ({
  segment: marks[i],
  place: marks[i + 1],
  cell,
});

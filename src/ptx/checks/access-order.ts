/** Whether what is marked in device memory happened before what a warp does now. */
import { epochAt } from './epoch.ts';
import type { GlobalRecord } from './global-record.ts';
import { ENGINE, laneOfPlace, strongOf } from './shadow.ts';
import type { WarpClocks } from './warp-clocks.ts';

export class AccessOrder {
  readonly #record: GlobalRecord;
  readonly #clocks: WarpClocks;
  #cluster = 0;

  constructor(record: GlobalRecord, clocks: WarpClocks) {
    this.#record = record;
    this.#clocks = clocks;
  }

  /** A new cluster, after its clocks have started. */
  start(firstCta: number): void {
    this.#cluster = firstCta;
  }

  /** `by`, `place`: segment and place of what is marked; `w`, `herePlace`: warp and place of what happens now. */
  isOrdered(by: number, place: number, w: number, herePlace: number): boolean {
    const { cluster, warp, clock } = this.#record.segments;
    const lane = laneOfPlace(place);
    if (cluster[by] === this.#cluster) {
      if (lane === ENGINE || laneOfPlace(herePlace) === ENGINE) return true;
      if (this.#clocks.isBefore(epochAt(clock[by]) | lane, warp[by], w, laneOfPlace(herePlace))) return true;
    } else {
      if (!this.#record.isWhole) return true;
      if (this.#clocks.knowledgeOf(w).foreign?.knows(cluster[by], warp[by], clock[by])) return true;
    }
    return this.#isMorallyStrong(by, place, w, herePlace);
  }

  /** Both are strong, each with a scope that reaches the other. */
  #isMorallyStrong(by: number, place: number, w: number, herePlace: number): boolean {
    const weakest = Math.min(strongOf(place), strongOf(herePlace));
    if (weakest === 0 || weakest === 3) return weakest === 3;
    const { cluster, warp } = this.#record.segments;
    const { warpsPerCta } = this.#record.grid;
    if (cluster[by] !== this.#cluster) return false;
    return weakest === 2 || Math.floor(warp[by] / warpsPerCta) === Math.floor(w / warpsPerCta);
  }
}

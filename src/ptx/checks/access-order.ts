/** Whether what is marked in device memory happened before what a warp does now. */
import { epochAt, ofSeveral } from './epoch.ts';
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
    // Most strong accesses are so for the whole device.
    if ((strongOf(place) & strongOf(herePlace)) === 3) return true;
    return this.happenedBefore(by, place, w, herePlace) || this.#isMorallyStrong(by, place, w, herePlace);
  }

  /** The same but for accesses that do not race because both are strong. */
  happenedBefore(by: number, place: number, w: number, herePlace: number): boolean {
    const { cluster, warp, clock } = this.#record.segments;
    const lane = laneOfPlace(place);
    if (cluster[by] === this.#cluster) {
      if (lane === ENGINE || laneOfPlace(herePlace) === ENGINE) return true;
      return this.#clocks.isBefore(epochAt(clock[by]) | lane, warp[by], w, laneOfPlace(herePlace));
    }
    return this.#isForeignKnown(by, w);
  }

  /** Whether all that another warp's instructions did in the segment happened before, or the segment is of the warp itself. */
  isOver(by: number, w: number): boolean {
    const { cluster, warp, clock } = this.#record.segments;
    if (cluster[by] !== this.#cluster) return this.#isForeignKnown(by, w);
    return warp[by] === w || clock[by] <= this.#clocks.knowledgeOf(w).warps[warp[by]];
  }

  #isForeignKnown(by: number, w: number): boolean {
    if (!this.#record.isWhole) return true;
    const { foreign } = this.#clocks.knowledgeOf(w);
    if (foreign === null) return false;
    const { cluster, warp, clock } = this.#record.segments;
    return foreign.knows(cluster[by], warp[by], clock[by]);
  }

  /** Whether the segment is of a warp of the cluster that runs now. */
  isNear(by: number): boolean {
    return this.#record.segments.cluster[by] === this.#cluster;
  }

  /** Whether what the lanes of one warp did happened before. */
  areBefore(by: number, lanes: number, w: number, herePlace: number): boolean {
    const { cluster, warp, clock } = this.#record.segments;
    const epoch = ofSeveral(epochAt(clock[by]));
    return cluster[by] === this.#cluster && this.#clocks.areBefore(epoch, lanes, warp[by], w, laneOfPlace(herePlace));
  }

  /** Whether the warp has acquired the value that was written to the cell, or one that took its place. */
  hasAcquired(by: number, w: number, cell: number): boolean {
    const { segments, releases, shift } = this.#record;
    if (releases.size === 0) return false;
    const { cluster, warp, clock } = segments;
    const actor = { cluster: cluster[by], warp: warp[by] };
    return this.#clocks.flags?.hasAcquired(w, releases.get(cell << shift), actor, clock[by]) ?? false;
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

/**
 * Vector clocks of what a warp's lanes know of each other if only some of them have met (`bar.warp.sync` of a part).
 */
import { LANES } from '../../base/hardware.ts';

export class LaneClocks {
  /** Row: who knows. Column: of whom, up to which clock. */
  readonly #known = new Int32Array(LANES * LANES);

  /** The lanes have met: each knows what any of them knew, and what all of them did up to the clock. */
  join(mask: number, clock: number): void {
    const joined = new Int32Array(LANES);
    for (let of = 0; of < LANES; of++) {
      for (let m = mask; m !== 0; m &= m - 1) joined[of] = Math.max(joined[of], this.#known[LANES * lowest(m) + of]);
      if (((mask >>> of) & 1) === 1) joined[of] = clock + 1;
    }
    for (let m = mask; m !== 0; m &= m - 1) this.#known.set(joined, LANES * lowest(m));
  }

  /** Whether the lane knows what the others did at the clock; a number that is no lane stands for all of them. */
  knows(lane: number, others: number, clock: number): boolean {
    const readers = lane >= 0 && lane < LANES ? 1 << lane : -1;
    for (let r = readers; r !== 0; r &= r - 1) {
      for (let m = others & ~(1 << lowest(r)); m !== 0; m &= m - 1)
        if (this.#known[LANES * lowest(r) + lowest(m)] <= clock) return false;
    }
    return true;
  }
}

const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask);

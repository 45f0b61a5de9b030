/**
 * Happens-before between the warps of a CTA, as vector clocks that barriers join (FastTrack, with warps as threads). Inside
 * a warp, lanes are ordered by `bar.warp.sync` and CTA barriers only: that a warp runs in step is a property of this
 * machine, not of CUDA.
 */

/** An epoch packs clock and lane: clock * 64 + lane, lane 32 = several lanes. 0 = never. */
const LANE_BITS = 6;
export const SEVERAL = 32;
const BARRIERS = 16;
/** Clocks start again before they no longer fit. */
const LAST_CLOCK = 2 ** (30 - LANE_BITS) - 1;

export const clockOf = (epoch: number): number => epoch >>> LANE_BITS;
export const laneOf = (epoch: number): number => epoch & (2 ** LANE_BITS - 1);

export class WarpClocks {
  readonly #warps: number;
  /** seen[w * warps + v]: the clock of warp v up to which w knows all; w's own entry is w's clock. */
  readonly #seen: Int32Array;
  /** Per named barrier: what the warps that have arrived knew then. */
  readonly #joined: readonly Int32Array[];
  /** The same of mbarriers, by their place: of the phase that is under way, and of those that have completed. */
  readonly #mbarriers = new Map<number, { readonly arriving: Int32Array; readonly complete: Int32Array }>();
  /** No clock is later. */
  #latest = 0;
  /** Least epoch of the running CTA. */
  firstEpoch = 0;

  constructor(warps: number) {
    this.#warps = warps;
    this.#seen = new Int32Array(warps * warps);
    this.#joined = Array.from({ length: BARRIERS }, () => new Int32Array(warps));
  }

  /**
   * A new CTA: everything before it is past, so that clocks go on and earlier epochs stay valid. False when the clocks
   * had to start again, so that all epochs must be forgotten.
   */
  startCta(): boolean {
    const goesOn = this.#latest < LAST_CLOCK / 2;
    if (!goesOn) this.#latest = 0;
    for (const joined of this.#joined) joined.fill(0);
    this.#mbarriers.clear();
    this.#seen.fill(this.#latest + 1);
    this.firstEpoch = (this.#latest + 2) << LANE_BITS;
    for (let w = 0; w < this.#warps; w++) this.tick(w);
    return goesOn;
  }

  /** What the warp does from now on is not ordered by what orders its past. */
  tick(warp: number): void {
    const clock = ++this.#seen[warp * this.#warps + warp];
    if (clock > this.#latest) this.#latest = clock;
  }

  /** Epoch of what lane 0 of the warp does now; other lanes add their number. */
  epochOf(warp: number): number {
    return this.#seen[warp * this.#warps + warp] << LANE_BITS;
  }

  /** What `by` did at the epoch happened before what the warp's lane does now. */
  isBefore(epoch: number, by: number, warp: number, lane: number): boolean {
    const seen = this.#seen[warp * this.#warps + by];
    const clock = epoch >>> LANE_BITS;
    return clock < seen || (clock === seen && by !== warp) || (by === warp && laneOf(epoch) === lane);
  }

  /** What the warp does after it arrived is not ordered by the barrier any more. */
  arrived(warp: number, barrier: number): void {
    this.#release(warp, this.#joined[barrier]);
  }

  mbarrierArrived(warp: number, byteOffset: number): void {
    this.#release(warp, this.#mbarrier(byteOffset).arriving);
  }

  mbarrierCompleted(byteOffset: number): void {
    const { arriving, complete } = this.#mbarrier(byteOffset);
    for (let v = 0; v < this.#warps; v++) complete[v] = Math.max(complete[v], arriving[v]);
  }

  mbarrierWaited(warp: number, byteOffset: number): void {
    this.#acquire(warp, this.#mbarrier(byteOffset).complete);
  }

  completed(barrier: number, waiting: readonly { readonly index: number }[]): void {
    const joined = this.#joined[barrier];
    for (const { index } of waiting) this.#acquire(index, joined);
    joined.fill(0);
  }

  #mbarrier(byteOffset: number) {
    const known = this.#mbarriers.get(byteOffset);
    if (known) return known;
    const clocks = { arriving: new Int32Array(this.#warps), complete: new Int32Array(this.#warps) };
    this.#mbarriers.set(byteOffset, clocks);
    return clocks;
  }

  /** Who acquires `joined` knows what the warp knows now. */
  #release(warp: number, joined: Int32Array): void {
    const first = warp * this.#warps;
    for (let v = 0; v < this.#warps; v++) joined[v] = Math.max(joined[v], this.#seen[first + v]);
    this.tick(warp);
  }

  #acquire(warp: number, joined: Int32Array): void {
    const first = warp * this.#warps;
    for (let v = 0; v < this.#warps; v++) this.#seen[first + v] = Math.max(joined[v], this.#seen[first + v]);
  }
}

/** What a warp knows, or what arrivals bring to who waits for them: vector clocks of the warps and copy engines of a cluster. */
export class Knowledge {
  /** Of each warp, the clock up to which all that it did is known. */
  readonly warps: Int32Array;
  /** The same of its writes that are known to be behind a proxy fence. */
  readonly fenced: Int32Array;
  /** The same of its reads that are known to be over. */
  readonly settled: Int32Array;
  /** Of each engine, by its number, the clock up to which its copies are known; it has none for those not met yet. */
  readonly engines: number[] = [];
  /** That the launch before this one has ended. */
  launchIsOver = false;

  constructor(warps: number) {
    this.warps = new Int32Array(warps);
    this.fenced = new Int32Array(warps);
    this.settled = new Int32Array(warps);
  }

  /** All that the warps did up to the clock, and nothing else. */
  reset(clock: number): void {
    this.warps.fill(clock);
    this.fenced.fill(clock);
    this.settled.fill(clock);
    this.engines.length = 0;
    this.launchIsOver = false;
  }

  learn(other: Knowledge): void {
    const { warps, fenced, settled, engines } = this;
    for (let w = 0; w < warps.length; w++) {
      warps[w] = Math.max(warps[w], other.warps[w]);
      fenced[w] = Math.max(fenced[w], other.fenced[w]);
      settled[w] = Math.max(settled[w], other.settled[w]);
    }
    this.launchIsOver ||= other.launchIsOver;
    for (let e = 0; e < other.engines.length; e++) engines[e] = Math.max(engines[e] ?? 0, other.engines[e] ?? 0);
  }
}

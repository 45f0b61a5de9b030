/** Stretches of a warp's run between two things that order it with others, numbered through the launch from 1 on. */

const FIRST_CAPACITY = 1024;

export class Segments {
  /** For each segment: the number of its cluster's first CTA, the warp's number in the cluster, and its clock. */
  cluster = new Int32Array(FIRST_CAPACITY);
  warp = new Uint16Array(FIRST_CAPACITY);
  clock = new Int32Array(FIRST_CAPACITY);
  /** Number of the next segment. */
  next = 1;

  add(cluster: number, warp: number, clock: number): number {
    if (this.next === this.cluster.length) this.#grow(2 * this.next);
    const number = this.next++;
    this.cluster[number] = cluster;
    this.warp[number] = warp;
    this.clock[number] = clock;
    return number;
  }

  /** Takes in all segments that were numbered elsewhere, in their order: each number grows by what is returned. */
  take({ cluster, warp, clock, next }: Pick<Segments, 'cluster' | 'warp' | 'clock' | 'next'>): number {
    const shift = this.next - 1;
    if (shift + next > this.cluster.length) this.#grow(2 * (shift + next));
    this.cluster.set(cluster.subarray(1, next), this.next);
    this.warp.set(warp.subarray(1, next), this.next);
    this.clock.set(clock.subarray(1, next), this.next);
    this.next += next - 1;
    return shift;
  }

  #grow(capacity: number): void {
    const { cluster, warp, clock } = this;
    this.cluster = new Int32Array(capacity);
    this.warp = new Uint16Array(capacity);
    this.clock = new Int32Array(capacity);
    this.cluster.set(cluster);
    this.warp.set(warp);
    this.clock.set(clock);
  }
}

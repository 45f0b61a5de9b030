/**
 * Asynchronous copies from global to shared memory that the lanes of a warp have issued and not waited for (PTX ISA,
 * "Data Movement and Conversion Instructions: Non-bulk copy"). Only the end of such a copy is defined, by a wait: here
 * it happens then, as late as it may, so that a missing wait shows.
 */
import { IssuedArrival, IssuedCopy } from './issued-copy.ts';
import { mbarriersOf } from './mbarriers.ts';
import type { Warp } from './warp.ts';

export class AsyncCopies {
  readonly #warp: Warp;
  /** Copies and arrivals in the order of issue. */
  #queue: (IssuedCopy | IssuedArrival)[] = [];
  /** Groups that each lane has closed. */
  readonly #closed = new Int32Array(32);

  constructor(warp: Warp) {
    this.#warp = warp;
  }

  /** Resets to the state at the start of a CTA. */
  reset(): void {
    this.#queue = [];
    this.#closed.fill(0);
  }

  issue(copy: IssuedCopy): void {
    copy.group.set(this.#closed);
    this.#queue.push(copy);
  }

  issueArrival(arrival: IssuedArrival): void {
    this.#queue.push(arrival);
  }

  /** Makes a group of what the lanes have issued since their last group. */
  closeGroup(mask: number): void {
    for (let m = mask; m !== 0; m &= m - 1) this.#closed[31 - Math.clz32(m & -m)]++;
  }

  /** The lanes wait until at most `most` of their latest groups are under way. */
  waitForGroups(mask: number, most: number): void {
    let busy = 0;
    for (const issued of this.#queue) {
      if (issued instanceof IssuedArrival) this.#arrive(issued, issued.lanes & mask & ~busy);
      else {
        this.#carryOut(issued, this.#dueOf(issued, mask, most));
        busy |= issued.lanes;
      }
    }
    this.#forgetDone();
  }

  /**
   * A wait at the mbarrier has failed: the copies happen that lanes have said will arrive there. An arrival by itself
   * says when copies have happened, and nothing says that they have before.
   */
  deliverTo(byteOffset: number): void {
    if (this.#queue.length === 0) return;
    this.#queue.forEach((issued, i) => {
      if (!(issued instanceof IssuedArrival)) return;
      let lanes = 0;
      for (let m = issued.lanes; m !== 0; m &= m - 1)
        if (issued.at[31 - Math.clz32(m & -m)] === byteOffset) lanes |= m & -m;
      for (const before of this.#queue.slice(0, i)) {
        if (before instanceof IssuedCopy) this.#carryOut(before, before.lanes & lanes);
      }
      this.#arrive(issued, lanes);
    });
    this.#forgetDone();
  }

  #dueOf(copy: IssuedCopy, mask: number, most: number): number {
    let due = 0;
    for (let m = copy.lanes & mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      if (copy.group[lane] < this.#closed[lane] - most) due |= 1 << lane;
    }
    return due;
  }

  #forgetDone(): void {
    this.#queue = this.#queue.filter(issued => issued.lanes !== 0);
  }

  #arrive(arrival: IssuedArrival, lanes: number): void {
    const { cta } = this.#warp;
    arrival.lanes &= ~lanes;
    for (let m = lanes; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const byteOffset = arrival.at[lane];
      cta.watch?.mbarrierArrived(this.#warp, byteOffset);
      mbarriersOf(cta).arrive({ warp: this.#warp, operation: arrival.operation, lane, byteOffset }, 1);
    }
  }

  #carryOut(copy: IssuedCopy, lanes: number): void {
    if (lanes === 0) return;
    const { cta } = this.#warp;
    copy.lanes &= ~lanes;
    cta.watch?.copied(this.#warp, copy, lanes);
    for (let m = lanes; m !== 0; m &= m - 1) this.#move(copy, 31 - Math.clz32(m & -m));
    cta.grid.events++;
  }

  #move({ destination, source, sourceBytes, form }: IssuedCopy, lane: number): void {
    const { cta } = this.#warp;
    const [to, from] = [cta.shared, cta.grid.global.memory];
    const [at, start, count] = [destination[lane], source[lane], sourceBytes[lane]];
    if (count === form.widthBytes) {
      for (let i = 0; i < count; i += 4) to.i32[(at + i) >> 2] = from.i32[(start + i) >> 2];
    } else {
      for (let i = 0; i < form.widthBytes; i++) to.u8[at + i] = i < count ? from.u8[start + i] : 0;
    }
  }
}

/** Copies of the warp, made at the first call. */
export function copiesOf(warp: Warp): AsyncCopies {
  warp.copies ??= new AsyncCopies(warp);
  return warp.copies;
}

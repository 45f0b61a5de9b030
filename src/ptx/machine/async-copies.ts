/**
 * Asynchronous copies from global to shared memory that the lanes of a warp have issued and not waited for (PTX ISA,
 * "Data Movement and Conversion Instructions: Non-bulk copy"). Nothing says when such a copy happens, only that it has
 * after a wait: here it happens then, as late as it may, so that a missing wait shows.
 */
import type { AccessForm } from './access-form.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** One instruction's copies. Offsets are from the start of the CTA's shared memory, and of global memory. */
export class IssuedCopy {
  readonly operation: Operation;
  /** Of the destination: its width is the copy's. */
  readonly form: AccessForm;
  /** Lanes whose copy has not happened. */
  lanes = 0;
  readonly destination = new Int32Array(32);
  readonly source = new Int32Array(32);
  /** What is read; the rest becomes zero. */
  readonly sourceBytes = new Uint8Array(32);
  /** The lane's groups that were closed before it was issued. */
  readonly group = new Int32Array(32);

  constructor(operation: Operation, form: AccessForm) {
    this.operation = operation;
    this.form = form;
  }
}

export class AsyncCopies {
  readonly #warp: Warp;
  /** In the order of issue. */
  #queue: IssuedCopy[] = [];
  /** Groups that each lane has closed. */
  readonly #closed = new Int32Array(32);

  constructor(warp: Warp) {
    this.#warp = warp;
  }

  /** As at the start of a CTA. */
  reset(): void {
    this.#queue = [];
    this.#closed.fill(0);
  }

  issue(copy: IssuedCopy): void {
    copy.group.set(this.#closed);
    this.#queue.push(copy);
  }

  /** What the lanes have issued since their last group becomes a group. */
  closeGroup(mask: number): void {
    for (let m = mask; m !== 0; m &= m - 1) this.#closed[31 - Math.clz32(m & -m)]++;
  }

  /** The lanes wait until at most `most` of their latest groups are under way. */
  waitForGroups(mask: number, most: number): void {
    for (const copy of this.#queue) {
      let due = 0;
      for (let m = copy.lanes & mask; m !== 0; m &= m - 1) {
        const lane = 31 - Math.clz32(m & -m);
        if (copy.group[lane] < this.#closed[lane] - most) due |= 1 << lane;
      }
      this.#carryOut(copy, due);
    }
    this.#queue = this.#queue.filter(copy => copy.lanes !== 0);
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

/**
 * Products that a warp has issued with its warpgroup and not waited for (PTX ISA, "Async Proxy", "wgmma.fence",
 * "wgmma.wait_group"). Here the sums are there at once; what is kept is which registers the threads must leave alone until
 * the product's group has been waited for, and which they have touched since they last told the warpgroup so by a fence.
 * Copies of a register are taken for the register: which of two names is the tensor core's is for ptxas to say.
 */
import { briefly, placeOf, whereWords } from './faults.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** Registers as planes of the warp's register file. */
export interface ProductRegisters {
  readonly sums: readonly number[];
  /** A, where it is in registers. */
  readonly factors: readonly number[];
}

export class AsyncProducts {
  readonly #warp: Warp;
  /** Groups that were closed, and of these the first ones that were waited for. */
  #closed = 0;
  #done = 0;
  #isFenced = false;
  /** Products that were issued, and by closed group how many there were then. */
  #issued = 0;
  readonly #issuedBefore: number[] = [];
  /**
   * For each plane: one more than the group of the product that writes it, and the group of the last product that reads
   * it.
   */
  readonly #writtenIn: Int32Array;
  readonly #readIn: Int32Array;
  /**
   * For each plane: pc of the last of these products, and one more than the pc of the instruction that used it since
   * the last fence.
   */
  readonly #productOf: Int32Array;
  readonly #touchedBy: Int32Array;

  constructor(warp: Warp) {
    const planes = warp.r.length / 32;
    this.#warp = warp;
    this.#writtenIn = new Int32Array(planes);
    this.#readIn = new Int32Array(planes);
    this.#productOf = new Int32Array(planes);
    this.#touchedBy = new Int32Array(planes);
  }

  fence(): void {
    this.#isFenced = true;
    this.#touchedBy.fill(0);
  }

  closeGroup(): void {
    this.#closed++;
    this.#issuedBefore.push(this.#issued);
  }

  /** Waits until at most `most` of the latest groups are under way. */
  waitForGroups(most: number): void {
    const done = this.#closed - most;
    if (done <= this.#done) return;
    this.#done = done;
    this.#warp.cta.watch?.productsWaited(this.#warp, this.#issuedBefore[done - 1]);
  }

  /** Number of the product, counted from 0. */
  issue(operation: Operation, { sums, factors }: ProductRegisters): number {
    if (!this.#isFenced)
      this.#missingFence(operation, 'is the first product of its warp, with no wgmma.fence before it');
    for (const plane of factors) {
      if (this.#isUnderWay(this.#writtenIn[plane])) this.#missingWait(operation, plane, 'multiplies');
      this.#readIn[plane] = this.#closed + 1;
      this.#productOf[plane] = operation.pc;
    }
    for (const plane of [...sums, ...factors]) {
      const by = this.#touchedBy[plane] - 1;
      if (by >= 0) this.#touched(operation, by);
    }
    for (const plane of sums) {
      this.#writtenIn[plane] = this.#closed + 1;
      this.#productOf[plane] = operation.pc;
    }
    return this.#issued++;
  }

  /** The threads compute with a register. */
  looked(operation: Operation, plane: number): void {
    if (this.#isUnderWay(this.#writtenIn[plane])) this.#missingWait(operation, plane, 'reads');
  }

  /** The threads put something new into a register. */
  changed(operation: Operation, plane: number): void {
    const isRead = this.#isUnderWay(this.#readIn[plane]);
    if (isRead || this.#isUnderWay(this.#writtenIn[plane])) this.#missingWait(operation, plane, 'writes');
    this.#writtenIn[plane] = 0;
    this.#touchedBy[plane] = operation.pc + 1;
  }

  /** `plane` is another name of `source` from now on; null: of a constant. */
  copied(plane: number, source: number | null): void {
    for (const column of [this.#writtenIn, this.#productOf, this.#touchedBy])
      column[plane] = source === null ? 0 : column[source];
  }

  #isUnderWay(group: number): boolean {
    return group > this.#done;
  }

  #missingWait(operation: Operation, plane: number, does: string): void {
    const { grid } = this.#warp.cta;
    const product = placeOf(grid.files, grid.program.operations[this.#productOf[plane]]);
    const where = product.line > 0 ? `line ${product.line}` : `PTX line ${product.ptxLine}`;
    const why = `${does} a register of the product of ${where} before wgmma.wait_group has waited for its group`;
    this.#report('missingWait', operation, why);
  }

  #touched(operation: Operation, pc: number): void {
    const by = this.#warp.cta.grid.program.operations[pc];
    this.#missingFence(
      operation,
      `uses a register that '${briefly(by.source.text)}' has written, with no wgmma.fence in between`,
    );
  }

  #missingFence(operation: Operation, why: string): void {
    this.#report('missingFence', operation, why);
  }

  #report(kind: 'missingWait' | 'missingFence', operation: Operation, why: string): void {
    const { grid, number } = this.#warp.cta;
    const place = placeOf(grid.files, operation);
    const who = { cta: number, warp: this.#warp.index, lane: -1 };
    grid.log.report({
      ...(kind === 'missingFence' ? { kind, remedy: 'registers' } : { kind }),
      message: `${whereWords(place, who)}: '${briefly(place.instruction)}' ${why}.`,
      place,
      who,
    });
  }
}

/** Products of the warp, made at its first fence or product. */
export function productsOf(warp: Warp): AsyncProducts {
  warp.products ??= new AsyncProducts(warp);
  return warp.products;
}

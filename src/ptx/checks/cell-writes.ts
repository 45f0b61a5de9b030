/** Of each cell of shared memory: its last write, when, where and by which warp. Plain writes and atomics are kept apart. */
import type { EarlierAccess } from './shared-findings.ts';

/** Beside the warp's number, 0 to 31: the write is an asynchronous copy that nobody has waited for. */
const PENDING = 32;
const WARP = 31;

export class CellWrites {
  readonly epoch: Int32Array;
  readonly #pc: Int32Array;
  readonly #by: Uint8Array;

  constructor(cells: number) {
    this.epoch = new Int32Array(cells);
    this.#pc = new Int32Array(cells);
    this.#by = new Uint8Array(cells);
  }

  clear(): void {
    this.epoch.fill(0);
  }

  note(cell: number, epoch: number, pc: number, warp: number, isPending: boolean): void {
    this.epoch[cell] = epoch;
    this.#pc[cell] = pc;
    this.#by[cell] = isPending ? warp | PENDING : warp;
  }

  warpOf(cell: number): number {
    return this.#by[cell] & WARP;
  }

  isPending(cell: number): boolean {
    return (this.#by[cell] & PENDING) !== 0;
  }

  last(cell: number): EarlierAccess {
    return { warp: this.warpOf(cell), epoch: this.epoch[cell], pc: this.#pc[cell] };
  }
}

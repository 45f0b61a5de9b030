/**
 * Counts through a box of indices, fastest dimension first, and updates the offset under given strides without a
 * division.
 */
export class Odometer {
  offset = 0;
  readonly #extents: readonly number[];
  readonly #strides: readonly number[];
  readonly #index: Int32Array;

  /** Both lists name the fastest dimension first. */
  constructor(extents: readonly number[], strides: readonly number[]) {
    this.#extents = extents;
    this.#strides = strides;
    this.#index = new Int32Array(extents.length);
  }

  /** Moves to the next index, and from the last one back to the first. */
  step(): void {
    for (let i = 0; i < this.#extents.length; i++) {
      this.offset += this.#strides[i];
      if (++this.#index[i] < this.#extents[i]) return;
      this.#index[i] = 0;
      this.offset -= this.#extents[i] * this.#strides[i];
    }
  }
}

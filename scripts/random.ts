/** Random choices from a seed: the same number gives the same run again. */
export class Choices {
  #state: number;

  /** @param seed any integer. */
  constructor(seed: number) {
    // xorshift never leaves 0.
    this.#state = (Math.imul(seed, 0x9e37_79b1) ^ 0x5bd1_e995) >>> 0 || 1;
  }

  /** A number from 0 to count - 1. */
  below(count: number): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state % count;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }
}

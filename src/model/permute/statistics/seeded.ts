/** Random choices that are the same on every machine: xorshift32 (Marsaglia, "Xorshift RNGs", 2003). */
export class Seeded {
  #state: number;

  /** From 1 to 2^32 - 1, since xorshift never leaves 0. */
  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 up to, but without, 1. */
  unit(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state / 2 ** 32;
  }

  /** A number from 0 to `end` - 1. */
  below = (end: number): number => Math.floor(this.unit() * end);

  shuffled<T>(list: readonly T[]): T[] {
    const shuffled = [...list];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
    }
    return shuffled;
  }
}

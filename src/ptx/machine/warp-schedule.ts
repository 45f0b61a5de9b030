/** An order of warps and CTAs drawn by lot, the same again from the same seed: a GPU promises none. */

/** Warp instructions of one turn, at most: short enough to come between a load and the store that follows it. */
const LONGEST_TURN = 48;

/** Clusters that are under way together. */
export const CLUSTERS_TOGETHER = 4;

export class WarpSchedule {
  #state: number;

  /** `seed`: a count from 1. */
  constructor(seed: number) {
    // Neighbouring seeds begin far from each other; 0 is the one state from which xorshift32 never leaves.
    this.#state = Math.imul(seed, 0x9e3779b1) | 1;
  }

  /** The numbers below `count`, in any order. */
  shuffled(count: number): number[] {
    const order = Array.from({ length: count }, (_, i) => i);
    for (let i = count - 1; i > 0; i--) {
      const j = this.#below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }

  /** How many warp instructions a warp may run before others have their turn. */
  turn(): number {
    return 1 + this.#below(LONGEST_TURN);
  }

  /** xorshift32 (Marsaglia, "Xorshift RNGs", 2003; shifts 13, 17, 5). */
  #below(count: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % count;
  }
}

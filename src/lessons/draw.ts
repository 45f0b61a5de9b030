/** Numbers of a lesson that another `seed=` draws anew, so that an answer cannot be copied from a neighbour. */

export interface Draw {
  /** Draw 0 takes the first. */
  pick<T>(from: readonly T[]): T;
}

/** The same seed draws the same: a whole number from 0 on. */
export function drawOf(seed: number): Draw {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return {
    pick: from => {
      if (seed === 0) return from[0];
      // xorshift32; 0 would stay 0.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      state = (state || 1) >>> 0;
      return from[state % from.length];
    },
  };
}

export const MOST_SEED = 9999;

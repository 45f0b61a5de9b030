/** How fast a permutation is planned, all strategies together: medians by rank over random shapes that repeat in each run. */
import { planPermutation } from '../../src/model/permute/plan.ts';

const REQUESTS = 100;
const WARM_UP = 30;

/** A linear congruential generator (Numerical Recipes): the same requests in each run. */
function randomBelow(seed: number): (end: number) => number {
  let state = seed;
  return end => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

function requestsOf(rank: number) {
  const below = randomBelow(rank);
  return Array.from({ length: WARM_UP + REQUESTS }, () => {
    const shape = Array.from({ length: rank }, () => 2 + below(30));
    const perm = shape.map((_, dim) => dim);
    for (let i = rank - 1; i > 0; i--) {
      const j = below(i + 1);
      [perm[i], perm[j]] = [perm[j], perm[i]];
    }
    return { shape, perm, elementBytes: 2 ** below(5) };
  });
}

export function run() {
  return [2, 4, 6].flatMap(rank => {
    const times = requestsOf(rank).map(request => {
      const start = performance.now();
      planPermutation(request);
      return performance.now() - start;
    });
    const sorted = times.slice(WARM_UP).toSorted((a, b) => a - b);
    const row = (name: string, value: number) => ({ name, value: Number(value.toFixed(2)), unit: 'ms' });
    return [
      { ...row(`plan of rank ${rank}, median`, sorted[REQUESTS >> 1]), goal: 'at most 20' },
      row(`plan of rank ${rank}, slowest`, sorted[REQUESTS - 1]),
    ];
  });
}

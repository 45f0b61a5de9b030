/**
 * How fast a permutation is planned, with all strategies and where only the fastest variant is asked for; and how often the
 * search for paddings ends with a proof: by rank, over random shapes that are the same in each run.
 */
import { answerTo } from '../../cli/ops/answer.ts';
import { type PermutationRequest, product } from '../../src/model/permute/permutation.ts';
import { type Plan, planPermutation } from '../../src/model/permute/plan.ts';

const RANKS = [2, 3, 4, 5, 6, 7, 8];
const REQUESTS = 100;
const WARM_UP = 30;
const MOST_ELEMENTS = 2 ** 31;

/** A linear congruential generator (Numerical Recipes): the same requests in each run. */
function randomBelow(seed: number): (end: number) => number {
  let state = seed;
  return end => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

function requestsOf(rank: number): PermutationRequest[] {
  const below = randomBelow(rank);
  const largest = Math.min(31, Math.floor(MOST_ELEMENTS ** (1 / rank)));
  return Array.from({ length: WARM_UP + REQUESTS }, () => {
    const shape = Array.from({ length: rank }, () => 2 + below(largest - 1));
    const perm = shape.map((_, dim) => dim);
    for (let i = rank - 1; i > 0; i--) {
      const j = below(i + 1);
      [perm[i], perm[j]] = [perm[j], perm[i]];
    }
    return { shape, perm, elementBytes: 2 ** below(5) };
  });
}

function timedPlan(request: PermutationRequest): { plan: Plan; ms: number } {
  const start = performance.now();
  const plan = planPermutation(request);
  const ms = performance.now() - start;
  if (!plan.ok) throw new Error(`${product(request.shape)} elements: ${plan.error.message}`);
  return { plan: plan.value, ms };
}

function timedChoice({ shape, perm, elementBytes }: PermutationRequest): number {
  const request = JSON.stringify({ op: 'permute.plan', shape, perm, elementBytes, only: 'chosen' });
  const start = performance.now();
  const answer = answerTo(request);
  const ms = performance.now() - start;
  if (!answer.ok) throw new Error(answer.error.message);
  return ms;
}

const isProved = ({ layouts }: Plan): boolean =>
  layouts.some(layout => layout.strategy === 'searched' && layout.proved);

const isAnswered = ({ conflictFree }: Plan): boolean => conflictFree.padding.answer !== 'open';

export function run() {
  return RANKS.flatMap(rank => {
    const planned = requestsOf(rank).map(timedPlan).slice(WARM_UP);
    const sorted = planned.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const choices = requestsOf(rank)
      .map(timedChoice)
      .slice(WARM_UP)
      .toSorted((a, b) => a - b);
    const row = (name: string, value: number, unit: string) => ({
      name: `plan of rank ${rank}, ${name}`,
      value: Number(value.toFixed(2)),
      unit,
    });
    const share = (isSo: (plan: Plan) => boolean) =>
      (100 * planned.filter(({ plan }) => isSo(plan)).length) / planned.length;
    return [
      { ...row('median', sorted[REQUESTS >> 1], 'ms'), ...(rank <= 6 ? { goal: 'at most 20' } : {}) },
      row('slowest', sorted[REQUESTS - 1], 'ms'),
      { ...row('only chosen, median', choices[REQUESTS >> 1], 'ms'), ...(rank <= 6 ? { goal: 'at most 1' } : {}) },
      row('searches that end proved', share(isProved), '%'),
      row('conflict-free padding: yes or no is known', share(isAnswered), '%'),
    ];
  });
}

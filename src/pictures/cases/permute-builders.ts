/** Permutations for picture cases: planned, and laid out by a strategy. */
import type { BlockMove } from '../../model/permute/block.ts';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import { modeNames } from '../../model/permute/mode-names.ts';
import type { PermutationRequest } from '../../model/permute/permutation.ts';
import { layoutOf, type Plan, planPermutation } from '../../model/permute/plan.ts';
import { STRATEGIES } from '../../model/permute/strategies.ts';
import type { PermutedBlock } from '../permute/records.ts';
import type { VariantLetter } from '../records.ts';

export function planOf(request: PermutationRequest): Plan {
  const plan = planPermutation(request);
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

const layoutBy = (strategy: string, move: BlockMove): BlockLayout => layoutOf(STRATEGIES.get(strategy)!, move)!;

export const variant = (plan: Plan, strategy: string, letter: VariantLetter = 'A'): PermutedBlock => ({
  letter,
  title: strategy,
  move: plan.move,
  names: modeNames(plan),
  layout: layoutBy(strategy, plan.move),
  baseBytes: 0,
});

export const requests = {
  rotation: { shape: [8, 2, 8, 8], perm: [1, 2, 0, 3], elementBytes: 4, targetElements: 64 },
  seed: { shape: [2, 16, 2], perm: [2, 0, 1], elementBytes: 4 },
  transpose: { shape: [64, 64], perm: [1, 0], elementBytes: 4, targetElements: 64 },
  pair: { shape: [1024, 3], perm: [1, 0], elementBytes: 4 },
  skinny: { shape: [3, 40, 1, 5, 2, 64, 7], perm: [4, 6, 0, 2, 5, 3, 1], elementBytes: 4 },
  bytes: { shape: [128, 128], perm: [1, 0], elementBytes: 1 },
  quads: { shape: [32, 12, 32], perm: [2, 1, 0], elementBytes: 16 },
  long: { shape: [128, 3, 128], perm: [2, 1, 0], elementBytes: 4, targetElements: 110 },
} as const satisfies Readonly<Record<string, PermutationRequest>>;

export type RequestName = keyof typeof requests;

const LETTERS: readonly VariantLetter[] = ['A', 'B', 'C', 'D'];

/** A and onwards, each laid out by its strategy. */
export const variants = (name: RequestName, strategies: readonly string[]): PermutedBlock[] => {
  const plan = planOf(requests[name]);
  return strategies.map((strategy, i) => variant(plan, strategy, LETTERS[i]));
};

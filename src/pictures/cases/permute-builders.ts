/** Permutations for picture cases: planned, and laid out by a strategy. */
import type { BlockMove } from '../../model/permute/block.ts';
import { modeNames } from '../../model/permute/names.ts';
import type { PermutationRequest } from '../../model/permute/permutation.ts';
import { type BlockLayout, layoutOf, type Plan, planPermutation } from '../../model/permute/plan.ts';
import { STRATEGIES } from '../../model/permute/strategies.ts';
import type { PermutedBlock } from '../permute-records.ts';
import type { VariantLetter } from '../records.ts';

export function planOf(request: PermutationRequest): Plan {
  const plan = planPermutation(request);
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

/** With the least target that makes the block of the whole tensor: as small examples are told. */
export function wholePlan(request: PermutationRequest): Plan {
  for (let targetElements = 32; ; targetElements *= 2) {
    const plan = planOf({ ...request, targetElements });
    if (plan.block.grid.every(blocks => blocks === 1)) return plan;
  }
}

const layoutBy = (strategy: string, move: BlockMove): BlockLayout => layoutOf(STRATEGIES.get(strategy)!, move)!;

export const variant = (plan: Plan, strategy: string, letter: VariantLetter = 'A'): PermutedBlock => ({
  letter,
  move: plan.move,
  names: modeNames(plan),
  layout: layoutBy(strategy, plan.move),
  baseBytes: 0,
});

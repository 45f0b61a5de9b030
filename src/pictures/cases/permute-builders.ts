/** Permutations for picture cases: planned, or with a block and strides of their own. */
import { type BlockMove, moveOf, SCALARS } from '../../model/permute/block.ts';
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

/** The whole tensor as one block: as small examples are told. */
export function wholePlan(request: PermutationRequest): Plan {
  const plan = planOf(request);
  const { shape, perm } = plan.canonical;
  const modes = shape.map((extent, dim) => ({
    dim,
    extent,
    inRead: plan.block.modes[dim].inRead,
    inWrite: plan.block.modes[dim].inWrite,
  }));
  const rest = { elementBytes: request.elementBytes, sharedBytes: 48 * 1024, vectors: SCALARS };
  return { ...plan, block: { shape, grid: shape.map(() => 1), modes }, move: moveOf(modes, perm, rest) };
}

export const layoutBy = (strategy: string, move: BlockMove): BlockLayout => layoutOf(STRATEGIES.get(strategy)!, move)!;

export const variant = (plan: Plan, strategy: string, letter: VariantLetter = 'A'): PermutedBlock => ({
  letter,
  move: plan.move,
  names: modeNames(plan),
  layout: layoutBy(strategy, plan.move),
  baseBytes: 0,
});

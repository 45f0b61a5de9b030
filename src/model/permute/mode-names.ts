/** Letters for the dimensions of a permutation, as people write them: A, B, C … in the order of the input, slowest first. */
import type { Plan } from './plan.ts';

/** Letters of the input's dimensions; there are at most 12. */
const ALPHABET = 'ABCDEFGHIJKL';

type Named = Pick<Plan, 'fused' | 'block'>;

/** For each canonical dimension, the letters of all dimensions that were fused into it. */
export const dimNames = ({ fused }: Pick<Plan, 'fused'>): string[] =>
  fused.map(dims => dims.map(dim => ALPHABET[dim]).join(''));

/** A name for each mode of the block. If dimension A has two modes, the outer one is A₁ and the inner one A₀. */
export function modeNames(plan: Named): string[] {
  const names = dimNames(plan);
  return plan.block.modes.map(({ dim }, i, modes) => {
    if (modes[i + 1]?.dim === dim) return `${names[dim]}₁`;
    return modes[i - 1]?.dim === dim ? `${names[dim]}₀` : names[dim];
  });
}

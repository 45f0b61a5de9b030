import { expect, it } from 'vitest';
import { dimNames, modeNames } from './mode-names.ts';
import { planPermutation } from './plan.ts';

const namesOf = (shape: number[], perm: number[]) => {
  const plan = planPermutation({ shape, perm, elementBytes: 4 });
  if (!plan.ok) throw new Error(plan.error.message);
  return [dimNames(plan.value), modeNames(plan.value)];
};

it.each([
  { shape: [8, 2, 8, 8], perm: [1, 2, 0, 3], dims: ['A', 'BC', 'D'], modes: ['A', 'BC', 'D'] },
  { shape: [2, 16, 2], perm: [2, 0, 1], dims: ['AB', 'C'], modes: ['AB₁', 'AB₀', 'C'] },
  { shape: [1, 40, 1, 3], perm: [3, 0, 1, 2], dims: ['B', 'D'], modes: ['B₁', 'B₀', 'D'] },
  { shape: [5, 1], perm: [1, 0], dims: ['A'], modes: ['A'] },
  { shape: [], perm: [], dims: [], modes: [] },
])('names $shape by the dimensions of the input', ({ shape, perm, dims, modes }) => {
  expect(namesOf(shape, perm)).toEqual([dims, modes]);
});

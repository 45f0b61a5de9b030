import { expect, test, vi } from 'vitest';
import { planPermutation } from '../../model/permute/plan.ts';
import { themes } from '../theme.ts';
import { pictureCases } from './index.ts';

vi.mock('../../model/permute/plan.ts', { spy: true });

test('a permutation is planned when its picture is drawn, not when the gallery is opened', () => {
  expect(planPermutation).not.toHaveBeenCalled();
  for (const { id, figure } of pictureCases.filter(({ id }) => id === 'tensor-seed' || id === 'loop-seed')) {
    figure(themes.light);
    expect(planPermutation, id).toHaveBeenCalledTimes(1);
  }
});

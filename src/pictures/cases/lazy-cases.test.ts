import { expect, test, vi } from 'vitest';
import { costOfAccess } from '../../model/banks/wavefronts.ts';
import { planPermutation } from '../../model/permute/plan.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import { themes } from '../theme.ts';
import { pictureCases } from './index.ts';

vi.mock('../../model/banks/wavefronts.ts', { spy: true });
vi.mock('../../model/permute/plan.ts', { spy: true });
vi.mock('../../trace/launch-bytes.ts', { spy: true });

/** Opening the gallery is one task of the page, with the toy of the start waiting behind it. */
test('permutations, buffers and steps are made when their pictures are drawn, not when the gallery is opened', () => {
  const opened = vi.mocked(costOfAccess).mock.calls.length;
  expect(planPermutation).not.toHaveBeenCalled();
  expect(bufferBytes).not.toHaveBeenCalled();
  expect(opened).toBeLessThan(40);
  for (const { id, figure } of pictureCases.filter(({ id }) => id === 'tensor-seed' || id === 'loop-seed')) {
    figure(themes.light);
    expect(planPermutation, id).toHaveBeenCalledTimes(1);
  }
  pictureCases.find(({ id }) => id === 'histogram-bell')!.figure(themes.light);
  expect(bufferBytes).toHaveBeenCalled();
});

import { expect, test } from 'vitest';
import { costOfAccess } from '../model/banks/wavefronts.ts';
import { laneAccess } from '../model/questions/lane-access.ts';
import { becauseWords } from './because-words.ts';
import type { VariantView } from './variant-view.ts';

const view = (badge: 'A' | 'B', step: number | null): VariantView => {
  const access = step === null ? null : laneAccess(4, lane => lane * step * 4);
  return { badge, predicted: { access, cost: access && costOfAccess(access) } } as VariantView;
};

test('each variant has its reason, and one that they share is told once', () => {
  expect(becauseWords([view('A', 32), view('B', 33)])).toMatch(
    /^A: .*bank 0, so 32 passes\. B: .*all 32 banks: 1 pass\.$/,
  );
  expect(becauseWords([view('A', 33), view('B', 33)])).toMatch(/^A and B: .*1 pass\.$/);
});

test('a single variant needs no letter, and no access has no reason', () => {
  expect(becauseWords([view('A', 32)])).toMatch(/^A step of 32 words .*32 passes\.$/);
  expect(becauseWords([view('A', null)])).toBe('');
});

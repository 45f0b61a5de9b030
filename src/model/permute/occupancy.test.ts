import { expect, it } from 'vitest';
import { ctasPerSm, SHARED_MEMORY } from './occupancy.ts';

it.each([
  ['sm_75', 64 * 1024, 1],
  ['sm_75', 32 * 1024 + 1, 1],
  ['sm_75', 32 * 1024, 2],
  ['sm_80', 40 * 1024, 4],
  ['sm_80', 40 * 1024 + 1, 3],
  ['sm_86', 48 * 1024, 2],
  ['sm_89', 16 * 1024, 5],
  ['sm_90', 227 * 1024, 1],
  ['sm_90a', 4224, 32],
  ['sm_90', 48 * 1024, 4],
  ['sm_120', 33 * 1024, 2],
  ['sm_120', 4224, 19],
])('%s holds CTAs of %i bytes %i times', (arch, sharedBytes, ctas) => {
  expect(ctasPerSm(sharedBytes, arch)).toBe(ctas);
});

it('knows the largest CTA, the most CTAs, and which architectures it does not know', () => {
  for (const [arch, { perCtaBytes, mostCtas }] of SHARED_MEMORY) {
    expect([ctasPerSm(perCtaBytes, arch), ctasPerSm(perCtaBytes + 1, arch)]).toEqual([1, 0]);
    expect(ctasPerSm(0, arch)).toBe(mostCtas);
  }
  expect(ctasPerSm(0, 'sm_35')).toBeNull();
});

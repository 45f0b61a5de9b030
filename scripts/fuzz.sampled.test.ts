/** A smaller run of `npm run fuzz`. */
import { expect, test } from 'vitest';
import { isWhole } from './fixtures/sweep.ts';
import { corpus } from './fuzz/corpus.ts';
import { tryJson } from './fuzz/ptx-trial.ts';
import { fuzzRun, TARGETS } from './fuzz/runs.ts';

const RUNS = isWhole ? 1000 : 150;
const specimens = corpus();

test.each(TARGETS)('damaged %s ends in a result or an error that names its place', { timeout: 120_000 }, target => {
  const ends = new Set(Array.from({ length: RUNS }, (_, run) => fuzzRun(specimens, target, run)));
  // Damage that the parser always refuses, or that never causes an error, would prove little.
  expect([...ends].sort()).toEqual(
    target === 'ptx' ? ['faulted', 'noLaunch', 'noParse', 'ran'] : ['faulted', 'noLaunch', 'ran'],
  );
});

test('undamaged, every specimen has a launch that fits', () => {
  expect(
    specimens.filter(({ module, launch }) => tryJson(module, launch) === 'noLaunch').map(({ name }) => name),
  ).toEqual([]);
});

test('the same number gives the same damage', () => {
  expect(fuzzRun(specimens, 'ptx', 5)).toBe(fuzzRun(specimens, 'ptx', 5));
});

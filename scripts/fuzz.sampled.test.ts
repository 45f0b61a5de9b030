/** A smaller run of `npm run fuzz`. */
import { expect, test } from 'vitest';
import { isWhole } from './fixtures/sweep.ts';
import { corpus } from './fuzz/corpus.ts';
import { tryJson } from './fuzz/ptx-trial.ts';
import { fuzzRun, TARGETS, type Target } from './fuzz/runs.ts';

const RUNS = isWhole ? 1000 : 150;
const specimens = corpus();

const ENDS: Readonly<Record<Target, readonly string[]>> = {
  ptx: ['faulted', 'noLaunch', 'noParse', 'ran'],
  launch: ['faulted', 'noLaunch', 'ran'],
  capture: ['noLaunch', 'notRead', 'ran'],
};

test.each(TARGETS)(
  'damaged %s ends in a result or an error that names its place',
  { timeout: 120_000 },
  async target => {
    const ends = new Set<string>();
    for (let run = 0; run < RUNS; run++) ends.add(await fuzzRun(specimens, target, run));
    // Damage that the parser always refuses, or that never causes an error, would prove little.
    expect([...ends]).toEqual(expect.arrayContaining([...ENDS[target]]));
  },
);

test('undamaged, every specimen has a launch that fits', () => {
  expect(
    specimens.filter(({ module, launch }) => tryJson(module, launch) === 'noLaunch').map(({ name }) => name),
  ).toEqual([]);
});

test('the same number gives the same damage', async () => {
  expect(await fuzzRun(specimens, 'ptx', 5)).toBe(await fuzzRun(specimens, 'ptx', 5));
});

/** The tables and links of the lesson: from the model, and from the committed PTX run on the emulator. */
import { expect, test } from 'vitest';
import type { Params } from '../../contract/param-field.ts';
import {
  cellsOf,
  emulatedTotals,
  linksIn,
  predictedTotals,
  problemsOf,
  readmeOf,
} from '../../pages/exhibit/fixtures/lesson.ts';
import { exhibit, kernel } from './exhibit.tsx';
import { sweepByPad } from './sweep.ts';

const PARAMS = { elements: 4096, bins: 64, threads: 256, copies: 4, pad: 4 };
const readme = readmeOf(kernel);
const SOURCES = [predictedTotals, emulatedTotals];

test.each([
  ['all 64 bins', 0],
  ['32 bins', 32],
  ['4 bins', 4],
  ['1 bin', 1],
] as const)('the row of %s', (name, spread) => {
  for (const totalsOf of SOURCES) {
    const cells = ['shared-atomics', 'shared-replicated', 'warp-aggregated'].flatMap(variant => {
      const { requests, wavefronts, worst } = totalsOf(kernel, variant, { ...PARAMS, spread }).summary.shared.atomic;
      expect(requests).toBe(128);
      return [`${wavefronts}`, `${worst}`];
    });
    expect(cellsOf(readme, name)).toEqual(cells);
  }
});

/** The first warp's first round, from the whole prediction: another way than the sweep's. */
function firstRound(params: Params): number {
  const { shared } = predictedTotals(kernel, 'shared-replicated', { ...params, elements: 32 }).summary;
  return shared.atomic.wavefronts;
}

test.each([
  ['one', 1],
  ['four', 4],
] as const)('the row of %s by padding', (name, spread) => {
  const params = { ...PARAMS, spread };
  const points = sweepByPad(params, 'store');
  const wavefronts = [0, 1, 2, 4, 8, 16].map(pad => points.find(({ value }) => value === pad)!.wavefronts);
  expect(cellsOf(readme, name)).toEqual(wavefronts.map(String));
  expect([0, 1, 2, 4, 8, 16].map(pad => firstRound({ ...params, pad }))).toEqual(wavefronts);
});

test.each(kernel.variants.filter(({ mustFail }) => mustFail === undefined))('the row of $title', ({ id, title }) => {
  const params = { ...PARAMS, spread: 0 };
  const emulated = emulatedTotals(kernel, id, params);
  for (const { summary } of [predictedTotals(kernel, id, params), emulated]) {
    const { requests, sectors } = summary.global.atomic;
    expect(cellsOf(readme, title)).toEqual([`${requests}`, `${sectors}`, `${emulated.warpInstructions}`]);
  }
});

const links = linksIn(readme, kernel);

test('there is a link for each variant', () => {
  for (const { id } of kernel.variants) expect(links.some(link => link.includes(id))).toBe(true);
});

test.each(links)('%s leads to an access that the warp makes', search => {
  expect(problemsOf(search, kernel, exhibit)).toEqual([]);
});

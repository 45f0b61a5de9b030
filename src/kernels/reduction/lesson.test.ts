/** The table and links of the lesson: from the model, and from the committed PTX run on the emulator. */
import { expect, test } from 'vitest';
import {
  cellsOf,
  emulatedTotals,
  type GridTotals,
  linksIn,
  predictedTotals,
  problemsOf,
  readmeOf,
} from '../../pages/exhibit/fixtures/lesson.ts';
import { exhibit, kernel } from './exhibit.tsx';

const PARAMS = { elements: 4096, threads: 256, ctas: 2 };
const readme = readmeOf(kernel);
const steps = kernel.variants.filter(({ mustFail }) => mustFail === undefined);
const links = linksIn(readme, kernel);

function cells({ summary, sharedLanes }: GridTotals): string[] {
  const { load, store } = summary.shared;
  const requests = load.requests + store.requests;
  const wavefronts = load.wavefronts + store.wavefronts;
  return [`${requests}`, `${wavefronts}`, (sharedLanes / requests).toFixed(1), `${summary.global.load.sectors}`];
}

test.each(steps)('the row of $title', ({ id, title }) => {
  const emulated = emulatedTotals(kernel, id, PARAMS);
  const ctas = `${kernel.launch(id, PARAMS).grid[0]}`;
  expect(cellsOf(readme, title)).toEqual([ctas, ...cells(emulated), `${emulated.warpInstructions}`]);
  expect(cells(predictedTotals(kernel, id, PARAMS))).toEqual(cells(emulated));
});

test('there is a link for each step', () => {
  expect(links).toHaveLength(steps.length);
});

test.each(links)('%s leads to an access that the warp makes', search => {
  expect(problemsOf(search, kernel, exhibit)).toEqual([]);
});

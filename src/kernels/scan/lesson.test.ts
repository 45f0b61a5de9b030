/** The tables and links of the lesson: from the model, and from the committed PTX run on the emulator. */
import { expect, test } from 'vitest';
import { popcount32 } from '../../base/bits.ts';
import {
  cellsOf,
  emulatedTotals,
  type GridTotals,
  linksIn,
  predictedTotals,
  problemsOf,
  readmeOf,
} from '../../pages/exhibit/fixtures/lesson.ts';
import { warpSteps } from '../../panels/step-records.ts';
import { exhibit, kernel } from './exhibit.tsx';
import { schema } from './params.ts';
import { stepsOf } from './steps.ts';

const PARAMS = { elements: 4096, section: 1024, inclusive: 0 };
const readme = readmeOf(kernel);

function cells({ summary, sharedLanes }: GridTotals): string[] {
  const { load, store } = summary.shared;
  const requests = load.requests + store.requests;
  return [`${requests}`, `${load.wavefronts + store.wavefronts}`, (sharedLanes / requests).toFixed(1)];
}

const inSections = kernel.variants
  .filter(({ mustFail }) => mustFail === undefined)
  .filter(({ id }) => id !== 'single-pass');

test.each(inSections)('the row of $title', ({ id, title }) => {
  const emulated = emulatedTotals(kernel, id, PARAMS);
  const threads = `${kernel.launch(id, PARAMS).block[0]}`;
  expect(cellsOf(readme, title)).toEqual([threads, ...cells(emulated), `${emulated.warpInstructions}`]);
  expect(cells(predictedTotals(kernel, id, PARAMS))).toEqual(cells(emulated));
});

/** The requests of one load of the way up, by all warps. */
function leftParts(variant: 'blelloch' | 'blelloch-padded', stride: number) {
  const steps = stepsOf(variant, schema.parse(PARAMS), 'load');
  const found = warpSteps(kernel.predict(variant, PARAMS, 0).trace, steps, 'load');
  return found.find(({ name }) => name === `up, stride ${stride}, left`)!.requests;
}

const worst = (requests: ReturnType<typeof leftParts>): number => Math.max(...requests.map(r => r.cost.wavefronts));

test.each([1, 2, 4, 8, 16, 32, 64, 128, 256, 512])('the level of stride %i', stride => {
  const plain = leftParts('blelloch', stride);
  const lanes = plain.reduce((sum, { access }) => sum + popcount32(access.activeMask), 0);
  const found = [lanes, plain.length, worst(plain), worst(leftParts('blelloch-padded', stride))];
  expect(cellsOf(readme, `${stride}`)).toEqual(found.map(String));
});

const links = linksIn(readme, kernel);

test('there is a link for each variant', () => {
  expect(links).toHaveLength(kernel.variants.length);
});

test.each(links)('%s leads to an access that the warp makes', search => {
  expect(problemsOf(search, kernel, exhibit)).toEqual([]);
});

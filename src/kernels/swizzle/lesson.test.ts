/** The table and links of the lesson: from the model, and from the committed PTX run on the emulator. */
import { expect, test } from 'vitest';
import {
  cellsOf,
  emulatedTotals,
  linksIn,
  predictedTotals,
  problemsOf,
  readmeOf,
} from '../../pages/exhibit/fixtures/lesson.ts';
import { exhibit, kernel } from './exhibit.tsx';

const readme = readmeOf(kernel);

test.each([
  ['none', 'none', 128, 0],
  ['none, padded', 'none', 128, 16],
  ['`32B`', '32B', 32, 0],
  ['`64B`', '64B', 64, 0],
  ['`128B`', '128B', 128, 0],
  ['`128B_ATOM_32B`', '128B_ATOM_32B', 128, 0],
  ['`128B_ATOM_64B`', '128B_ATOM_64B', 128, 0],
] as const)('the row of %s', (name, mode, rowBytes, pad) => {
  const params = { mode, rowBytes, pad, type: 'f32', rows: 32, fill: 'cp-async' };
  for (const totalsOf of [predictedTotals, emulatedTotals]) {
    const { load } = totalsOf(kernel, 'column-read', params).summary.shared;
    const { ldmatrix } = totalsOf(kernel, 'ldmatrix-read', params).summary.shared;
    const perRequest = [load.wavefronts / load.requests, ldmatrix.wavefronts / ldmatrix.ideal];
    expect(cellsOf(readme, name)).toEqual([`${rowBytes} B`, `${pad} B`, ...perRequest.map(String)]);
  }
});

const links = linksIn(readme, kernel);

test('there is a link for each variant', () => {
  for (const { id } of kernel.variants) expect(links.some(link => link.includes(id))).toBe(true);
});

test.each(links)('%s leads to an access that the warp makes', search => {
  expect(problemsOf(search, kernel, exhibit)).toEqual([]);
});

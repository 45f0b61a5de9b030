/** The pages of the scan and the histogram: what they claim of banks and atomics, and that the wrong variants are caught. */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { openExhibit, saidIn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const open = (address: string, options: BrowserContextOptions = {}) => openExhibit(visits, address, options);

describe('the scan', () => {
  test('the tree’s conflicts against none', async () => {
    const { page, exhibit } = await open('scan?request=6&section=1024');
    expect(await saidIn(exhibit.verdict)).toContain('Model and emulation agree');
    expect(await exhibit.wavefronts('Predicted')).toEqual(['16', '1']);
    expect(await exhibit.wavefronts('Emulated')).toEqual(['16', '1']);
    expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', '0']);
    expect(await saidIn(page.locator('#picture'))).toContain('up, stride 8, left, 32 lanes. A: A step of 16 words');
    expect(await saidIn(exhibit.picture('A', 'Steps'))).toContain('796 wavefronts');
  });

  test('a single pass has no sections', async () => {
    const { page } = await open('scan?v=single-pass');
    const title = page.getByRole('heading', { level: 1 });
    expect(await title.textContent()).toBe('Scan 1,000 elements in one pass over tiles of 1,024');
  });

  test('a warp that comes back on the way down keeps its steps', async () => {
    const { exhibit } = await open('scan?v=blelloch&warp=3');
    const last = exhibit.choice('Step').locator('option').nth(3);
    await expect.poll(() => last.textContent()).toBe('down, stride 1, right');
  });

  test('every way is right, on the whole grid', async () => {
    const { exhibit } = await open('scan?v=hillis-steele,blelloch,blelloch-padded,warp-shuffle&inclusive=1');
    expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', '0', '0', '0']);
    expect(await exhibit.row('Emulated', 'Races, faults')).toEqual(['none', 'none', 'none', 'none']);
  });
});

describe('the histogram', () => {
  test('opens on its atomics; copies in other banks make turns fewer', async () => {
    const { exhibit } = await open('histogram?spread=1');
    expect(await saidIn(exhibit.verdict)).toContain('Model and emulation agree');
    expect(await exhibit.row('Predicted', 'Wavefronts per atomic')).toEqual(['32', '8']);
    expect(await exhibit.row('Emulated', 'Wavefronts per atomic')).toEqual(['32', '8']);
    expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', '0']);
    expect(await saidIn(exhibit.picture('A', 'Histogram'))).toContain('in: 0 to 0');
  });

  test('without shared memory lanes meet in sectors', async () => {
    const { exhibit } = await open('histogram?v=global-atomics,warp-aggregated');
    expect(await exhibit.row('Emulated', 'Wavefronts per atomic')).toEqual(['—', '1']);
    expect(await exhibit.row('Emulated', 'Sectors written')).toEqual(['32', '8']);
    expect(await saidIn(exhibit.picture('A', 'Coalescing'))).toContain('sector');
  });
});

test.each([
  ['scan?v=missing-barrier', /race/],
  ['scan?v=pad-forgotten', /race/],
  ['histogram?v=lost-updates', /race/],
  ['histogram?v=no-clear', /uninitialised read/],
])('%s is caught', async (address, fault) => {
  const { exhibit } = await open(address);
  expect((await exhibit.row('Emulated', 'Races, faults'))[0]).not.toBe('none');
  expect(await saidIn(exhibit.evidence)).toMatch(fault);
});

test.each([
  ['scan', 'light', 1440, 900],
  ['scan', 'dark', 390, 844],
  ['histogram', 'dark', 1440, 900],
  ['histogram', 'light', 390, 844],
] as const)(
  'axe finds nothing on the page of the %s in the %s theme, %i px wide',
  async (id, colorScheme, width, height) => {
    const { page } = await open(id, { colorScheme, viewport: { width, height } });
    expect(await faultsOf(page)).toEqual([]);
  },
);

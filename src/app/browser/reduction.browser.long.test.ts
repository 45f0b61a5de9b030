/** The reduction's page: what it claims of its steps, how a step is chosen, and that the wrong ones are caught. */

import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { exhibitOn, PATIENCE, saidIn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

async function openReduction(search: string, options = {}) {
  const { page } = await visits.open(`/banks/reduction${search}`, options);
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  return { page, exhibit };
}

test('strided against sequential: two wavefronts against one, and the sources agree', async () => {
  const { page, exhibit } = await openReduction('');
  expect(await saidIn(exhibit.verdict)).toContain('Model and emulation agree');
  expect(await exhibit.wavefronts('Predicted')).toEqual(['2', '1']);
  expect(await exhibit.wavefronts('Emulated')).toEqual(['2', '1']);
  expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', '0']);
  expect(await saidIn(page.locator('#picture'))).toContain(
    'A: stride 1 left, 32 lanes; B: stride 128, 32 lanes. A: A step of 2 words and 32 banks share the factor 2',
  );
  expect(await saidIn(exhibit.picture('A', 'Steps'))).toContain('95 wavefronts; mean 20.4 of 32 lanes');
});

test('every step is right, on the whole grid', async () => {
  const { exhibit } = await openReduction('?v=interleaved-divergent,first-add-on-load,unrolled-warp,grid-stride');
  expect(await saidIn(exhibit.verdict)).toContain('Model and emulation agree');
  expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', '0', '0', '0']);
  expect(await exhibit.row('Emulated', 'Races, faults')).toEqual(['none', 'none', 'none', 'none']);
  expect(await exhibit.row('Predicted', 'Shared memory')).toEqual(['1,024 B', '1,024 B', '1,024 B', '32 B']);
});

describe('the picture of steps', () => {
  test('chooses a step by its ruler, and the rail follows', async () => {
    const { exhibit } = await openReduction('?v=interleaved-divergent&side=store');
    const steps = exhibit.surface('A', 'Steps');
    const { height } = await boxOf(steps.locator('canvas'));
    const rowPx = (height - 20) / 9;
    await steps.click({ position: { x: 20, y: 16 + 3.5 * rowPx } });
    await exhibit.expectSearch({ request: '3' });
    const chosen = exhibit.choice('Step').locator('option:checked');
    await expect.poll(() => chosen.textContent(), PATIENCE).toBe('stride 4');
    await exhibit.expectWavefronts(['1']);
  });

  test('says what a lane does, by keyboard', async () => {
    const { page, exhibit } = await openReduction('?v=interleaved-strided&side=store&request=3');
    await exhibit.surface('A', 'Steps').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const lens = exhibit.lens('A', 'Steps');
    await lens.waitFor();
    const said = await saidIn(lens);
    expect(said).toContain('stride 4, warp 0 lane 1');
    expect(said).toContain('0x0020 → bank 8');
    expect(said).toContain('one of 8 words of its bank');
  });
});

test.each([
  ['missing-barrier', /race/],
  ['missing-syncwarp', /race/],
  ['no-bounds-check', /out of bounds/],
])('%s is caught', async (id, fault) => {
  // The last of four CTAs has no whole share.
  const { exhibit } = await openReduction(`?v=${id}&cta=3`);
  expect((await exhibit.row('Emulated', 'Races, faults'))[0]).not.toBe('none');
  expect(await saidIn(exhibit.evidence)).toMatch(fault);
});

test.each([
  ['light', 1440, 900],
  ['dark', 390, 844],
] as const)('axe finds nothing in the %s theme, %i px wide', async (colorScheme, width, height) => {
  const options = { colorScheme, viewport: { width, height } };
  const { page } = await openReduction('?v=interleaved-divergent,missing-syncwarp', options);
  expect(await faultsOf(page)).toEqual([]);
});

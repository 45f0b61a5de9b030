/**
 * Every exhibit once, in a real browser: it is drawn, emulated and predicted agree, axe finds nothing, and it fits a phone. A
 * file beside `smoke.browser.test.ts`, so that both run at one time.
 */
import { describe, expect, test } from 'vitest';
import { catalog } from '../../kernels/catalog.ts';
import { faultsOf } from './fixtures/axe.ts';
import { exhibitOn, PATIENCE } from './fixtures/exhibit-object.ts';
import { drawn, PHONE, scrollsSideways } from './fixtures/standing.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

describe('an exhibit', () => {
  test.each([...catalog.keys()])('%s', async id => {
    const { page } = await visits.again(`/banks/${id}`);
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    await drawn(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await exhibit.row('Emulated', 'Wavefronts per')).toEqual(await exhibit.row('Predicted', 'Wavefronts per'));
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expect.poll(() => scrollsSideways(page), PATIENCE).toBe(false);
  });

  test('changes with its fields, its link and its keys', async () => {
    const { page } = await visits.again('/banks/transpose');
    const exhibit = exhibitOn(page);
    await exhibit.expectWavefronts(['32', '1']);
    await exhibit.field('Padding').fill('3');
    await page.keyboard.press('Tab');
    await exhibit.expectSearch({ pad: '3' });
    await exhibit.surface('B', 'Tile').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => exhibit.search().pin, PATIENCE).toBeDefined();
    await page.reload();
    await exhibit.settled();
    expect(exhibit.search()).toMatchObject({ pad: '3' });
  });
});

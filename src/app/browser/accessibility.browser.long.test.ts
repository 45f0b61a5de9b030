/** axe-core finds nothing to complain about, in any state of any page, in both themes. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { exhibitOn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
type Reach = (page: Page) => Promise<void>;

const settle: Reach = page => exhibitOn(page).settled();

const asked: Reach = page => page.getByRole('button', { name: 'Show me' }).waitFor();

const told: Reach = async page => {
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.getByRole('heading', { name: /^The (answer|order):/ }).waitFor();
  await page.locator('h1').first().waitFor();
};

const STATES: readonly (readonly [name: string, address: string, reach: Reach])[] = [
  ['home', '/', page => page.locator('canvas').first().waitFor()],
  ['two variants', '/banks/transpose', settle],
  ['four variants', '/banks/transpose?v=naive,tiled,padded,xor&side=store', settle],
  ['few long rows', '/banks/permute?shape=256,256&perm=1,0&elementBytes=1&v=tile-v', settle],
  ['a race and a difference', '/banks/transpose?v=missing-barrier,pad-not-used&pin=3.4&at=3', settle],
  ['a broken link', '/banks/transpose?pad=abc&warp=999&arch=sm_89', settle],
  ['runs', '/runs', page => page.getByText('This page is static').waitFor()],
  ['a picture', '/picture/tile-256', page => page.locator('canvas').first().waitFor()],
  ['an embedded exhibit', '/banks/transpose?embed=1', page => page.getByText('32 vs 1').nth(1).waitFor()],
  ['the course', '/learn', page => page.getByRole('heading', { name: 'For teachers' }).waitFor()],
  ['a question of a lesson', '/banks/transpose?v=padded&pad=0&warp=5&lesson=banks.3', asked],
  ['its answer', '/banks/transpose?v=padded&pad=0&warp=5&lesson=banks.3&seed=1', told],
  ['what is given', '/swizzle?rows=8&lesson=swizzle.1', asked],
  ['a page behind its answer', '/pipeline?a=v3-wgmma*stages_2*steps_12&lesson=ring.1', told],
  ['a task', '/workbench?task=banks&lesson=banks.6', page => page.locator('.cm-content').waitFor()],
  ['a quiz', '/banks/transpose?warp=3&quiz=1', asked],
  ['a sheet', '/sheet?of=banks.1', page => page.getByRole('article', { name: 'Answers' }).waitFor()],
  ['the glossary', '/glossary', page => page.locator('h1').waitFor()],
  ['nothing', '/no/such/page', page => page.locator('h1').waitFor()],
];

/** Each of the pages is loaded, and read by axe in both themes. */
const MANY_PAGES_MS = 400_000;

/** A page follows the window's theme: it need not be loaded for each. */
async function faultsInBothThemes(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await faultsOf(page)).map(fault => `${name}, ${colorScheme}: ${fault}`));
  }
  return faults;
}

describe.each([DESKTOP, PHONE])('$width px wide', viewport => {
  test(
    'every page',
    async () => {
      const { page } = await visits.open('/', { viewport });
      const faults: string[] = [];
      for (const [name, address, reach] of STATES) {
        await page.goto(`${visits.url()}?${encodeURIComponent(name)}#${address}`);
        await reach(page);
        faults.push(...(await faultsInBothThemes(page, name)));
      }
      expect(faults).toEqual([]);
    },
    MANY_PAGES_MS,
  );

  test('everything that opens', async () => {
    const { page } = await visits.open('/banks/transpose', { viewport });
    await settle(page);
    const faults: string[] = [];
    const look = async (name: string) => faults.push(...(await faultsInBothThemes(page, name)));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Evidence as CSV' }).waitFor();
    await look('export menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('combobox', { name: 'Find a picture' }).fill('padded');
    await look('find dialog');
    await page.getByRole('combobox', { name: 'Find a picture' }).fill('no such words');
    await look('find dialog, nothing found');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Read Tile as table' }).first().click();
    await look('table');
    const drawer = page.getByRole('button', { name: 'Parameters' });
    if (await drawer.isVisible()) {
      await drawer.click();
      await page.getByRole('dialog', { name: 'Parameters' }).waitFor();
      // The window is tall enough to show all fields: a field that its edge cuts in two would count as too small.
      await page.setViewportSize({ ...viewport, height: 2400 });
      await look('drawer');
    }
    expect(faults).toEqual([]);
  });
});

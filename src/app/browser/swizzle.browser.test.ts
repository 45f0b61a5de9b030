/** The swizzle page: brackets, formula, base, accesses and the search, all of it in the link. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { boxOf, coloursOf, PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

async function openSwizzle(search = '', options = {}) {
  const { page } = await visits.open(`/swizzle${search}`, options);
  await page.getByRole('heading', { level: 1, name: /^Swizzle/ }).waitFor(PATIENCE);
  return page;
}

const picture = (page: Page, title: string) => page.getByRole('application', { name: new RegExp(`^${title}:`) });
const slider = (page: Page, name: string) => page.getByRole('slider', { name: new RegExp(`^${name}:`) });
const names = (page: Page) => page.getByRole('region', { name: 'The same pattern elsewhere' });
const search = (page: Page) => Object.fromEntries(new URLSearchParams(page.url().split('?')[1] ?? ''));
const expectSearch = (page: Page, wanted: object) => expect.poll(() => search(page), PATIENCE).toEqual(wanted);

/** Ideal, before, after. */
const costs = async (page: Page, access: string) =>
  (
    await page
      .getByRole('table', { name: /^Wavefronts of each access/ })
      .getByRole('row', { name: new RegExp(`^${access} `) })
      .getByRole('cell')
      .allInnerTexts()
  ).slice(0, 3);

async function saved(page: Page, item: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: item }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

describe('a pattern', () => {
  test('has all its names, and its cost', async () => {
    const page = await openSwizzle();
    for (const text of ['Swizzle<3,3,3>', 'Swizzle<3,4,3>', 'Swizzle<3,7,3>', 'CU_TENSOR_MAP_SWIZZLE_128B'])
      await names(page).getByText(text, { exact: true }).waitFor();
    expect(await costs(page, 'ldmatrix .x4')).toEqual(['4', '32', '4']);
    for (const title of ['Before', 'After'])
      expect(await coloursOf(picture(page, title).locator('canvas'))).toBeGreaterThan(8);
  });

  test('is copied', async () => {
    const page = await openSwizzle('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await names(page).getByRole('button', { name: 'Copy CuTe, bytes' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Swizzle<3,4,3>');
  });

  test('is changed by keys on its brackets, in any unit', async () => {
    const page = await openSwizzle();
    await slider(page, 'B').focus();
    await page.keyboard.press('ArrowRight');
    await expectSearch(page, { swz: '2.4.3' });
    await slider(page, 'S').press('ArrowLeft');
    await expectSearch(page, { swz: '2.4.4' });
    await page.getByText('Elements', { exact: true }).click();
    await expectSearch(page, { swz: '2.4.4', unit: 'elements' });
    expect(await slider(page, 'M').getAttribute('aria-valuenow')).toBe('3');
    await names(page).getByText('no mode has this pattern').waitFor();
  });

  test('is changed by dragging a bracket', async () => {
    const page = await openSwizzle();
    const { x, y, width, height } = await boxOf(slider(page, 'M'));
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    // Four boxes wide: one of them to the right is one bit less.
    await page.mouse.move(x + width / 2 + width / 8, y + height / 2);
    await page.mouse.move(x + width / 2 + width / 4, y + height / 2);
    await page.mouse.up();
    await expectSearch(page, { swz: '3.3.3' });
  });

  test('may be a formula, which is checked', async () => {
    const page = await openSwizzle('?e=4&rows=32&cols=32');
    await page.getByRole('button', { name: 'Formula' }).click();
    await page.getByText(/It is Sw<3,4,3> on bytes/).waitFor();
    await page.getByLabel('Stored at').fill('row ^ (col * 2)');
    await page.getByText('Column', { exact: true }).first().click();
    await page.getByText(/Not one to one: in row 0, columns 0 and 16/).waitFor();
    await page.getByLabel('Stored at').fill('row ^');
    await page.getByText(/something is missing here/).waitFor();
    await expectSearch(page, { e: '4', rows: '32', cols: '32', f: 'row ^', gives: 'column' });
  });

  test('follows absolute addresses', async () => {
    const page = await openSwizzle();
    await page.getByLabel('Base, bytes').fill('128');
    await page.getByText(/^1 line of 128 B off the repeat of 1,024 B/).waitFor();
    await page.getByLabel('Base, bytes').fill('129');
    await page.getByText('0 to 16384, a multiple of 2').waitFor();
    await expectSearch(page, { base: '128' });
  });
});

describe('accesses', () => {
  test('start where a cell is clicked', async () => {
    const page = await openSwizzle();
    await picture(page, 'Before').focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => search(page).at, PATIENCE).toMatch(/^\d+\.\d+$/);
    await page.keyboard.press('Escape');
    await expectSearch(page, {});
  });

  test('may be a table of one’s own', async () => {
    const page = await openSwizzle('?e=4&rows=32&cols=32');
    await page.getByRole('button', { name: 'Own table, 4 B a lane' }).click();
    await page.getByLabel(/^Bytes from the tile/).fill('lane * 132');
    await expect.poll(() => costs(page, 'Own table, 4 B a lane'), PATIENCE).toEqual(['1', '1', '1']);
  });

  test('lead from 32-way to none in five steps', async () => {
    const page = await openSwizzle();
    const steps = page.getByRole('navigation', { name: /five steps/ }).getByRole('link');
    const ends = ['32-way', 'none', '4-way', '8-way', 'none'];
    expect((await steps.allInnerTexts()).map(text => text.split('\n').at(-1))).toEqual(ends);
    await steps.nth(0).click();
    await page.getByText(/the 32 words of a column share one bank/).waitFor();
    expect(await steps.nth(0).getAttribute('aria-current')).toBe('page');
    expect(await costs(page, 'Column, 4 B a lane')).toEqual(['1', '32', '32']);
    await steps.nth(4).click();
    await page.getByText(/all 32 banks, once/).waitFor();
    expect(await steps.nth(0).getAttribute('aria-current')).toBeNull();
    expect(await costs(page, 'Column, 16 B a lane')).toEqual(['4', '32', '4']);
  });
});

describe('the search', () => {
  const patterns = (page: Page) => page.getByRole('table', { name: /^Patterns/ });
  const first = (page: Page) => patterns(page).getByRole('row').nth(1).getByRole('rowheader').textContent();

  test('finds, sorts, draws and saves', async () => {
    const page = await openSwizzle('?swz=0.4.3', { acceptDownloads: true });
    expect(await first(page)).toBe('Swizzle<3,4,3>');
    await patterns(page).getByRole('button', { name: 'Shared memory' }).click();
    await expectSearch(page, { swz: '0.4.3', sort: 'bytes' });
    await patterns(page).getByRole('button', { name: 'Swizzle<3,4,3>' }).click();
    await expectSearch(page, { sort: 'bytes' });
    await page.getByRole('checkbox', { name: /Column, 2 B/ }).check();
    await patterns(page).getByRole('button', { name: 'Column, 2 B a lane' }).waitFor();
    const csv = (await saved(page, 'Patterns as CSV')).bytes.toString();
    expect(csv).toMatch(/^pattern,row-16,ldmatrix-4,column-2,wavefronts,bytes,aligned16,tma\n/);
    const svg = (await saved(page, 'Pictures as SVG')).bytes.toString();
    for (const words of ['Address bits', 'Before', 'After', 'Swizzle&lt;3,4,3&gt;']) expect(svg).toContain(words);
    expect([...(await saved(page, 'Pictures as PNG')).bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });
});

describe('everybody', () => {
  test.each(['light', 'dark'] as const)('can read the %s page, wide and narrow', async colorScheme => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await openSwizzle('?f=row+%2B+chunk&access=own-4&swz=3.4.3', { colorScheme, viewport });
      await page.getByRole('button', { name: 'Read After as table' }).click();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: '128B', exact: true }).click();
      await page.getByRole('button', { name: 'Read Address bits as table' }).click();
      expect(await faultsOf(page)).toEqual([]);
      const sideways = await page.locator('main').evaluate(main => main.scrollWidth - main.clientWidth);
      expect(sideways).toBeLessThanOrEqual(0);
    }
  });

  test('finds it by words', async () => {
    const { page } = await visits.open('/runs');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('swizzle which address bits');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^Swizzle/ }).waitFor(PATIENCE);
  });
});

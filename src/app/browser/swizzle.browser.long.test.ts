/** The swizzle page: brackets, formula, base, accesses and the search, all of it in the link. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { coloursOf, PATIENCE } from './fixtures/exhibit-object.ts';
import { saved } from './fixtures/saved.ts';
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
const compiled = (page: Page) => page.getByRole('region', { name: 'Compiled kernel' });
const pixels = (page: Page, title: string) =>
  picture(page, title)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
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

describe('a pattern', () => {
  test('has all its names, and its cost', async () => {
    const page = await openSwizzle();
    for (const text of ['Swizzle<3,3,3>', 'Swizzle<3,4,3>', 'Swizzle<3,7,3>', 'CU_TENSOR_MAP_SWIZZLE_128B'])
      await names(page).getByText(text, { exact: true }).waitFor();
    expect(await costs(page, 'ldmatrix/stmatrix .x4')).toEqual(['4', '32', '4']);
    for (const title of ['Before', 'After'])
      expect(await coloursOf(picture(page, title).locator('canvas'))).toBeGreaterThan(8);
  });

  test('leads to its tensor map', async () => {
    const page = await openSwizzle('?e=4&rows=32&cols=16&swz=2.4.3');
    await names(page)
      .getByRole('link', { name: /^Its tensor map/ })
      .click();
    await expectSearch(page, { type: 'f32', dims: '16.32', box: '16.32', start: '0.0', swz: '64B' });
    await page.getByRole('heading', { level: 1, name: /^Tensor map/ }).waitFor(PATIENCE);
  });

  test('is copied', async () => {
    const page = await openSwizzle('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await names(page).getByRole('button', { name: 'Copy CuTe, bytes' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Swizzle<3,4,3>');
    // A long name leaves each button its width.
    const widths = names(page)
      .getByRole('button')
      .evaluateAll(all => all.map(button => button.getBoundingClientRect().width));
    expect(Math.min(...(await widths))).toBeGreaterThanOrEqual(24);
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
    await page.getByText(/It is Swizzle<3,4,3> on bytes/).waitFor();
    await page.getByLabel('Stored at').fill('row ^ (col * 2)');
    await page.getByText('Column', { exact: true }).first().click();
    await page.getByText(/Not one to one: in row 0, columns 0 and 16/).waitFor();
    await page.getByLabel('Stored at').fill('row ^');
    await page.getByText(/Character 6: something is missing here/).waitFor();
    await expectSearch(page, { e: '4', rows: '32', cols: '32', f: 'row ^', gives: 'column' });
  });

  test('is a formula that works, to begin with', async () => {
    const page = await openSwizzle('?rows=64');
    await page.getByRole('button', { name: 'Formula' }).click();
    await page.getByText(/^One to one: .* It is Swizzle<3,4,3> on bytes/).waitFor();
    await page.getByLabel('Stored at').fill('row ^');
    expect(await page.getByText('The formula cannot be drawn yet: see what it says above.').count()).toBe(2);
  });

  test('that is best for what matters is named beside the tile, and drawn by a click', async () => {
    const page = await openSwizzle('?rows=64&swz=2.4.3');
    await page.getByText(/^Best for Row, 16 B a lane and ldmatrix\/stmatrix \.x4:/).waitFor(PATIENCE);
    await page.getByRole('button', { name: '128B = Swizzle<3,4,3>' }).click();
    await expectSearch(page, { rows: '64' });
    await page.getByText('128B = Swizzle<3,4,3>, as drawn.').waitFor();
    await page.getByRole('button', { name: /^All \d+$/ }).click();
    const finder = page.getByRole('region', { name: 'Find me a swizzle' });
    expect(await finder.evaluate(element => element === document.activeElement)).toBe(true);
    expect((await boxOf(finder)).y).toBeLessThan(700);
  });

  test('follows absolute addresses', async () => {
    const page = await openSwizzle();
    await page.getByRole('textbox', { name: 'Base, bytes' }).fill('128');
    await page.getByText(/^1 line of 128 B off the repeat of 1,024 B.* wrong place for 128 of 128 chunks/).waitFor();
    await page.getByText('128 elsewhere').waitFor();
    await page.getByRole('textbox', { name: 'Base, bytes' }).fill('129');
    await page.getByText('Base, bytes: a multiple of 2 from 0 to 16,384').waitFor();
    await expectSearch(page, { base: '128' });
  });
});

describe('two patterns', () => {
  test('stand beside each other, by link', async () => {
    const page = await openSwizzle();
    await page.getByLabel('Compared with').selectOption('64B');
    await expectSearch(page, { vs: '2.4.3' });
    for (const title of ['A: 64B', 'B: 128B']) await picture(page, title).waitFor();
    expect(await costs(page, 'ldmatrix/stmatrix .x4')).toEqual(['4', '8', '4']);
    await page.getByRole('button', { name: 'Swap the two patterns (X)' }).click();
    await expectSearch(page, { swz: '2.4.3', vs: '3.4.3' });
    expect(await costs(page, 'ldmatrix/stmatrix .x4')).toEqual(['4', '4', '8']);
    await page.keyboard.press('x');
    await expectSearch(page, { vs: '2.4.3' });
  });

  test('of later chips say so', async () => {
    const page = await openSwizzle();
    await page.getByRole('button', { name: '128B_ATOM_64B' }).click();
    await page.getByText(/^128B_ATOM_64B is not on Hopper: .*128B_ATOM_32B_FLIP_8B is two XORs at once/).waitFor();
    await compiled(page).getByText('All 128 chunks lie as drawn.').waitFor(PATIENCE);
    await compiled(page)
      .getByText(/sm_100a/)
      .waitFor();
    await compiled(page).getByText('Not measured yet.').waitFor();
  });
});

describe('a compiled kernel', () => {
  test('lays every chunk as drawn, and one with a wrong mask does not', async () => {
    const page = await openSwizzle('?base=2432');
    await compiled(page).getByText('All 128 chunks lie as drawn.').waitFor(PATIENCE);
    await compiled(page)
      .getByText(/NVIDIA H200, 2026-11-20: .* 20 rows of 128 B at base 384/)
      .waitFor();
    await page.getByRole('textbox', { name: 'Base, bytes' }).fill('0');
    await compiled(page).getByText('Wrong mask', { exact: true }).click();
    await expectSearch(page, { run: 'wrong-mask' });
    await compiled(page)
      .getByText(/64 of 128 chunks lie elsewhere/)
      .waitFor(PATIENCE);
    await page.getByText('64 elsewhere').waitFor();
    await compiled(page).getByText('cp.async', { exact: true }).click();
    await compiled(page).getByText('All 128 chunks lie as drawn.').waitFor(PATIENCE);
  });

  test('is refused where no copy lays the tile', async () => {
    const page = await openSwizzle('?cols=128');
    await compiled(page)
      .getByText(/128B lays rows 128 B apart; these are 256 B/)
      .waitFor(PATIENCE);
  });
});

describe('chunks', () => {
  test('move to their places, but not for who wants no motion', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const page = await openSwizzle('', { reducedMotion });
      await picture(page, 'After').waitFor();
      const start = await pixels(page, 'After');
      const seen = await page.evaluate(async name => {
        const canvas = document.querySelector<HTMLCanvasElement>(`[role=application][aria-label^="${name}:"] canvas`)!;
        const all = new Set<string>();
        [...document.querySelectorAll('button')].find(button => button.textContent === '64B')!.click();
        for (let frame = 0; frame < 60; frame++) {
          await new Promise(requestAnimationFrame);
          all.add(canvas.toDataURL());
        }
        return all.size;
      }, 'After');
      expect(await pixels(page, 'After')).not.toBe(start);
      if (reducedMotion === 'reduce') expect(seen).toBeLessThanOrEqual(2);
      else expect(seen).toBeGreaterThan(3);
    }
  });
});

describe('inside another page', () => {
  test('shows the pictures, what each source says, and the way to the page', async () => {
    const { page } = await visits.open('/swizzle?embed=1&vs=2.4.3', { viewport: { width: 800, height: 450 } });
    await page.getByText('All 128 chunks lie as drawn.').waitFor(PATIENCE);
    expect(await page.locator('input, select').count()).toBe(0);
    const size = () => [document.documentElement.scrollWidth, document.documentElement.scrollHeight];
    expect(await page.evaluate(size)).toEqual([800, 450]);
    const link = await page.getByRole('link', { name: 'Open in Lanescape' }).getAttribute('href');
    expect(link).toMatch(/#\/swizzle\?vs=2\.4\.3$/);
    expect(await faultsOf(page)).toEqual([]);
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

  test('go phase by phase, each alone in the tiles while it is pointed at', async () => {
    const page = await openSwizzle();
    const phases = page.getByRole('list', { name: 'Phases of the drawn access' }).getByRole('button');
    await expect.poll(() => phases.count(), PATIENCE).toBe(4);
    expect((await phases.allInnerTexts())[0]).toMatch(
      /lanes 0–7\s+Before: 4 of 32 banks,\s+8\s+After: 32 of 32 banks,\s+1/,
    );
    const all = await pixels(page, 'After');
    await phases.nth(1).focus();
    await expect.poll(() => pixels(page, 'After'), PATIENCE).not.toBe(all);
    await picture(page, 'After').focus();
    await expect.poll(() => pixels(page, 'After'), PATIENCE).toBe(all);
  });

  test('may be a table of one’s own', async () => {
    const page = await openSwizzle('?e=4&rows=32&cols=32');
    await page.getByRole('button', { name: 'Own table, 4 B a lane' }).click();
    await page.getByLabel('Your own table').fill('lane * 132');
    await expect.poll(() => costs(page, 'Own table, 4 B a lane'), PATIENCE).toEqual(['1', '1', '1']);
  });

  test('lead from 32-way to none in five steps', async () => {
    const page = await openSwizzle();
    const steps = page.getByRole('navigation', { name: /five steps/ }).getByRole('link');
    const ends = ['32-way', 'free', '4-way', '8-way', 'free'];
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
    await expect.poll(() => first(page), PATIENCE).toBe('Swizzle<3,4,3>');
    await patterns(page).getByRole('button', { name: 'Shared memory' }).click();
    await expectSearch(page, { swz: '0.4.3', sort: 'bytes' });
    await patterns(page).getByRole('button', { name: 'Swizzle<3,4,3>' }).click();
    await expectSearch(page, { sort: 'bytes' });
    await page.getByRole('checkbox', { name: /Column, 2 B/ }).check();
    await patterns(page).getByRole('button', { name: 'Column, 2 B a lane' }).waitFor(PATIENCE);
    expect((await saved(page, 'Accesses as CSV')).bytes.toString()).toMatch(/^ldmatrix-4,4,32,4$/m);
    expect((await saved(page, 'Places as CSV')).bytes.toString()).toMatch(/^5,24,688,688,736$/m);
    expect(JSON.parse((await saved(page, 'All as JSON')).bytes.toString()).link).toContain('#/swizzle');
    const csv = (await saved(page, 'Patterns as CSV')).bytes.toString();
    expect(csv).toMatch(/^pattern,row-16,ldmatrix-4,column-2,wavefronts,bytes,aligned16,tma\n/);
    const svg = (await saved(page, 'Pictures as SVG')).bytes.toString();
    for (const words of ['Address bits', 'Before', 'After', 'Swizzle&lt;3,4,3&gt;']) expect(svg).toContain(words);
    expect([...(await saved(page, 'Pictures as PNG')).bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });
});

describe('what matters to the search', () => {
  test('is chosen where it is listed', async () => {
    const page = await openSwizzle();
    const section = page.getByRole('region', { name: 'Find me a swizzle' });
    await section.getByLabel('Another access that matters').selectOption('Column, 4 B a lane');
    await section.getByRole('button', { name: 'No more: Row, 16 B a lane' }).click();
    await expectSearch(page, { want: 'ldmatrix-4.column-4' });
    await section.getByText(/swizzles and paddings do\./).waitFor(PATIENCE);
  });

  test('is searched when it is asked for again after it was called off', async () => {
    const page = await openSwizzle('?e=1&rows=256&cols=256&want=row-1.column-1.ldmatrix-4.wgmma.column-16');
    const section = page.getByRole('region', { name: 'Find me a swizzle' });
    await section.getByRole('button', { name: 'Cancel' }).click();
    await section.getByText('Not searched.').waitFor();
    await section.getByRole('button', { name: 'Search', exact: true }).click();
    await section.getByText(/swizzles and paddings do\./).waitFor(PATIENCE);
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
    await page.getByRole('heading', { level: 1, name: 'Runs and builds' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('swizzle which address bits');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^Swizzle/ }).waitFor(PATIENCE);
  });
});

/** The statistics of permutations: counted in a worker, listed by bars and rows, saved as files, all of it in the link. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { recordingText } from '../../contract/recording-text.ts';
import { syntheticRuns } from '../../pages/permute-statistics/fixtures/synthetic-runs.ts';
import { faultsOf } from './fixtures/axe.ts';
import { coloursOf, PATIENCE } from './fixtures/exhibit-object.ts';
import { saved } from './fixtures/saved.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const ADDRESS = '/permute/statistics';
const strategies = (page: Page) => page.getByRole('table', { name: 'Strategies over all cases' });
const listed = (page: Page) => page.getByRole('region', { name: 'Listed cases' });
const picture = (page: Page, title: string) => page.getByRole('application', { name: new RegExp(`^${title}:`) });

async function openCounted(search = '', options = {}) {
  const { page } = await visits.open(`${ADDRESS}${search}`, options);
  await page.getByText(/go through shared memory, in \d+ different blocks/).waitFor(PATIENCE);
  return page;
}

const rowOf = (page: Page, strategy: string) =>
  strategies(page)
    .getByRole('row', { name: new RegExp(`^${strategy} `) })
    .getByRole('cell')
    .allInnerTexts();

const search = (page: Page) => Object.fromEntries(new URLSearchParams(page.url().split('?')[1]));
const expectList = (page: Page, list: string | undefined) => expect.poll(() => search(page).list, PATIENCE).toBe(list);

describe('the statistics page', () => {
  test('counts the TTC benchmark and draws it', async () => {
    const page = await openCounted();
    expect((await rowOf(page, 'No padding')).slice(0, 2)).toEqual(['47', '0 0 %']);
    expect((await rowOf(page, 'Odd row')).slice(0, 4)).toEqual(['47', '45 96 %', '1 1', '1.04 2']);
    for (const title of ['Store', 'Load', 'Waste'])
      expect(await coloursOf(picture(page, title).locator('canvas'))).toBeGreaterThan(5);
  });

  test('says how far it is, stops, and goes on to something else', async () => {
    const { page } = await visits.open(`${ADDRESS}?set=cutt-test1&elementBytes=1`);
    await page.getByText(/^Planned [\d,]+ of 5,912$/).waitFor(PATIENCE);
    expect(await page.getByRole('progressbar').count()).toBe(1);
    // The results so far are drawn, and stay.
    await strategies(page).waitFor(PATIENCE);
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/^Cancelled: these are the first [\d,]+ of 5,912\.$/).waitFor(PATIENCE);
    expect(await strategies(page).count()).toBe(1);
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await page.getByRole('button', { name: 'Count again' }).click();
    await page.getByText(/^Planned/).waitFor(PATIENCE);
    await page.getByLabel('Permutations', { exact: true }).selectOption({ label: 'TTC benchmark' });
    await page.getByText(/^\d+ of 57 go through/).waitFor(PATIENCE);
  });

  test('keeps its options in the link, and takes them from there', async () => {
    const page = await openCounted('?set=cutt-picks&elementBytes=8&target=64&sharedKiB=99');
    const shown = (label: string) => page.getByLabel(label, { exact: true }).locator('option:checked').textContent();
    expect(await shown('Permutations')).toBe('cuTT test3 and test4');
    expect([await shown('Element'), await shown('Inner blocks of')]).toEqual(['8 B', '64 elements']);
    await page.getByLabel('Element', { exact: true }).selectOption({ label: '2 B' });
    await expect.poll(() => search(page).elementBytes, PATIENCE).toBe('2');
    expect(search(page)).toEqual({ set: 'cutt-picks', elementBytes: '2', target: '64', sharedKiB: '99' });
  });
});

describe('the table of strategies', () => {
  test('is sorted and gone through with the keyboard alone', async () => {
    const page = await openCounted();
    const names = () => strategies(page).getByRole('rowheader').allInnerTexts();
    const asTheyCome = await names();
    const load = strategies(page).getByRole('columnheader', { name: 'Load' });
    await load.getByRole('button').focus();
    for (const [order, isMost] of [
      ['ascending', false],
      ['descending', true],
      [null, true],
    ] as const) {
      await page.keyboard.press('Enter');
      await expect.poll(() => load.getAttribute('aria-sort'), PATIENCE).toBe(order);
      expect((await names())[0] === 'No padding').toBe(isMost);
    }
    expect(await names()).toEqual(asTheyCome);
    await strategies(page).getByRole('button', { name: 'No padding' }).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await expectList(page, 'xor');
    expect(await faultsOf(page)).toEqual([]);
  });
});

describe('cases', () => {
  test('are listed by a row, with links to the exhibit', async () => {
    const page = await openCounted('?set=cutt-picks');
    await strategies(page).getByRole('button', { name: 'Odd row' }).click();
    await expectList(page, 'odd-row');
    await listed(page).getByRole('heading', { name: 'Odd row' }).waitFor();
    const links = listed(page).getByRole('link');
    expect(await links.count()).toBe(6);
    const link = await listed(page).getByRole('link', { name: 'test3 #1' }).getAttribute('href');
    const to = new URLSearchParams(link?.split('?')[1]);
    expect(link).toContain('#/banks/permute?');
    expect([to.get('shape'), to.get('perm'), to.get('elementBytes')]).toEqual(['67,43', '1,0', '4']);
    await page.getByRole('button', { name: 'Close the list' }).click();
    await expectList(page, undefined);
    expect(await listed(page).count()).toBe(0);
  });

  test('are listed by a bar, with the keyboard alone', async () => {
    const page = await openCounted();
    const load = picture(page, 'Load');
    await load.focus();
    for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await page.getByText('Load: above 1, up to 2', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await expectList(page, 'none:load:1');
    await listed(page).getByText('2 cases').waitFor();
    expect(await listed(page).getByRole('link').allInnerTexts()).toEqual(['TTC 43', 'TTC 45']);
    await page.keyboard.press('Enter');
    await expectList(page, undefined);
  });
});

/** Opens the page with synthetic runs in place of the recorded ones. */
async function openMeasured(search = '', options = {}) {
  const { page } = await visits.open('/', options);
  const body = recordingText(syntheticRuns());
  await page.route('**/recordings/*/permute.json', route => route.fulfill({ contentType: 'application/json', body }));
  await page.goto(`${visits.url()}#${ADDRESS}${search}`);
  await picture(page, 'A GPU').waitFor(PATIENCE);
  return page;
}
const pinned = (page: Page) => page.getByRole('region', { name: 'Measured case' });

describe('measured cases', () => {
  test('stand beside what is predicted, in the table and case by case', async () => {
    const page = await openMeasured();
    expect(await coloursOf(picture(page, 'A GPU').locator('canvas'))).toBeGreaterThan(5);
    const [none, xor] = await Promise.all(['No padding', 'XOR'].map(async name => (await rowOf(page, name)).at(-1)));
    expect(none).toMatch(/^[\d.]+ % [\d,]+ GB\/s$/);
    expect(Number.parseFloat(none ?? '')).toBeLessThan(Number.parseFloat(xor ?? ''));
    await strategies(page).getByRole('button', { name: 'XOR' }).click();
    await listed(page).getByRole('columnheader', { name: 'Measured, of the copy' }).waitFor();
    expect(await listed(page).getByRole('row').nth(1).getByRole('cell').last().textContent()).toMatch(
      / % [\d,]+ GB\/s$/,
    );
    await page.getByText(/^57 of 57 cases on A GPU \(.*\), driver 1, nvcc 13\.0\.88, 2026-11-20\./).waitFor();
  });

  test('say in a sentence what each name means, and what files call it', async () => {
    const page = await openMeasured();
    const names = page.getByRole('region', { name: 'What the names mean' });
    const [terms, said] = await Promise.all(
      ['term', 'definition'].map(role => names.getByRole(role as 'term').allInnerTexts()),
    );
    expect(terms).toContain('Tile tile');
    expect(terms.slice(0, 3)).toEqual(['No padding none', 'XOR xor', 'Odd row odd-row']);
    for (const sentence of said) expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
    expect(said).toHaveLength(terms.length);
  });

  test('are pinned with the keyboard alone, and lead to the exhibit with the variants measured', async () => {
    const page = await openMeasured();
    await picture(page, 'A GPU').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => search(page).case, PATIENCE).toMatch(/^TTC \d+$/);
    await pinned(page)
      .getByRole('heading', { name: search(page).case })
      .waitFor();
    const link = await pinned(page).getByRole('link', { name: 'Tile' }).getAttribute('href');
    expect(new URLSearchParams(link?.split('?')[1]).get('v')).toBe('none,tile');
    await pinned(page).getByText('the same launch as Odd row').first().waitFor();
    await page.getByRole('button', { name: 'Close the case' }).click();
    await expect.poll(() => search(page).case, PATIENCE).toBe(undefined);
  });

  test('are in the link, and belong to the options they were measured with', async () => {
    const page = await openMeasured('?case=TTC+7');
    await pinned(page).getByRole('heading', { name: 'TTC 7' }).waitFor(PATIENCE);
    await page.getByLabel('Shared memory', { exact: true }).selectOption({ label: '16 KiB' });
    await page.getByText('—, not measured yet with these options').waitFor(PATIENCE);
    expect(await pinned(page).count()).toBe(0);
    expect(search(page).case).toBe(undefined);
    for (const cell of ['No padding', 'XOR']) expect((await rowOf(page, cell)).at(-1)).toBe('—');
  });

  test('are saved with where they come from', async () => {
    const page = await openMeasured('', { acceptDownloads: true });
    const csv = (await saved(page, 'Times as CSV')).bytes.toString();
    expect(csv).toMatch(/^case,shape,perm,strategy,.*sourceHash,date,comparison\nTTC 1,7248 7248,1 0,none,16.5,/);
    const json = JSON.parse((await saved(page, 'Times as JSON')).bytes.toString());
    expect(json.rows).toHaveLength(csv.trimEnd().split('\n').length - 1);
    expect((await saved(page, 'Strips as SVG')).bytes.toString()).toContain('the fastest of these');
    expect([...(await saved(page, 'Strips as PNG')).bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });

  test.each(['light', 'dark'] as const)(
    'can be read by everybody on the %s page, wide and narrow',
    async colorScheme => {
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
      ]) {
        const page = await openMeasured('?case=TTC+1', { colorScheme, viewport });
        await pinned(page).waitFor(PATIENCE);
        await page.getByRole('button', { name: 'Read A GPU as table' }).click();
        expect(await faultsOf(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    },
  );
});

describe('files', () => {
  test('hold the tables and the pictures', async () => {
    const page = await openCounted('?set=cutt-picks', { acceptDownloads: true });
    const csv = await saved(page, 'Strategies as CSV');
    expect(csv.name).toBe('permute-cutt-picks-strategies.csv');
    expect(csv.bytes.toString()).toMatch(/^strategy,cases,conflictFree,.*\nnone,6,0,/);
    const json = JSON.parse((await saved(page, 'Distributions as JSON')).bytes.toString());
    expect(json).toMatchObject({ set: 'cutt-picks', options: { elementBytes: 4, sharedBytes: 49152 } });
    expect(json.rows).toContainEqual({ strategy: 'none', quantity: 'load', bin: 'no conflict', cases: 0 });
    const cases = (await saved(page, 'Cases as CSV')).bytes.toString();
    expect(cases).toContain('test3 #1,67 43,1 0,none,');
    const svg = (await saved(page, 'Pictures as SVG')).bytes.toString();
    const read = await page.evaluate(
      text => new DOMParser().parseFromString(text, 'image/svg+xml').documentElement.textContent,
      svg,
    );
    for (const words of ['Store', 'Load', 'Waste', 'Odd row', '≤16']) expect(read).toContain(words);
    const png = await saved(page, 'Pictures as PNG');
    expect([...png.bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });
});

describe('everybody', () => {
  test.each(['light', 'dark'] as const)('can read the %s page, wide and narrow', async colorScheme => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await openCounted('?set=cutt-picks&list=odd-row:load:1', { colorScheme, viewport });
      await listed(page).waitFor();
      await page.getByRole('button', { name: 'Read Load as table' }).click();
      expect(await faultsOf(page)).toEqual([]);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways).toBeLessThanOrEqual(0);
    }
  });

  test('finds it by words', async () => {
    const { page } = await visits.open('/runs');
    await page.getByRole('heading', { level: 1, name: 'Runs and builds' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('permutation statistics');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^47 of 57 go through/).waitFor(PATIENCE);
  });
});

/** Every page on paper: its title on the first sheet, no sheet empty, nothing cut off, and a file that viewers can open. */
import { expect, test } from 'vitest';
import { catalog } from '../../kernels/catalog.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { cutOnPaper, keepsSizes, printed } from './fixtures/printed.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const PAGES = [
  '/',
  '/learn',
  '/workbench',
  '/permute/statistics',
  '/layouts',
  '/swizzle',
  '/tensor-map',
  '/pipeline',
  '/attention',
  '/attention/published',
  '/sheet?of=banks.1',
  '/glossary',
  '/runs',
  '/banks/probe?table=lane+*+4&lesson=banks.3',
  ...[...catalog.keys()].map(id => `/banks/${id}`),
];

/** A page with less has a rule or a background at most. */
const FEWEST_MARKS = 8;
const MOST_SHEETS = 12;
/** One inside another for each row and column of a picture, they took viewers minutes and gigabytes. */
const MOST_MASKS = 12;

test.each(PAGES)('%s', async address => {
  const { page } = await visits.open('/kit');
  await keepsSizes(page);
  await page.goto(`${visits.url()}?print#${address}`);
  const title = page.getByRole('heading', { level: 1 }).first();
  await title.waitFor();
  await expect.poll(() => page.locator('[aria-busy=true]').count(), PATIENCE).toBe(0);
  // Parts of some pages come after their title.
  const fewest = async () => Math.min(...(await printed(page)).marks);
  await expect.poll(fewest, PATIENCE).toBeGreaterThan(FEWEST_MARKS);
  const { marks, sheetOf, masks } = await printed(page);
  expect(marks.length).toBeLessThanOrEqual(MOST_SHEETS);
  expect(sheetOf.get(`${await title.textContent()}`.replaceAll(/\s/g, ''))).toBe(0);
  expect(masks).toBeLessThanOrEqual(MOST_MASKS);
  expect(await cutOnPaper(page)).toEqual([]);
});

test('what paper would cut off is found', async () => {
  const { page } = await visits.open('/glossary');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    const wide = Object.assign(document.createElement('p'), { textContent: 'too wide' });
    wide.style.width = '3000px';
    document.querySelector('main')!.append(wide);
  });
  expect(await cutOnPaper(page)).toContainEqual(expect.stringMatching(/^beyond: P .*too wide/));
});

/**
 * Every page of the program once, in a real browser: it opens without a complaint, its pictures are drawn, axe finds
 * nothing, and it does not scroll sideways at a phone's width. What a page does beyond that is asked in its own
 * `.browser.long` file; the exhibits have `exhibits.browser.test.ts`.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { drawn, PHONE, scrollsSideways } from './fixtures/standing.ts';
import { browserVisits } from './fixtures/visit.ts';
import { CONFLICT } from './fixtures/workbench-kernels.ts';
import { workbenchOn } from './fixtures/workbench-object.ts';

const visits = browserVisits();

/** Checks that a page is there, by what can be seen of it. */
type Stands = (page: Page) => Promise<void>;

const says =
  (words: string): Stands =>
  page =>
    page.getByText(words).first().waitFor();

const PAGES: readonly (readonly [name: string, address: string, stands: Stands])[] = [
  ['home', '/', drawn],
  ['a picture', '/picture/tile-256', drawn],
  ['permutation statistics', '/permute/statistics', says('47')],
  ['swizzle', '/swizzle', drawn],
  ['tensor map', '/tensor-map', drawn],
  ['layouts', '/layouts', drawn],
  ['pipeline', '/pipeline', drawn],
  ['attention', '/attention', drawn],
  ['attention as published', '/attention/published', drawn],
  ['runs', '/runs', says('This page is static')],
  ['the course', '/learn', says('Guess first, then see it play')],
  ['a lesson', '/banks/transpose?v=padded&pad=0&lesson=banks.3', drawn],
  ['a sheet', '/sheet?of=banks.1', says('answers of draw 0')],
  ['the glossary', '/glossary', says('One word stands for one idea')],
  ['the parts of the kit', '/kit', says('Parts of the kit')],
  ['an embedded exhibit', '/banks/transpose?embed=1', drawn],
  ['nothing', '/no/such/page', says('Nothing is drawn here')],
];

describe('a page', () => {
  test.each(PAGES)('%s', async (_, address, stands) => {
    const { page } = await visits.again(address);
    await stands(page);
    // A window's title says which page it is.
    await expect.poll(() => page.title(), PATIENCE).toMatch(/^.{3,} · Lanescape$/);
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expect.poll(() => scrollsSideways(page), PATIENCE).toBe(false);
  });

  test('the workbench, with a kernel that nobody has seen', async () => {
    const { page } = await visits.again('/workbench');
    await page.emulateMedia({ colorScheme: 'dark' });
    const bench = workbenchOn(page);
    await bench.open('column.ptx', CONFLICT);
    await bench.runs();
    await bench.expectStanding(/62 wavefronts beyond the ideal/);
    expect(await faultsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: null });
  });
});

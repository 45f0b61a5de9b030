/** The attention page: tiles, schedules held against each other, the story of QueryEmpty, all of it in the link. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { coloursOf, PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

async function openAttention(search = '', options = {}) {
  const { page } = await visits.open(`/attention/published${search}`, options);
  await page.getByRole('heading', { level: 1, name: /^FlashAttention-3/ }).waitFor(PATIENCE);
  return page;
}

const heading = (page: Page, words: string) => page.getByRole('heading', { level: 1, name: words }).waitFor(PATIENCE);
const search = (page: Page) => Object.fromEntries(new URLSearchParams(page.url().split('?')[1] ?? ''));
const expectSearch = (page: Page, wanted: object) => expect.poll(() => search(page), PATIENCE).toEqual(wanted);
const timeline = (page: Page, letter: string) => page.getByRole('region', { name: new RegExp(`^${letter}: `) });
const tile = (page: Page, headDim: number) => page.getByRole('button', { name: `Play head dimension ${headDim}` });
const story = (page: Page, name: RegExp) => page.getByRole('button', { name });

async function saved(page: Page, item: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: (await readFile(await file.path())).toString() };
}

describe('the tiles', () => {
  test('play a head dimension as published, by mouse and by keyboard', async () => {
    const page = await openAttention();
    await page.getByRole('cell', { name: '128 × 80' }).click();
    await heading(page, 'FlashAttention-3 forward: head dimension 256, bf16');
    await expectSearch(page, { a: 'fa3-forward*headDim_256*pingPong_0' });
    await tile(page, 64).focus();
    await page.keyboard.press('Enter');
    await expectSearch(page, { a: 'fa3-forward*headDim_64' });
    expect(await tile(page, 64).getAttribute('aria-pressed')).toBe('true');
    await page.getByText('192 KiB of 227 KiB, 35 KiB free').waitFor();
  });

  test('are others in 8-bit floats, with a ring for the V that is turned', async () => {
    const page = await openAttention();
    await page.getByText('8-bit', { exact: true }).click();
    await heading(page, 'FlashAttention-3 forward: head dimension 128, 8-bit floats');
    await page.getByRole('cell', { name: '128 × 224' }).waitFor();
    await page.getByRole('row', { name: /^vt\[1\]/ }).waitFor();
    await page.getByRole('heading', { name: 'Order of one tile of Q' }).click();
    await page.getByText('turn V[n+1]').waitFor();
  });
});

test('the formula behind the cycles takes two lines at most, also on a phone', async () => {
  const linesOf = async (page: Page) => {
    const { rects, words } = await page
      .getByRole('region', { name: 'Evidence' })
      .locator('code', { hasText: /^max\(/ })
      .evaluate(code => ({ rects: code.getClientRects().length, words: code.textContent }));
    expect(words).toContain('max(copy 1,101, tensor 2,816, exp 1,408, ');
    return rects;
  };
  expect(await linesOf(await openAttention())).toBeLessThanOrEqual(2);
  expect(await linesOf(await openAttention('', { viewport: { width: 390, height: 844 } }))).toBeLessThanOrEqual(2);
});

describe('schedules', () => {
  test('are held against each other on one axis, with what is saved in words', async () => {
    const page = await openAttention();
    await page.getByLabel('Against').selectOption('the overlap switched');
    await timeline(page, 'B').waitFor(PATIENCE);
    await page
      .getByText(/^A \(overlap and ping-pong\) against B \(ping-pong alone\): A ends [\d,]+ cycles before B/)
      .waitFor();
    await page.getByLabel('Against').selectOption('all four ways');
    await timeline(page, 'D').waitFor(PATIENCE);
    expect(await page.getByRole('list', { name: 'What it saves' }).getByRole('listitem').count()).toBe(3);
    await expectSearch(page, { vs: 'all' });
  });

  test('step from flip to flip, and the table follows', async () => {
    const page = await openAttention('?at=0');
    await page.getByText('Cycle 0', { exact: true }).waitFor(PATIENCE);
    const filling = page.getByRole('row', { name: /^k\[0\] k0 filling/ });
    await filling.waitFor();
    await tile(page, 128).focus();
    await page.keyboard.press('.');
    await expect.poll(() => filling.count(), PATIENCE).toBe(0);
    await expect.poll(() => Number(search(page).at), PATIENCE).toBeGreaterThan(0);
  });
});

describe('the story of QueryEmpty', () => {
  test('is played in four ways', async () => {
    const page = await openAttention();
    await page.getByRole('heading', { name: /^Why do the consumers arrive/ }).click();
    await story(page, /waits each time Deadlock At cycle/).click();
    await page.getByText(/^Deadlock at cycle/).waitFor(PATIENCE);
    await expectSearch(page, { a: 'fa3-forward*firstArrive_0' });
    await story(page, /Q is overwritten/).click();
    await page.getByText('Overrun', { exact: true }).first().waitFor(PATIENCE);
    await story(page, /The other way to do it/).click();
    await expect.poll(() => page.getByText(/^Deadlock at|^Overrun$/).count(), PATIENCE).toBe(0);
    await story(page, /As published/).click();
    await expectSearch(page, {});
  });
});

describe('files', () => {
  test('hold tiles, spans, a trace and the pictures', async () => {
    const page = await openAttention('?vs=overlap');
    await timeline(page, 'B').waitFor(PATIENCE);
    const tiles = await saved(page, 'Tiles as CSV');
    expect([tiles.name, tiles.text.split('\n')[3]]).toEqual([
      'attention-tiles-bf16.csv',
      '128,128,176,registers,2,384,24,240,true,false,212992,1408,704',
    ]);
    expect((await saved(page, 'Spans as CSV')).text).toContain('softmax');
    expect(JSON.parse((await saved(page, 'Chrome trace')).text)).toHaveProperty('traceEvents');
    expect(JSON.parse((await saved(page, 'Scenario of A as JSON')).text)).toHaveProperty('roles');
    expect((await saved(page, 'Pictures as SVG')).text).toContain('Where the time goes');
  });
});

describe('everybody', () => {
  test.each(['light', 'dark'] as const)('can read the %s page, wide and narrow', async colorScheme => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await openAttention('?vs=overlap', { colorScheme, viewport });
      await timeline(page, 'B').waitFor(PATIENCE);
      expect(await faultsOf(page)).toEqual([]);
      const sideways = await page.locator('main').evaluate(main => main.scrollWidth - main.clientWidth);
      expect(sideways).toBeLessThanOrEqual(0);
    }
    const stuck = await openAttention('?a=fa3-forward*firstArrive_0', { colorScheme });
    await stuck.getByText(/^Deadlock at cycle/).waitFor(PATIENCE);
    expect(await faultsOf(stuck)).toEqual([]);
  });

  test('sees the timelines alone in another page', async () => {
    const { page } = await visits.open('/attention/published?embed=1&vs=overlap', {
      viewport: { width: 800, height: 450 },
    });
    await page.getByRole('link', { name: 'Open in Lanescape' }).waitFor(PATIENCE);
    expect(await coloursOf(timeline(page, 'B').locator('canvas').first())).toBeGreaterThan(8);
    expect(await page.locator('select').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Open in Lanescape' }).getAttribute('href')).toMatch(
      /#\/attention\/published\?vs=overlap$/,
    );
    expect(await faultsOf(page)).toEqual([]);
  });
});

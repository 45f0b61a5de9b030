/** The permutation's pictures: one fact lit in all of them, the loop that counts, files, an embedded page, everybody. */
import { readFile } from 'node:fs/promises';
import type { JSHandle, Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { changedSince, coloursOf, exhibitOn, PATIENCE, pixelsOf, saidIn } from './fixtures/exhibit-object.ts';
import { openPermutation } from './fixtures/permute-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();
type Permutation = Awaited<ReturnType<typeof openPermutation>>;

const TITLES = ['Shared memory', 'Input block', 'Output block', 'Loads, counted'];

/** Canvases that show an element, by name: each variant's pictures, and the schedule. */
const canvasesOf = (page: Permutation): ReadonlyMap<string, Locator> =>
  new Map([
    ...(['A', 'B'] as const).flatMap(letter =>
      TITLES.map(title => [`${letter}: ${title}`, page.canvas(letter, title)] as const),
    ),
    ['Padding schedule', page.shared('Padding schedule').locator('canvas')],
  ]);

async function pixels(canvases: ReadonlyMap<string, Locator>): Promise<Map<string, JSHandle<ImageData>>> {
  const kept = new Map<string, JSHandle<ImageData>>();
  for (const [name, canvas] of canvases) kept.set(name, await pixelsOf(canvas));
  return kept;
}

async function changed(canvases: ReadonlyMap<string, Locator>, kept: ReadonlyMap<string, JSHandle<ImageData>>) {
  const names: string[] = [];
  for (const [name, canvas] of canvases) if ((await changedSince(canvas, kept.get(name)!)) !== null) names.push(name);
  return names;
}

describe('one fact in every picture', () => {
  test('an element of the input: its place, its bank, its lanes and its place in the output', async () => {
    const page = await openPermutation(visits, '?v=none,searched');
    const canvases = canvasesOf(page);
    const kept = await pixels(canvases);
    await page.surface('A', 'Input block').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.page.keyboard.press(key);
    await expect.poll(() => changed(canvases, kept), PATIENCE).toEqual([...canvases.keys()]);
    const said = await page.picture('A', 'Input block').locator('[aria-live]').textContent();
    expect(said).toMatch(/→ bank \d+/);
    expect(said).toMatch(/store.*lane \d+/s);
    expect(said).toMatch(/load.*lane \d+/s);
    for (const letter of ['A', 'B'] as const) await page.lens(letter, 'Shared memory').waitFor();
    await page.page.keyboard.press('Escape');
    await expect.poll(() => changed(canvases, kept), PATIENCE).toEqual([]);
  });

  test('a bank: all that lies in it', async () => {
    const page = await openPermutation(visits, '?v=none,searched');
    const canvases = canvasesOf(page);
    const kept = await pixels(canvases);
    await page.shared('Padding schedule').focus();
    await page.page.keyboard.press('ArrowRight');
    const lit = ['A: Shared memory', 'B: Shared memory', 'A: Loads, counted', 'B: Loads, counted', 'Padding schedule'];
    await expect.poll(() => changed(canvases, kept), PATIENCE).toEqual(expect.arrayContaining(lit));
  });

  test('is pinned by a click, in the link', async () => {
    const page = await openPermutation(visits, '?v=none,searched');
    const canvas = page.canvas('B', 'Output block');
    await canvas.scrollIntoViewIfNeeded();
    const { width, height } = await boxOf(canvas);
    await canvas.click({ position: { x: width / 2, y: height / 2 } });
    await expect.poll(() => page.search().pin, PATIENCE).toMatch(/^0\.\d+$/);
  });
});

describe('the counted loop', () => {
  test('chooses the request of a row', async () => {
    const page = await openPermutation(visits, '?v=none,searched');
    const loop = page.canvas('A', 'Loads, counted');
    await loop.scrollIntoViewIfNeeded();
    const { height } = await boxOf(loop);
    // The counters of the last of four rows.
    await loop.click({ position: { x: 8, y: height - 8 } });
    await page.expectSearch({ request: '3' });
    await expect.poll(() => saidIn(page.transport), PATIENCE).toContain('access 4 of 4');
  });

  test('runs from row to row while the page plays', async () => {
    const page = await openPermutation(visits, '?v=searched');
    const loop = new Map([['loop', page.canvas('A', 'Loads, counted')]]);
    const kept = await pixels(loop);
    await page.page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => changed(loop, kept), PATIENCE).toEqual(['loop']);
    await expect.poll(() => Number(page.search().request ?? 0), PATIENCE).toBeGreaterThan(1);
  });

  test('both sides stand in the schedule, whichever is chosen', async () => {
    const page = await openPermutation(visits, '?v=none,searched');
    await page.page.getByRole('button', { name: 'Read Padding schedule as table' }).click();
    const rows = page.page.getByRole('figure').filter({ hasText: 'Padding schedule' }).getByRole('row');
    await expect
      .poll(() => rows.filter({ hasText: 'warp 0' }).allInnerTexts(), PATIENCE)
      .toEqual([
        expect.stringMatching(/^store, warp 0.*conflict-free.*conflict-free/s),
        expect.stringMatching(/^load, warp 0.*4-way.*conflict-free/s),
      ]);
  });
});

async function saved(page: Permutation, item: string | RegExp): Promise<{ name: string; text: string; bytes: Buffer }> {
  const download = page.page.waitForEvent('download');
  await page.page.getByRole('button', { name: 'Export' }).click();
  await page.page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), text: bytes.toString(), bytes };
}

test('files hold pictures, strategies, plan and code', async () => {
  const page = await openPermutation(visits, '?v=none,searched,table', { acceptDownloads: true });
  const svg = await saved(page, 'Pictures as SVG');
  const read = await page.page.evaluate(
    text => new DOMParser().parseFromString(text, 'image/svg+xml').documentElement.textContent,
    svg.text,
  );
  for (const words of ['Padding schedule', 'Shared memory', 'Input block', 'Loads, counted', 'Position table'])
    expect(read, words).toContain(words);
  const png = await saved(page, 'Pictures as PNG');
  expect([...png.bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  expect((await saved(page, 'Strategies as CSV')).text).toMatch(
    /^strategy,storeWavefronts,.*\nnone,4,4,1,16,4,4,0,512,0,true,/,
  );
  expect(JSON.parse((await saved(page, 'Strategies as JSON')).text)).toHaveLength(9);
  expect(JSON.parse((await saved(page, 'Plan as JSON')).text)).toMatchObject({ chosen: 'xor' });
  const header = await saved(page, 'B as C++ header');
  expect(header.name).toMatch(/\.h$/);
  expect(header.text).toContain('40');
  const kernel = await saved(page, 'C as CUDA kernel');
  expect(kernel.name).toMatch(/\.cu$/);
  expect(kernel.text).toContain('__global__');
});

describe('embedded', () => {
  test('the schedule and the images, a line per source, and no way to change what is locked', async () => {
    const { page } = await visits.open('/banks/permute?embed=1&lock=all', { viewport: { width: 800, height: 450 } });
    const exhibit = exhibitOn(page);
    const foot = page.locator('footer');
    await expect
      .poll(() => saidIn(foot), PATIENCE)
      .toMatch(/4 vs 1 wavefronts\s+4 vs 1 wavefronts\s+\d\.\d+ µs vs \d\.\d+ µs/);
    expect(await coloursOf(exhibit.canvas('B', 'Shared memory'))).toBeGreaterThan(5);
    expect(await page.locator('input, select, pre, ol, table').count()).toBe(0);
    expect(await page.getByRole('slider').count()).toBe(0);
    const sizes = () =>
      page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    expect(await sizes()).toEqual([800, 450]);
  });
});

describe('everybody', () => {
  const STATES = [
    '',
    '?v=rows,tile,register-exchange,none',
    '?shape=2,16,2&perm=2,0,1&v=register-exchange,table&access=1',
  ];

  test.each(['light', 'dark'] as const)('can read the %s page, wide and narrow', async colorScheme => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ])
      for (const state of STATES) {
        const { page } = await openPermutation(visits, state, { colorScheme, viewport });
        expect(await faultsOf(page), `${state} ${viewport.width}`).toEqual([]);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(sideways, `${state} ${viewport.width}`).toBeLessThanOrEqual(0);
      }
  });

  test('can reach every part by keyboard, and see where it is', async () => {
    const { page } = await openPermutation(visits, '?v=none,searched');
    const reached: string[] = [];
    for (let i = 0; i < 160; i++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const at = document.activeElement;
        if (at === null || at === document.body) return null;
        const { outlineStyle } = getComputedStyle(at);
        return { name: at.getAttribute('aria-label') ?? at.textContent ?? '', isOutlined: outlineStyle !== 'none' };
      });
      if (stop === null) break;
      expect(stop.isOutlined, stop.name).toBe(true);
      reached.push(stop.name);
    }
    const parts = [
      'Paste PyTorch',
      'B, dimension 1',
      'Padding schedule',
      'Pad of A, variant B',
      'XOR',
      'Shared memory',
    ];
    for (const part of [...parts, 'Input block', 'Loads, counted', 'Other pads'])
      expect(
        reached.some(name => name.includes(part)),
        part,
      ).toBe(true);
  });
});

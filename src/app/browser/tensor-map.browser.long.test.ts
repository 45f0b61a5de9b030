/** The tensor map page: fields and their rules, the box, the walk, the code, all of it in the link. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { coloursOf, PATIENCE } from './fixtures/exhibit-object.ts';
import { saved } from './fixtures/saved.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

async function openTensorMap(search = '', options = {}) {
  const { page } = await visits.open(`/tensor-map${search}`, options);
  await page.getByRole('heading', { level: 1, name: /^Tensor map/ }).waitFor(PATIENCE);
  return page;
}

const picture = (page: Page, title: string) => page.getByRole('application', { name: new RegExp(`^${title}:`) });
const entry = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const mover = (page: Page) => page.getByRole('button', { name: /^Box at/ });
const compiled = (page: Page) => page.getByRole('region', { name: 'Compiled kernel' });
const pixels = (page: Page, title: string) =>
  picture(page, title)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
const search = (page: Page) => Object.fromEntries(new URLSearchParams(page.url().split('?')[1] ?? ''));
const expectSearch = (page: Page, wanted: object) => expect.poll(() => search(page), PATIENCE).toEqual(wanted);
const byteRow = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Bytes' })
    .locator('div', { has: page.getByText(name, { exact: true }) })
    .last();

const BROKEN = '?dims=100.150&box=72.300&start=60.8&base=64';

describe('the builder', () => {
  test('names each broken rule at its field, and takes what would do', async () => {
    const page = await openTensorMap(BROKEN);
    await page.getByText('5 rules are broken').waitFor();
    expect(await entry(page, 'Box, dim 0').getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Box, dim 0: Use 64' }).click();
    await page.getByText('4 rules are broken').waitFor();
    expect(await entry(page, 'Box, dim 0').inputValue()).toBe('64');
    await page.getByRole('button', { name: 'Use all' }).click();
    await page.getByText('The driver accepts this map').waitFor();
    await expectSearch(page, { dims: '100.150', strides: '208', box: '64.256', start: '64.8', base: '128' });
  });

  test('changes every number, and more dimensions', async () => {
    const page = await openTensorMap();
    await entry(page, 'Extent, dim 0').fill('-');
    await entry(page, 'Extent, dim 0').fill('512');
    await page.getByText('3', { exact: true }).first().click();
    await page.getByLabel('Swizzle', { exact: true }).selectOption('64B');
    await page.getByRole('button', { name: 'Box, dim 0: Use 32' }).click();
    await page.getByText('Store', { exact: true }).click();
    await expectSearch(page, {
      ...{ dims: '512.256.1', box: '32.64.1', start: '64.96.0' },
      ...{ swz: '64B', dir: 'store' },
    });
    await page.getByText('Taken from the tile').waitFor();
  });

  test('counts what is outside', async () => {
    const page = await openTensorMap('?dims=100.150&strides=208&box=64.64&start=64.112');
    expect(await byteRow(page, 'expect_tx').textContent()).toContain('8,192 B');
    expect(await byteRow(page, 'Outside of it').textContent()).toContain('5,456 B');
  });
});

describe('the box', () => {
  test('is moved by keys, by a chunk or a row', async () => {
    const page = await openTensorMap();
    await mover(page).focus();
    for (const key of ['ArrowRight', 'Shift+ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await expectSearch(page, { start: '72.103' });
  });

  test('is dragged', async () => {
    const page = await openTensorMap('?dims=256.64&box=64.32&start=0.0');
    const { x, y, width, height } = await boxOf(mover(page));
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + width / 8, y + height / 2 + height / 32, { steps: 3 });
    await page.mouse.move(x + width / 2 + width / 4, y + height / 2 + height / 4, { steps: 3 });
    await page.mouse.up();
    await expectSearch(page, { dims: '256.64', box: '64.32', start: '16.8' });
  });

  test('shows the same chunk in both pictures', async () => {
    const page = await openTensorMap();
    for (const title of ['Tensor', 'Shared memory'])
      expect(await coloursOf(picture(page, title).locator('canvas'))).toBeGreaterThan(8);
    await picture(page, 'Tensor').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expectSearch(page, { pin: '1.8' });
    await page.keyboard.press('Escape');
    await expectSearch(page, {});
  });

  test('has planes where there are more dimensions', async () => {
    const page = await openTensorMap('?dims=64.64.4&box=64.16.2&start=0.16.1');
    await page.getByRole('slider', { name: /^dim 2/ }).press('ArrowRight');
    await page.getByText('dim 2 = 2').waitFor();
    await page.getByText('dim 2', { exact: true }).click();
    await picture(page, 'Tensor').getByRole('button').waitFor();
    await expect.poll(() => search(page).down, PATIENCE).toBe('2');
  });
});

describe('the walk', () => {
  const position = (page: Page) => page.getByText(/^Chunk [\d,]+ of/).textContent();
  const flights = (page: Page) => page.evaluate(() => document.getAnimations().length);

  test('is stepped, skipped and scrubbed, and the link follows', async () => {
    const page = await openTensorMap();
    expect(await position(page)).toMatch(/^Chunk 512 of 512/);
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await page.getByText(/^row 1, chunk 0: \(64, 97\) byte 49,792 → 0x0090/).waitFor();
    await expectSearch(page, { at: '9' });
    await page.getByRole('slider', { name: 'Chunk', exact: true }).press('End');
    await expectSearch(page, {});
  });

  test('is played, and its chunks fly', async () => {
    const page = await openTensorMap('?dims=64.16&box=64.8&start=0.4&at=2');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => flights(page), PATIENCE).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(() => Number(search(page).at), PATIENCE).toBeGreaterThan(2);
  });

  test('is one step for who wants no motion', async () => {
    const page = await openTensorMap('?dims=64.16&box=64.8&start=0.4&at=2', { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => search(page).at, PATIENCE).toBe('3');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(await flights(page)).toBe(0);
  });
});

describe('the copy', () => {
  test('is run by the compiled kernel', async () => {
    const page = await openTensorMap();
    await compiled(page).getByText('All 512 chunks are byte for byte as drawn.').waitFor(PATIENCE);
    await compiled(page)
      .getByText(/^As drawn on an NVIDIA H200, 2026-11-20: .* all of 306 loads of rank 2/)
      .waitFor();
    await page.getByLabel('Swizzle', { exact: true }).selectOption('128B_ATOM_32B');
    await page.getByText(/encodes no map with this mode/).waitFor();
    await compiled(page)
      .getByText(/sm_100a, shipped/)
      .waitFor(PATIENCE);
    await compiled(page).getByText('All 512 chunks are byte for byte as drawn.').waitFor(PATIENCE);
  });

  test('is run in any rank, and as a store', async () => {
    const page = await openTensorMap();
    for (const preset of ['Batch, 3-D', 'Image, NHWC', 'Interleaved']) {
      await page.getByRole('link', { name: preset }).click();
      await compiled(page)
        .getByText(/All [\d,]+ chunks are byte for byte as drawn\.$/)
        .waitFor(PATIENCE);
    }
    await page.getByRole('link', { name: 'Store at the edge' }).click();
    await compiled(page)
      .getByText(/All 5,000 chunks of the tensor are byte for byte as drawn/)
      .waitFor(PATIENCE);
    await compiled(page)
      .getByText(/142 others of rank 2 were as the model says/)
      .waitFor();
  });

  test('with its coordinates turned round is flagged where it differs, loaded and stored', async () => {
    const page = await openTensorMap('?dims=64.64.16&box=32.8.2&start=8.16.0&swz=64B&down=2');
    await compiled(page)
      .getByText(/All 64 chunks/)
      .waitFor(PATIENCE);
    const right = await pixels(page, 'Shared memory');
    await compiled(page).getByText('Slowest first', { exact: true }).click();
    await expect.poll(() => search(page).run, PATIENCE).toBe('slowest-first');
    await compiled(page)
      .getByText(/64 of 64 chunks of shared memory hold something else/)
      .waitFor(PATIENCE);
    await page.getByText('64 differ').waitFor();
    expect(await pixels(page, 'Shared memory')).not.toBe(right);
    await picture(page, 'Shared memory').focus();
    for (const key of ['ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    await page
      .getByText(/^emulated: byte [\d,]+ of the tensor$/)
      .first()
      .waitFor();
    const tensor = await pixels(page, 'Tensor');
    await page.getByText('Store', { exact: true }).click();
    await compiled(page)
      .getByText(/128 of 8,192 chunks of the tensor hold something else/)
      .waitFor(PATIENCE);
    await page.getByText('128 differ').waitFor();
    expect(await pixels(page, 'Tensor')).not.toBe(tensor);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('is code to take along', async () => {
    const page = await openTensorMap('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByText('Copy, CUDA and PTX').click();
    await page.getByRole('button', { name: 'Copy code' }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied, PATIENCE).toContain('cp.async.bulk.tensor.2d.shared::cluster.global');
    await expectSearch(page, { text: 'instruction' });
  });

  test('is read from a call that is pasted', async () => {
    const page = await openTensorMap('?at=4');
    const call = await page.getByRole('region', { name: 'Code', exact: true }).textContent();
    await page.getByText('Paste a map').click();
    const field = page.getByRole('textbox', { name: /^A call of cuTensorMapEncodeTiled/ });
    await field.fill(call!.replace('{256, 256}', '{512, 128}').replace('SWIZZLE_128B', 'SWIZZLE_64B'));
    await page.getByText('Drawn: bf16, 512 × 128, boxes of 64 × 64.').waitFor(PATIENCE);
    await expectSearch(page, { dims: '512.128', strides: '512', swz: '64B' });
    await page.getByText('One rule is broken').waitFor();
    await field.fill('cuTensorMapEncodeTiled(map)');
    await page.getByText('No call of cuTensorMapEncodeTiled with its 12 arguments.').waitFor();
  });

  test('is saved', async () => {
    const page = await openTensorMap('', { acceptDownloads: true });
    const csv = (await saved(page, 'Chunks as CSV')).bytes.toString();
    expect(csv.split('\n')[1]).toBe('0,0,64 96,49280,0,16');
    const json = JSON.parse((await saved(page, 'Chunks as JSON')).bytes.toString());
    expect(json).toMatchObject({ transactionBytes: 8192, outsideBytes: 0, start: [64, 96] });
    const svg = (await saved(page, 'Pictures as SVG')).bytes.toString();
    for (const words of ['Tensor map', 'Shared memory', '256 × 256 bf16']) expect(svg).toContain(words);
    expect([...(await saved(page, 'Pictures as PNG')).bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });

  test('leads to its pattern on the Swizzle page', async () => {
    const page = await openTensorMap();
    await page.getByRole('link', { name: /^Its bits, all accesses/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Swizzle/ }).waitFor(PATIENCE);
  });

  test('names what scrambles a tile, each in a state that has it', async () => {
    const { page } = await visits.open('/tensor-map');
    await page.getByText('Why does my TMA tile come out scrambled?').click();
    await page.getByRole('link', { name: 'Its base is no multiple of the 1,024-byte repeat' }).click();
    await page.getByText(/^2 lines of 128 B off the repeat of 1,024 B/).waitFor(PATIENCE);
    await page.getByText('64 elsewhere').waitFor();
  });
});

describe('inside another page', () => {
  test('shows the pictures, what each source says, and the way to the page', async () => {
    const { page } = await visits.open('/tensor-map?embed=1&swz=none', { viewport: { width: 800, height: 450 } });
    await page.getByText('All 512 chunks are byte for byte as drawn.').waitFor(PATIENCE);
    for (const title of ['Tensor', 'Shared memory'])
      expect(await coloursOf(picture(page, title).locator('canvas'))).toBeGreaterThan(8);
    expect(await page.locator('input, select').count()).toBe(0);
    const size = () => [document.documentElement.scrollWidth, document.documentElement.scrollHeight];
    expect(await page.evaluate(size)).toEqual([800, 450]);
    const link = await page.getByRole('link', { name: 'Open in Lanescape' }).getAttribute('href');
    expect(link).toMatch(/#\/tensor-map\?swz=none$/);
    await page.getByText('As drawn on an NVIDIA H200, 2026-11-20', { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});

describe('everybody', () => {
  test.each(['light', 'dark'] as const)('can read the %s page, wide and narrow', async colorScheme => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await openTensorMap(BROKEN, { colorScheme, viewport });
      await page.getByText('5 rules are broken').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('link', { name: 'Image, NHWC' }).click();
      await page.getByText('The driver accepts this map').waitFor();
      await page.getByRole('button', { name: 'Read Tensor as table' }).click();
      await page.getByRole('button', { name: 'Read Shared memory as table' }).click();
      expect(await faultsOf(page)).toEqual([]);
      const sideways = await page.locator('main').evaluate(main => main.scrollWidth - main.clientWidth);
      expect(sideways).toBeLessThanOrEqual(0);
    }
  });

  test('finds every page, on a phone behind one button', async () => {
    const wide = await openTensorMap();
    await wide.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Layouts' }).click();
    await wide.getByRole('heading', { level: 1, name: /^Layouts/ }).waitFor(PATIENCE);
    const narrow = await openTensorMap('', { viewport: { width: 390, height: 844 } });
    await narrow.getByRole('button', { name: 'Sections' }).click();
    expect(await faultsOf(narrow)).toEqual([]);
    await narrow.getByRole('link', { name: 'Swizzle', exact: true }).click();
    await narrow.getByRole('heading', { level: 1, name: /^Swizzle/ }).waitFor(PATIENCE);
    const sideways = await narrow.locator('header').evaluate(header => header.scrollWidth - header.clientWidth);
    expect(sideways).toBeLessThanOrEqual(0);
  });
});

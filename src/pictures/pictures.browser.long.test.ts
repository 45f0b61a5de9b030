/** Pictures in a real browser: the canvas shows the same as the SVG, and pointer and keys work. */
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxOf, launchBrowser } from '../../scripts/browser.ts';
import { openFixture } from '../../scripts/fixture-page.ts';
import type { PictureProbe } from './fixtures/browser-entry.tsx';

declare const window: { readonly pictures: PictureProbe };

let browser: Browser;
let page: Page;
let errors: readonly string[];

beforeAll(async () => {
  browser = await launchBrowser();
  const entry = join(import.meta.dirname, 'fixtures/browser-entry.tsx');
  ({ page, errors } = await openFixture(browser, entry, { width: 500, height: 800 }));
  await page.locator('canvas').nth(1).waitFor();
});

afterAll(() => browser?.close());

/** Hatches are drawn by different rasterisers: their lines agree in place but not in every pixel. */
const HATCHED = 0.02;
const PLAIN = 0.003;

describe('two renderers, one scene', () => {
  test('canvas and SVG agree in every case', async () => {
    const ids = await page.evaluate(() => window.pictures.ids);
    expect(ids.length).toBeGreaterThan(20);
    for (const id of ids) {
      const share = await page.evaluate(name => window.pictures.difference(name), id);
      const mayHatch = /^(tile|bank-map|output|memory|pipeline)/.test(id);
      expect(share, id).toBeLessThan(mayHatch ? HATCHED : PLAIN);
    }
  });

  test('a PNG has twice the size', async () => {
    const { width, height, head } = await page.evaluate(() => window.pictures.png('tile-padded'));
    expect([width, height]).toEqual([788, 680]);
    expect(head).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });
});

describe('interaction', () => {
  const state = (name: string) => page.locator(`[data-${name}]`).getAttribute(`data-${name}`);
  const cell = (row: number, column: number) => ({ x: 24 + column * 10 + 5, y: 16 + row * 10 + 5 });

  test('the pointer highlights a cell in all pictures and opens a lens', async () => {
    await page
      .locator('canvas')
      .first()
      .hover({ position: cell(11, 5) });
    await page.getByText('word 368 = 11·33 + 5').waitFor();
    expect(JSON.parse((await state('highlight'))!)).toEqual({ cell: { row: 11, column: 5 }, bank: null });
    expect(await page.getByText('0x05C0 → bank 16').isVisible()).toBe(true);
  });

  test('a click pins, a second click clears', async () => {
    const canvas = page.locator('canvas').first();
    await canvas.click({ position: cell(3, 4) });
    expect(JSON.parse((await state('selection'))!)).toEqual({ row: 3, column: 4 });
    await canvas.click({ position: cell(3, 4) });
    expect(await state('selection')).toBe('null');
  });

  test('keys move, pin and clear, and the place is announced', async () => {
    await page.locator('[role=application]').first().focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    expect(JSON.parse((await state('selection'))!)).toEqual({ row: 8, column: 0 });
    expect(await page.locator('[aria-live]').first().textContent()).toContain('word 264 = 8·33 + 0');
    await page.keyboard.press('Escape');
    expect(await state('selection')).toBe('null');
    expect(await state('highlight')).toBe('null');
  });

  test('keys zoom about the middle, and back', async () => {
    const canvas = page.locator('canvas').first();
    const seen = async () => {
      await canvas.hover({ position: { x: 2, y: 2 } });
      await canvas.hover({ position: cell(0, 0) });
      await page.waitForFunction(
        () => document.querySelector('[data-highlight]')?.getAttribute('data-highlight') !== 'null',
      );
      return JSON.parse((await state('highlight'))!).cell;
    };
    expect(await seen()).toEqual({ row: 0, column: 0 });
    await page.locator('[role=application]').first().focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('+');
    const zoomed = await seen();
    expect(zoomed.row).toBeGreaterThan(8);
    expect(zoomed.column).toBeGreaterThan(8);
    await page.locator('[role=application]').first().focus();
    await page.keyboard.press('0');
    expect(await seen()).toEqual({ row: 0, column: 0 });
  });

  describe('handles', () => {
    /** Value that a drag between two points of a picture asks for. */
    async function drag(picture: number, from: [number, number], to: [number, number]): Promise<string> {
      const box = await boxOf(page.locator('canvas').nth(picture));
      const before = (await state('asked'))!;
      await page.mouse.move(box.x + from[0], box.y + from[1]);
      await page.mouse.down();
      await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 3 });
      await page.mouse.up();
      return (await state('asked'))!.slice(before.length).replace(/^, /, '');
    }

    test('the ruler asks for the columns that the pointer passes, and pins nothing', async () => {
      expect(await drag(0, [24 + 55, 8], [24 + 85, 8])).toBe('column 5, column 6, column 7, column 8');
      expect(await state('selection')).toBe('null');
    });

    test('the edge asks for padding by whole columns', async () => {
      expect(await drag(0, [24 + 331, 100], [24 + 331 + 21, 100])).toMatch(/pad 3$/);
      expect(await drag(0, [24 + 331, 100], [24 + 331, 140])).toBe('pad 1');
    });

    test('the map asks for addresses by words and lines, and still pins on a click', async () => {
      const asked = await drag(1, [24 + 105, 60], [24 + 105 + 30, 60]);
      expect(asked).toMatch(/base 12$/);
      expect(await state('selection')).toBe('null');
      expect(await drag(1, [24 + 105, 60], [24 + 106, 60])).toBe('');
      expect(await state('selection')).not.toBe('null');
      await page
        .locator('canvas')
        .nth(1)
        .click({ position: { x: 24 + 105, y: 60 } });
      expect(await state('selection')).toBe('null');
    });

    test('what can be dragged is said to those who cannot see it', async () => {
      const names = await page.locator('[role=application]').evaluateAll(all => all.map(e => e.ariaLabel));
      expect(names[0]).toContain('Drag for column. Drag for pad.');
      expect(names[1]).toContain('Drag for base.');
      expect(names[1]).not.toContain('Drag for pad.');
    });
  });

  describe('pictures of a permutation', () => {
    const asked = async () => (await state('permuted'))!.split(' ').at(-1);

    /** Sideways from the middle of a control. */
    async function dragBy(control: Locator, dx: number): Promise<void> {
      await control.scrollIntoViewIfNeeded();
      const box = await boxOf(control);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + dx, y, { steps: 4 });
      await page.mouse.up();
    }

    test('a chip that is dropped elsewhere asks for an order, once', async () => {
      const chip = page.getByRole('button', { name: 'A, 2 of 3 in the output' });
      await dragBy(chip, 2);
      expect(await state('permuted')).toBe('');
      await dragBy(chip, 150);
      // The page did not take the new order: the chip goes back.
      expect(await state('permuted')).toBe('perm:1,2,0');
      expect(await chip.count()).toBe(1);
    });

    test('Alt and the arrow keys move a chip', async () => {
      await page.getByRole('button', { name: 'A, 2 of 3 in the output' }).focus();
      await page.keyboard.press('Alt+ArrowLeft');
      expect(await asked()).toBe('perm:0,1,2');
    });

    test('a ruler is a slider of its pad, by pointer and by keys', async () => {
      const slider = page.getByRole('slider', { name: 'Pad of A, variant B' });
      expect(await slider.getAttribute('aria-valuetext')).toBe('8 words: stride 72, 8 mod 32');
      await dragBy(slider, 12);
      expect(await asked()).toBe('pad:B0=11');
      await slider.focus();
      await page.keyboard.press('ArrowLeft');
      expect(await asked()).toBe('pad:B0=7');
      await page.keyboard.press('Shift+ArrowRight');
      expect(await asked()).toBe('pad:B0=16');
      await page.keyboard.press('Home');
      expect(await asked()).toBe('pad:B0=0');
    });
  });

  test('the table opens as text', async () => {
    await page.getByRole('button', { name: 'Read Tile as table' }).click();
    await expect.poll(() => page.getByRole('table').locator('tbody tr').count()).toBe(32);
    expect(errors).toEqual([]);
  });
});

/** A timeline in a real browser: wheel, drag, keys and pointer work, and every mark can be reached. */
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { boxOf, launchBrowser } from '../../../scripts/browser.ts';
import { openFixture } from '../../../scripts/fixture-page.ts';
import type { TimelineProbe } from '../fixtures/timeline-entry.tsx';
import type { PipelineHighlight, TimeWindow } from '../pipeline/records.ts';

declare const window: {
  readonly timelines: TimelineProbe;
  readonly axe: { run(): Promise<{ violations: readonly { id: string }[] }> };
};

interface State {
  readonly window: TimeWindow | null;
  readonly playhead: number;
  readonly highlight: PipelineHighlight;
  readonly selection: PipelineHighlight;
}

let browser: Browser;
let page: Page;
let errors: readonly string[];
let surface: Locator;
let box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Left edge of the plot, and the middles of the first two rows. */
const PLOT_PX = 116;
const PRODUCER_PX = 41;
const CONSUMER_PX = 76;

beforeAll(async () => {
  browser = await launchBrowser();
  const entry = join(import.meta.dirname, '../fixtures/timeline-entry.tsx');
  ({ page, errors } = await openFixture(browser, entry, { width: 1040, height: 700 }));
  surface = page.getByRole('application');
  await surface.waitFor();
  box = await boxOf(surface);
});

afterAll(() => browser?.close());

beforeEach(async () => {
  await surface.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('0');
});

const state = async (): Promise<State> => JSON.parse((await page.locator('[data-state]').getAttribute('data-state'))!);
const until = (holds: (now: State) => boolean): Promise<void> =>
  expect.poll(async () => holds(await state())).toBe(true);
const move = (x: number, y: number) => page.mouse.move(box.x + x, box.y + y);

async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await move(...from);
  await page.mouse.down();
  await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 4 });
  await page.mouse.up();
}

describe('time', () => {
  test('the wheel zooms about the pointer, and back to all', async () => {
    await move(600, CONSUMER_PX);
    await page.mouse.wheel(0, -300);
    await until(now => now.window !== null);
    const first = (await state()).window!;
    const total = (first.to - first.from) * 2 ** 0.6;
    // The time under the pointer stays there.
    const share = (600 - PLOT_PX) / (1000 - PLOT_PX - 8);
    expect(first.from + share * (first.to - first.from)).toBeCloseTo(share * total, 0);
    await page.mouse.wheel(0, 900);
    await until(now => now.window === null);
  });

  test('a drag takes the time along, and is no click', async () => {
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await until(now => now.window !== null);
    const before = (await state()).window!;
    await drag([500, CONSUMER_PX], [400, CONSUMER_PX]);
    const after = (await state()).window!;
    expect(after.from - before.from).toBeCloseTo((100 / (1000 - PLOT_PX - 8)) * (before.to - before.from), 3);
    expect((await state()).selection).toBeNull();
  });

  test('a drag on the axis scrubs', async () => {
    await drag([300, 8], [558, 8]);
    const { playhead } = await state();
    await drag([558, 8], [2000, 8]);
    const end = (await state()).playhead;
    expect(playhead).toBeGreaterThan(0);
    expect(end).toBeGreaterThan(playhead);
    expect(playhead / end).toBeCloseTo((558 - PLOT_PX) / (1000 - PLOT_PX - 8), 2);
  });

  test('keys zoom, move and fit', async () => {
    await page.keyboard.press('+');
    await until(now => now.window !== null);
    const { window: zoomed } = await state();
    await page.keyboard.press('Shift+ArrowRight');
    await until(now => now.window!.from > zoomed!.from);
    await page.keyboard.press('0');
    await until(now => now.window === null);
  });
});

describe('marks', () => {
  test('the pointer opens a lens that names slot and barriers', async () => {
    await move(PLOT_PX + 130, CONSUMER_PX);
    await until(now => now.highlight?.kind === 'span');
    await page.getByText('Consumer multiplies k0', { exact: true }).waitFor();
    await page.getByText('Stage 0, guarded by full[0] and empty[0]').waitFor();
  });

  test('a click pins, a second one clears', async () => {
    await surface.click({ position: { x: PLOT_PX + 130, y: CONSUMER_PX } });
    await until(now => now.selection?.kind === 'span');
    await surface.click({ position: { x: PLOT_PX + 130, y: CONSUMER_PX } });
    await until(now => now.selection === null);
  });

  test('arrows go along a row and to the next, and the place is announced', async () => {
    await move(2, PRODUCER_PX);
    await page.keyboard.press('Escape');
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await until(now => now.selection?.kind === 'span');
    expect(await page.locator('[aria-live]').textContent()).toMatch(/^Consumer multiplies k0; /);
  });

  test('what a key goes to comes into sight', async () => {
    await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 8; i++) await page.keyboard.press('+');
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
    const { window: shown, highlight } = await state();
    expect(highlight?.kind).toBe('span');
    expect(shown!.to - shown!.from).toBeGreaterThan(0);
    expect(await page.locator('[aria-live]').textContent()).toMatch(/^Producer /);
  });

  test('the table opens as text', async () => {
    await page.getByRole('button', { name: 'Read Timeline of A as table' }).click();
    await expect.poll(() => page.getByRole('table').locator('tbody tr').count()).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Read Timeline of A as table' }).click();
  });
});

test('axe finds nothing', async () => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run());
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(errors).toEqual([]);
});

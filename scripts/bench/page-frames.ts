/**
 * How evenly the built page's frames run in a real browser while a pointer moves, a slider is dragged and the 256 × 256
 * tile is zoomed, and how soon that tile is visible. The browser is headless, so the processor draws in place of a
 * graphics card.
 */
import type { Browser, Locator } from 'playwright-core';
import { onBuiltPage, openTimed, row, type TimingRow } from '../page-timing.ts';

const CANVAS = '[role=application] canvas';
const MOVING_MS = 2000;

function frameRows(what: string, intervals: readonly number[]): TimingRow[] {
  const total = intervals.reduce((sum, interval) => sum + interval, 0);
  return [
    // A clock of 60 Hz gives 59 or 61 frames in the measured time.
    row(`${what}: frames`, (1000 * intervals.length) / total, '1/s', 'about 60'),
    row(`${what}: longest frame`, Math.max(...intervals), 'ms'),
  ];
}

/** The path across an element, from its upper left (0) to its lower right (1), at a distance from the edges. */
async function wayAcross(locator: Locator, marginPx: number): Promise<(t: number) => [x: number, y: number]> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`not on screen: ${locator}`);
  return t => [box.x + marginPx + t * (box.width - 2 * marginPx), box.y + marginPx + t * (box.height - 2 * marginPx)];
}

async function exhibitRows(browser: Browser, url: string): Promise<TimingRow[]> {
  const timed = await openTimed(browser, `${url}#/banks/transpose?v=tiled,padded&tile=64&pad=0`);
  const { page } = timed;
  await page.locator('[aria-label=Evidence][aria-busy=false]').waitFor();
  const tile = await wayAcross(page.locator(CANVAS).first(), 30);
  const hover = await timed.frames(MOVING_MS, t => page.mouse.move(...tile(t)));
  const slider = await wayAcross(page.getByRole('slider', { name: 'Padding' }), 8);
  await page.mouse.move(...slider(0));
  await page.mouse.down();
  const drag = await timed.frames(MOVING_MS, t => page.mouse.move(...slider(t)));
  await timed.close();
  return [...frameRows('exhibit, pointer moves', hover), ...frameRows('exhibit, slider dragged', drag)];
}

async function largeTileRows(browser: Browser, url: string): Promise<TimingRow[]> {
  const timed = await openTimed(browser, `${url}#/picture/tile-64`);
  const { page } = timed;
  await page.locator(CANVAS).waitFor();
  const first = await timed.visit('#/picture/tile-256', '256 × 256 tile', CANVAS);
  const tile = await wayAcross(page.locator(CANVAS), 30);
  const hover = await timed.frames(MOVING_MS, t => page.mouse.move(...tile(t)));
  await page.mouse.move(...tile(0.4));
  let before = 0;
  const zoom = await timed.frames(MOVING_MS, t => {
    const inwards = t >= before;
    before = t;
    return page.mouse.wheel(0, inwards ? -20 : 20);
  });
  await timed.close();
  return [
    row('256 × 256 tile: first paint', first, 'ms', 'at most 150'),
    ...frameRows('256 × 256 tile, pointer moves', hover),
    ...frameRows('256 × 256 tile, zoom', zoom),
  ];
}

export const run = (): Promise<TimingRow[]> =>
  onBuiltPage(async (browser, url) => [...(await exhibitRows(browser, url)), ...(await largeTileRows(browser, url))]);

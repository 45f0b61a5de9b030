/**
 * How evenly frames run in a real browser while a timeline of a million spans is moved, zoomed and scrubbed; and how long
 * the scene of one such frame takes. The browser is headless, so the processor draws in place of a graphics card.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { openFixture } from '../fixture-page.ts';
import { row, type TimingRow, thereAndBack } from '../page-timing.ts';
import { projectRoot } from '../tree.ts';

/** Functions of the fixture's page. */
declare const window: {
  readonly timelines: {
    show(spans: number): void;
    sceneMs(spans: number, part: number, rounds: number): number[];
  };
};

const SPANS = 1_000_000;
const MOVING_MS = 3000;
const ROUNDS = 41;
/** The height at which a drag moves the time; along the upper edge it scrubs. */
const ROLES_PX = 80;
const AXIS_PX = 8;

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}

function frameRows(what: string, intervals: readonly number[]): TimingRow[] {
  const total = intervals.reduce((sum, interval) => sum + interval, 0);
  return [
    // A clock of 60 Hz gives 59 or 61 frames in the measured time.
    row(`${what}: frames`, (1000 * intervals.length) / total, '1/s', 'about 60'),
    row(`${what}: median frame`, percentile(intervals, 50), 'ms'),
    row(`${what}: p95 frame`, percentile(intervals, 95), 'ms'),
  ];
}

async function framesOf(page: Page, at: (t: number) => Promise<unknown>): Promise<number[]> {
  const intervals = page.evaluate<number[]>(`pageProbe.frames(${MOVING_MS})`);
  await thereAndBack(page, MOVING_MS, at);
  return intervals;
}

async function movingRows(page: Page): Promise<TimingRow[]> {
  await page.evaluate(spans => window.timelines.show(spans), SPANS);
  await page.getByRole('application', { name: /1,000,\d+ spans/ }).waitFor();
  const { x, y, width } = (await page.getByRole('application').boundingBox())!;
  const to = (t: number, down: number): Promise<void> => page.mouse.move(x + 150 + t * (width - 170), y + down);
  const dragged = async (down: number): Promise<number[]> => {
    await to(0, down);
    await page.mouse.down();
    const frames = await framesOf(page, t => to(t, down));
    await page.mouse.up();
    return frames;
  };
  await to(0.5, ROLES_PX);
  const zoomed = await framesOf(page, wheelBy(page, 60));
  for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -300);
  const name = `timeline of ${SPANS.toLocaleString('en-US')} spans`;
  return [
    ...frameRows(`${name}, zoomed`, zoomed),
    ...frameRows(`${name}, moved`, await dragged(ROLES_PX)),
    ...frameRows(`${name}, scrubbed`, await dragged(AXIS_PX)),
  ];
}

/** Zooms in on the way there, and out on the way back. */
function wheelBy(page: Page, px: number): (t: number) => Promise<void> {
  let before = 0;
  return t => {
    const inwards = t >= before;
    before = t;
    return page.mouse.wheel(0, inwards ? -px : px);
  };
}

const PARTS = [
  { what: 'all of a million spans', part: 1 },
  { what: '100,000 of them', part: 0.1 },
  { what: '1,000 of them', part: 0.001 },
];

async function sceneRows(page: Page): Promise<TimingRow[]> {
  const rows: TimingRow[] = [];
  for (const { what, part } of PARTS) {
    const times = await page.evaluate(args => window.timelines.sceneMs(...args), [SPANS, part, ROUNDS] as const);
    // The first rounds warm up the code, and the very first one sorts the spans.
    rows.push(row(`scene of ${what}`, percentile(times.slice(10), 50), 'ms', 'at most 16'));
    if (part === 1) rows.push(row('the same, with all spans sorted first', times[0], 'ms'));
  }
  return rows;
}

export const run = async (): Promise<TimingRow[]> => {
  const browser = await launchBrowser();
  try {
    const entry = join(projectRoot, 'src/pictures/fixtures/timeline-entry.tsx');
    const { page } = await openFixture(browser, entry, { width: 1040, height: 700 });
    await page.getByRole('application').waitFor();
    await page.evaluate(readFileSync(join(import.meta.dirname, 'page-probe.js'), 'utf8'));
    return [...(await sceneRows(page)), ...(await movingRows(page))];
  } finally {
    await browser.close();
  }
};

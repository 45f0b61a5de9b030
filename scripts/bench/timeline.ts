/**
 * How evenly frames run in a real browser while a timeline of a million spans is moved, zoomed and scrubbed; and how long the
 * scene of such a frame takes alone. Headless, so the processor draws what a graphics card would.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { longRun } from '../../src/pictures/fixtures/long-run.ts';
import { pipelineFigure } from '../../src/pictures/pipeline-timeline.figure.ts';
import { themes } from '../../src/pictures/theme.ts';
import { defaultView } from '../../src/pictures/view.ts';
import { launchBrowser } from '../browser.ts';
import { openFixture } from '../fixture-page.ts';
import { type Row, row, thereAndBack } from '../page-timing.ts';
import { projectRoot } from '../tree.ts';

declare const window: { readonly timelines: { show(spans: number): void } };

const SPANS = 1_000_000;
const MOVING_MS = 3000;
const ROUNDS = 41;

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}

function frameRows(what: string, intervals: readonly number[]): Row[] {
  const total = intervals.reduce((sum, interval) => sum + interval, 0);
  return [
    // A clock of 60 Hz gives 59 or 61 in the time that is looked at.
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

async function browserRows(): Promise<Row[]> {
  const browser = await launchBrowser(['--disable-gpu']);
  try {
    const entry = join(projectRoot, 'src/pictures/fixtures/timeline-entry.tsx');
    const { page } = await openFixture(browser, entry, { width: 1040, height: 700 });
    await page.evaluate(readFileSync(join(import.meta.dirname, 'page-probe.js'), 'utf8'));
    await page.evaluate(spans => window.timelines.show(spans), SPANS);
    await page.getByRole('application', { name: /1,000,\d+ spans/ }).waitFor();
    const box = (await page.getByRole('application').boundingBox())!;
    const [left, right, y] = [box.x + 150, box.x + box.width - 20, box.y + 80];
    const across = (t: number): number => left + t * (right - left);
    await page.mouse.move(across(0.5), y);
    const zoom = await framesOf(page, wheelBy(page, 60));
    for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -300);
    await page.mouse.down();
    const pan = await framesOf(page, t => page.mouse.move(across(t), y));
    await page.mouse.up();
    await page.mouse.move(left, box.y + 8);
    await page.mouse.down();
    const scrub = await framesOf(page, t => page.mouse.move(across(t), box.y + 8));
    await page.mouse.up();
    const name = `timeline of ${SPANS.toLocaleString('en-US')} spans`;
    return [
      ...frameRows(`${name}, zoomed`, zoom),
      ...frameRows(`${name}, moved`, pan),
      ...frameRows(`${name}, scrubbed`, scrub),
    ];
  } finally {
    await browser.close();
  }
}

/** In on the way there, out on the way back. */
function wheelBy(page: Page, px: number): (t: number) => Promise<void> {
  let before = 0;
  return t => {
    const inwards = t >= before;
    before = t;
    return page.mouse.wheel(0, inwards ? -px : px);
  };
}

function sceneRows(): Row[] {
  const records = longRun(SPANS);
  const view = { ...defaultView(themes.light, 'predicted', 1000), traces: true, units: true, criticalPath: false };
  const whole = records.scaleClk;
  const medianMs = (clk: number): number => {
    const times = Array.from({ length: ROUNDS }, (_, i) => {
      const from = ((whole - clk) * i) / ROUNDS;
      const start = performance.now();
      pipelineFigure(records, { ...view, window: { from, to: from + clk } });
      return performance.now() - start;
    });
    return percentile(times.slice(10), 50);
  };
  return [
    row('scene of all of a million spans', medianMs(whole), 'ms', 'at most 16'),
    row('scene of 100,000 of them', medianMs(whole / 10), 'ms', 'at most 16'),
    row('scene of 1,000 of them', medianMs(whole / 1000), 'ms', 'at most 16'),
    row('scene of 100 of them', medianMs(whole / 10_000), 'ms', 'at most 16'),
  ];
}

export const run = async (): Promise<Row[]> => [...sceneRows(), ...(await browserRows())];

/**
 * How soon the built page answers in a real browser: slider moves of the 64 × 64 tile, and the first exhibit with nothing
 * cached. The browser is headless, so the processor draws in place of a graphics card. The times are upper bounds and
 * grow with other work on the machine; processor times and ratios hardly do.
 */
import type { Browser } from 'playwright-core';
import { FIRST_EXHIBIT } from '../first-load.ts';
import { type AnswerTimes, onBuiltPage, openTimed, row, type TimingRow } from '../page-timing.ts';

const EXHIBIT = '#/banks/transpose?v=tiled,padded&tile=64&pad=0';

/** The wavefronts of the last variant; those of the padded tile change with every step of the padding. */
const wavefrontsOf = (source: string): string => `tbody[data-key] tr:last-child td[data-source=${source}]`;
const PREDICTED = wavefrontsOf('predicted');
const EMULATED = wavefrontsOf('emulated');

/** Steps of the padding in one pass, and the base addresses of the passes, so that no parameters occur twice. */
const STEPS = 33;
const BASES = [0, 16];
/** Time between two moves, as of a person who looks at each picture. */
const LOOK_MS = 60;
const LOADS = 5;

/** The smallest value that this percentage of all values does not exceed. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}

interface Move {
  readonly predicted: AnswerTimes;
  readonly emulated: AnswerTimes;
  /** Time of the main thread, for both sources. */
  readonly busyMs: number;
}

async function moves(browser: Browser, link: string): Promise<Move[]> {
  const timed = await openTimed(browser, link);
  const { page } = timed;
  const slider = page.getByRole('slider', { name: 'Padding' });
  await page.locator('[aria-label=Evidence][aria-busy=false]').waitFor();
  await slider.focus();
  const all: Move[] = [];
  for (let i = 0; i < STEPS; i++) {
    await page.waitForTimeout(LOOK_MS);
    const before = await timed.busy();
    const act = () => page.keyboard.press('ArrowRight');
    const [predicted, emulated] = await timed.answers([PREDICTED, EMULATED], act);
    all.push({ predicted, emulated, busyMs: (await timed.busy()) - before });
  }
  await timed.close();
  return all;
}

async function sliderRows(browser: Browser, url: string, what: string, params: string): Promise<TimingRow[]> {
  const all: Move[] = [];
  for (const base of BASES) all.push(...(await moves(browser, `${url}${EXHIBIT}&base=${base}${params}`)));
  const ms = (name: string, percent: number, of: (move: Move) => number, goal?: string) =>
    row(`${what}: ${name}`, percentile(all.map(of), percent), 'ms', goal);
  return [
    ms(`predicted picture drawn, p95 of ${all.length}`, 95, move => move.predicted.drawn, 'at most 16'),
    ms('predicted picture drawn, median', 50, move => move.predicted.drawn),
    ms('predicted picture on screen, p95', 95, move => move.predicted.shown),
    ms('emulated evidence drawn, p95', 95, move => move.emulated.drawn, 'at most 50'),
    ms('emulated evidence drawn, median', 50, move => move.emulated.drawn),
    ms('emulated evidence on screen, p95', 95, move => move.emulated.shown),
    ms('processor time of the page for both, median', 50, move => move.busyMs),
  ];
}

/** The start page's live toy stands beside its heading, and is drawn with it. */
async function startRow(browser: Browser, url: string): Promise<TimingRow> {
  const shown: number[] = [];
  for (let i = 0; i < LOADS; i++) {
    const timed = await openTimed(browser, url);
    shown.push((await timed.stands('#picture h1')).shown);
    await timed.close();
  }
  return row(`start page, cold: the toy is on screen, median of ${LOADS}`, percentile(shown, 50), 'ms', 'at most 300');
}

async function loadRows(browser: Browser, url: string): Promise<TimingRow[]> {
  const interactive: number[] = [];
  const emulated: number[] = [];
  for (let i = 0; i < LOADS; i++) {
    const timed = await openTimed(browser, url + FIRST_EXHIBIT);
    const [heading, predicted, last] = await Promise.all(['#picture h1', PREDICTED, EMULATED].map(timed.stands));
    interactive.push(Math.max(heading.shown, predicted.shown));
    emulated.push(last.shown);
    const slider = timed.page.getByRole('slider', { name: 'Padding' });
    // Throws if a control does not answer, since the page would not be interactive.
    await timed.answers([PREDICTED], () => slider.press('ArrowRight'));
    await timed.close();
  }
  return [
    row(`page load, cold: interactive, median of ${LOADS}`, percentile(interactive, 50), 'ms', 'at most 1000'),
    row('page load, cold: first emulated evidence, median', percentile(emulated, 50), 'ms'),
  ];
}

export const run = (): Promise<TimingRow[]> =>
  onBuiltPage(async (browser, url) => [
    await startRow(browser, url),
    ...(await loadRows(browser, url)),
    ...(await sliderRows(browser, url, 'slider, 64 × 64 tile', '')),
    ...(await sliderRows(browser, url, 'slider, 64 × 64 tile of a 1024 × 1024 matrix', '&rows=1024&columns=1024')),
  ]);

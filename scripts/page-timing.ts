/**
 * A page in a browser with a clock inside (`bench/page-probe.js`): how fast it answers keys, and how evenly its frames
 * come.
 */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, serveDist } from './browser.ts';
import { buildPage, isStale } from './page-build.ts';
import { projectRoot } from './tree.ts';

const PROBE = join(import.meta.dirname, 'bench/page-probe.js');
const SCREEN = { width: 1440, height: 900 };

/** Milliseconds until the document has changed, and until the end of the frame that shows the change. */
export interface AnswerTimes {
  readonly drawn: number;
  readonly shown: number;
}

export interface TimedPage {
  readonly page: Page;
  /** Time until an element has a text, from the request for the page. */
  stands(selector: string): Promise<AnswerTimes>;
  /** Time from the first key press of `act` until the text of each element changes. */
  answers(selectors: readonly string[], act: () => Promise<void>): Promise<AnswerTimes[]>;
  /** The same for a number that disappears, and appears again once it is computed. */
  returns(selector: string, act: () => Promise<void>): Promise<AnswerTimes>;
  /** Milliseconds from following a link within the page until `selector` is visible below the heading `title`. */
  visit(hash: string, title: string, selector: string): Promise<number>;
  /** Milliseconds between frames while `at` is called with numbers from 0 to 1 and back to 0. */
  frames(milliseconds: number, at: (t: number) => Promise<unknown>): Promise<number[]>;
  /** Processor time of the page's main thread so far, in milliseconds; other work on the machine does not count. */
  busy(): Promise<number>;
  close(): Promise<void>;
}

/** Opens the page in a new profile, so that nothing is cached. */
export async function openTimed(browser: Browser, url: string): Promise<TimedPage> {
  const context = await browser.newContext({ viewport: SCREEN });
  await context.addInitScript({ path: PROBE });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url, { waitUntil: 'commit' });
  const probe: Probe = (name, ...args) => page.evaluate(`pageProbe.${name}(...${JSON.stringify(args)})`);
  return {
    page,
    ...questionsTo(probe),
    async frames(milliseconds, at) {
      const intervals = probe<number[]>('frames', milliseconds);
      await thereAndBack(page, milliseconds, at);
      return intervals;
    },
    async busy() {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    },
    close: () => context.close(),
  };
}

type Probe = <T>(name: string, ...args: unknown[]) => Promise<T>;

const questionsTo = (probe: Probe): Pick<TimedPage, 'stands' | 'answers' | 'returns' | 'visit'> => ({
  stands: selector => probe('stands', selector),
  async answers(selectors, act) {
    // A question that is asked together with the key would arrive after it.
    await probe('watch', selectors);
    await act();
    return probe('answers');
  },
  async returns(selector, act) {
    await probe('watchReturn', selector);
    await act();
    return (await probe<AnswerTimes[]>('answers'))[0];
  },
  visit: (hash, title, selector) => probe('visit', hash, title, selector),
});

/** Time between two calls, which is shorter than a frame. */
const PAUSE_MS = 8;

export async function thereAndBack(
  page: Page,
  milliseconds: number,
  at: (t: number) => Promise<unknown>,
): Promise<void> {
  const from = performance.now();
  for (;;) {
    const t = (performance.now() - from) / milliseconds;
    if (t >= 1) return;
    await at(1 - Math.abs(1 - 2 * t));
    await page.waitForTimeout(PAUSE_MS);
  }
}

export const row = (name: string, value: number, unit: string, goal?: string) => ({
  name,
  value: Number(value.toPrecision(3)),
  unit,
  ...(goal && { goal }),
});
export type TimingRow = ReturnType<typeof row>;

/** @param work gets the address of the page, built from today's sources, and a browser. */
export async function onBuiltPage(work: (browser: Browser, url: string) => Promise<TimingRow[]>): Promise<TimingRow[]> {
  const folder = join(projectRoot, 'dist');
  if (isStale(folder)) await buildPage(folder);
  const dist = await serveDist(folder);
  const browser = await launchBrowser();
  try {
    return await work(browser, dist.url);
  } finally {
    await browser.close();
    await dist.close();
  }
}

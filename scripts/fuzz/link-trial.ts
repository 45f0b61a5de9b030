/**
 * Fuzzed links in a real browser: each is put behind the `#` of one open page, as if it had been pasted there, and the page
 * must answer with a picture or a sentence, keep its header, and stay quick.
 */
import type { Browser, Page } from 'playwright-core';

/** Of one task on the page's own thread: longer, and a person would think that it hangs. */
export const MOST_TASK_MS = 2000;
/** Until a page or a sentence is there. */
const PATIENCE_MS = 15_000;
/** Links on one page before it is loaded anew. */
const PER_LOAD = 100;

export interface LinkEnd {
  readonly link: string;
  /** What is wrong; empty when all is well. */
  readonly complaints: readonly string[];
  readonly longestTaskMs: number;
}

/** What the page has under its header. */
interface Sight {
  readonly hasHeader: boolean;
  readonly words: string;
  readonly heading: string;
  readonly longestTaskMs: number;
  readonly isPolluted: boolean;
}

export class LinkTrial {
  readonly #browser: Browser;
  readonly #url: string;
  #page: Page | null = null;
  #opened = 0;
  #complaints: string[] = [];

  /** `url`: of the page's index, with a slash at the end. */
  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  async open(link: string): Promise<LinkEnd> {
    try {
      const page = await this.#ready();
      this.#complaints = [];
      await page.evaluate(begin, `#${link}`);
      const sight = await settled(page);
      const complaints = [...this.#complaints, ...complaintsAbout(sight, link)];
      if (new URL(page.url()).origin !== new URL(this.#url).origin) complaints.push(`left for ${page.url()}`);
      if (complaints.length > 0) await this.#drop();
      return { link, complaints, longestTaskMs: sight.longestTaskMs };
    } catch (error) {
      await this.#drop();
      return { link, complaints: [`no answer: ${(error as Error).message.split('\n')[0]}`], longestTaskMs: Number.NaN };
    }
  }

  async close(): Promise<void> {
    await this.#drop();
  }

  async #ready(): Promise<Page> {
    if (this.#page !== null && this.#opened++ % PER_LOAD !== 0) return this.#page;
    await this.#drop();
    const context = await this.#browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', error => this.#complaints.push(`uncaught: ${error.message}`));
    page.on('console', message => {
      // A file that is not shipped is said on the page; the browser says it as well.
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
        this.#complaints.push(`console: ${message.text().slice(0, 400)}`);
    });
    page.on('dialog', dialog => {
      this.#complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', request => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(this.#url))
        this.#complaints.push(`fetched from elsewhere: ${request.url().slice(0, 200)}`);
    });
    await page.addInitScript(watchTasks);
    await page.goto(`${this.#url}#/no/such/page`);
    await page.locator('h1').waitFor();
    this.#page = page;
    this.#opened = 1;
    return page;
  }

  async #drop(): Promise<void> {
    await this.#page?.context().close();
    this.#page = null;
  }
}

/** A page is there: its heading, or words where it has none, and nothing said of waiting. */
async function settled(page: Page): Promise<Sight> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const sight = await page.evaluate(look);
    if (sight.words !== '' || Date.now() > deadline) return sight;
  }
}

function complaintsAbout({ hasHeader, words, heading, longestTaskMs, isPolluted }: Sight, link: string): string[] {
  const isEmbedded = /[?&]embed=1/.test(link);
  return [
    ...(hasHeader || isEmbedded ? [] : ['no header']),
    ...(words === '' ? ['neither a page nor a sentence'] : []),
    ...(/has stopped|could not be fetched/.test(heading) ? [`the page gave up: ${words.slice(0, 300)}`] : []),
    ...(longestTaskMs > MOST_TASK_MS ? [`a task of ${Math.round(longestTaskMs)} ms`] : []),
    ...(isPolluted ? ['a prototype was changed'] : []),
  ];
}

type Watched = typeof globalThis & { longestTask: number };

function watchTasks(): void {
  (globalThis as Watched).longestTask = 0;
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries())
      (globalThis as Watched).longestTask = Math.max((globalThis as Watched).longestTask, duration);
  }).observe({ type: 'longtask' });
}

/** The page in sight is marked, so that what comes after it is known to be new. */
function begin(hash: string): void {
  (globalThis as Watched).longestTask = 0;
  location.hash = hash;
}

/** After the page has had the time to answer: what its effects and queries start comes within two frames. */
async function look(): Promise<Sight> {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
  for (let n = 0; n < 3; n++) await frame();
  await new Promise(resolve => setTimeout(resolve, 20));
  const main = document.querySelector<HTMLElement>('main') ?? document.getElementById('root');
  return {
    hasHeader: document.querySelector('header a') !== null,
    words: main?.innerText.trim().slice(0, 400) ?? '',
    heading: main?.querySelector('h1')?.textContent ?? '',
    longestTaskMs: (globalThis as Watched).longestTask,
    isPolluted: 'polluted' in {} || Object.keys(Object.prototype).length > 0,
  };
}

/**
 * Fuzzed links in a real browser. Each is put behind the `#` of one open page, as if a person had pasted it. The page
 * must answer with a picture or a sentence, keep its header, and stay responsive.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

const SIGHT = readFileSync(join(import.meta.dirname, 'link-sight.js'), 'utf8');

/** Longest task on the page's main thread; with a longer one, a person would think that the page hangs. */
export const MOST_TASK_MS = 2000;
/** Time until a page or a sentence appears. */
const PATIENCE_MS = 15_000;
/** Links on one page before it is loaded again. */
const PER_LOAD = 100;

export interface LinkEnd {
  readonly link: string;
  /** What is wrong, in sentences; empty if nothing is. */
  readonly complaints: readonly string[];
  readonly longestTaskMs: number;
}

/** State of the page below its header. */
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

  /** @param url address of the page's index, with a slash at the end. */
  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  async open(link: string): Promise<LinkEnd> {
    try {
      const page = await this.#ready();
      this.#complaints = [];
      await page.evaluate(`linkSight.begin(${JSON.stringify(`#${link}`)})`);
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
    this.#page = await context.newPage();
    this.#page.setDefaultTimeout(PATIENCE_MS);
    this.#listen(this.#page);
    await this.#page.addInitScript(SIGHT);
    await this.#page.goto(`${this.#url}#/no/such/page`);
    await this.#page.locator('h1').waitFor();
    this.#opened = 1;
    return this.#page;
  }

  #listen(page: Page): void {
    page.on('pageerror', error => this.#complaints.push(`uncaught: ${error.message}`));
    page.on('console', message => {
      // The page reports a file that is not shipped, and so does the browser.
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
  }

  async #drop(): Promise<void> {
    await this.#page?.context().close();
    this.#page = null;
  }
}

/** The page is complete: it has a heading, or text if it has none, and no text that says it is waiting. */
async function settled(page: Page): Promise<Sight> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const sight = (await page.evaluate('linkSight.look()')) as Sight;
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

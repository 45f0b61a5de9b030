/** What a person sees when something breaks: in words, in one place, with the way on; and how it mends itself. */
import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type ServedDist, serveDist } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { builtPage } from './fixtures/built-page.ts';
import { exhibitOn, PATIENCE, saidIn } from './fixtures/exhibit-object.ts';

let dist: ServedDist;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let context: BrowserContext;

beforeAll(async () => {
  dist = await serveDist(await builtPage(), '/lab/');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await dist?.close();
});
afterEach(() => context.close());

/** What the server does with a request below `/api`. */
type Api = (route: Route) => Promise<void>;
const gone: Api = route => route.abort();
const locked: Api = route =>
  route.fulfill({ status: 401, json: { code: 'unauthorized', stage: 'session', message: 'open the link' } });
const MACHINE = { nvcc: { version: '99.1.7' }, gpus: [], archs: ['sm_90'], recordedRuns: 0, allowSource: false };
const there: Api = route =>
  route.request().url().endsWith('/session')
    ? route.fulfill({ status: 204, body: '' })
    : route.fulfill({
        json: route.request().url().endsWith('/machine') ? MACHINE : { runs: [], stale: [], next: null },
      });

/** A new page at `#hash`; `api` may be exchanged on the way. */
async function open(hash: string, api: { now: Api } = { now: there }) {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.route('**/api/**', route => api.now(route));
  await page.goto(`${dist.url}#${hash}`);
  return {
    page,
    exhibit: exhibitOn(page),
    notices: page.getByRole('status').filter({ has: page.locator('p strong') }),
  };
}

/** Every picture of the page that is opened next throws. */
const breakPictures = (page: Page) =>
  page.evaluate(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = () => {
      throw new TypeError('no cells');
    };
    (globalThis as unknown as { mend: () => void }).mend = () => {
      HTMLCanvasElement.prototype.getContext = getContext;
    };
  });

/** Adds up how much of the page moves by itself, as the browser counts it: 1 is all of it, by its whole height. */
function watchShifts(): void {
  const counted = globalThis as unknown as { shifts: number };
  counted.shifts = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) counted.shifts += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift' });
}

const TOKEN = 'kJ8_-abcdefghijklmnopqrstuvwxyz0123456789ABCDE';

describe('a fault of the page itself', () => {
  test('leaves the header, says what happened, reports it without secrets, and is tried again', async () => {
    const { page } = await open('/no/such/page');
    await breakPictures(page);
    await page.getByRole('link', { name: 'Swizzle' }).click();
    const heading = page.getByRole('heading', { name: 'This page has stopped' });
    await heading.waitFor();
    expect(await heading.evaluate(element => element === document.activeElement)).toBe(true);
    expect(await saidIn(page.getByRole('main'))).toContain('TypeError: no cells');
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Report copied').waitFor();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    for (const part of ['no cells', '#/swizzle', 'version: 0.', 'components:', 'browser: Mozilla'])
      expect(report).toContain(part);
    await page.getByRole('link', { name: 'Layouts' }).focus();
    await page.evaluate(() => (globalThis as unknown as { mend: () => void }).mend());
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: /Swizzle/ }).waitFor();
  });

  test('outside of its drawing is said above it, and the page goes on', async () => {
    const { page, notices } = await open('/no/such/page');
    await page.evaluate(() => void Promise.reject(new RangeError('too many rows')));
    await notices.getByText('RangeError: too many rows').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await notices.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect.poll(() => notices.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
});

describe('the server', () => {
  test('is not waited for: the page works before it answers, and moves nothing when it does', async () => {
    let answer = () => {};
    const answered = new Promise<void>(resolve => {
      answer = resolve;
    });
    const late: Api = route => answered.then(() => there(route));
    const { page, exhibit } = await open(`token=${TOKEN}/banks/transpose`, { now: late });
    await exhibit.settled();
    await exhibit.expectWavefronts(['32', '1']);
    expect(page.url()).toBe(`${dist.url}#/banks/transpose`);
    await exhibit.evidence.getByText(/^Recorded /).waitFor();
    await page.evaluate(watchShifts);
    answer();
    await page.getByRole('button', { name: 'nvcc 99.1.7' }).waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)).toBeLessThan(0.01);
  });

  test('gone, then started anew, then back: said, and mended by itself; what was typed stays', async () => {
    const api = { now: gone };
    const { page, exhibit, notices } = await open(`token=${TOKEN}/banks/transpose`, api);
    await notices.getByText('The server does not answer.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await exhibit.field('Padding').fill('2');
    await exhibit.expectWavefronts(['32', '2']);
    api.now = locked;
    await notices.getByRole('button', { name: 'Try now' }).press('Enter');
    await notices.getByText('The server was started anew.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    api.now = there;
    // Nobody presses anything: the page asks again.
    await expect.poll(() => notices.count(), PATIENCE).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.getByRole('button', { name: 'nvcc 99.1.7' }).waitFor();
    expect(await exhibit.field('Padding').inputValue()).toBe('2');
  });

  test('started anew, takes the new link in a window that is open', async () => {
    const api = { now: locked };
    const { page, notices } = await open(`token=${TOKEN}/layouts?op=coalesce`, api);
    await notices.getByText('The server was started anew.').waitFor();
    api.now = there;
    await page.evaluate(token => location.assign(`#token=${token}`), `${TOKEN}2`);
    await expect.poll(() => notices.count(), PATIENCE).toBe(0);
    expect(page.url()).toBe(`${dist.url}#/layouts?op=coalesce`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toContain('Nothing is drawn here');
  });

  test('is met by a window that was opened without it', async () => {
    const { page, exhibit } = await open('/banks/transpose');
    await exhibit.settled();
    await page.evaluate(token => location.assign(`#token=${token}`), TOKEN);
    await page.getByRole('button', { name: 'nvcc 99.1.7' }).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/banks\/transpose/);
  });

  test('away with the network: the emulator goes on', async () => {
    const { exhibit } = await open('/banks/transpose');
    await exhibit.settled();
    await context.setOffline(true);
    await exhibit.field('Padding').fill('2');
    await exhibit.expectWavefronts(['32', '2']);
  });
});

describe('files that are missing since an update', () => {
  const remove = (page: Page) => page.route('**/assets/**', route => route.fulfill({ status: 404, body: 'not found' }));
  const update = (page: Page) =>
    page.route(dist.url, route =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="./assets/index-new.js"></script>' }),
    );

  test('of a page: it says so, and a reload opens it with what the link says', async () => {
    const { page } = await open('/no/such/page');
    await remove(page);
    await update(page);
    await page.evaluate(() => location.assign('#/layouts?op=coalesce'));
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    await page.getByText('Lanescape was updated while this window was open').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.getByRole('link', { name: 'Banks' }).isVisible()).toBe(true);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => page.title()).toBe('Lanescape');
    await page.getByRole('heading', { level: 1, name: /ayout/ }).waitFor();
    expect(page.url()).toBe(`${dist.url}#/layouts?op=coalesce`);
  });

  test('of a part of one: the rest goes on', async () => {
    const { page, exhibit, notices } = await open('/banks/transpose');
    await exhibit.settled();
    await remove(page);
    await page.getByText('SASS', { exact: true }).click();
    await page.getByText('This part of the page could not be loaded.').waitFor();
    await notices.getByRole('button', { name: 'Reload' }).waitFor();
    expect(await exhibit.wavefronts('Emulated')).toEqual(['32', '1']);
  });
});

test('a part that throws leaves the rest of its page', async () => {
  const { page, exhibit } = await open('/banks/transpose');
  await exhibit.settled();
  await page.evaluate(() => {
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (/^SASS of/.test(value)) throw new TypeError('no such line');
      setAttribute.call(this, name, value);
    };
  });
  await page.getByText('SASS', { exact: true }).click();
  const part = page.getByRole('alert');
  await part.getByText('TypeError: no such line').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await exhibit.wavefronts('Emulated')).toEqual(['32', '1']);
});

test('an emulator that dies is said in the evidence, and restarts', async () => {
  const { page, exhibit } = await open('/no/such/page');
  const isDead = (route: Route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("memory was refused")' });
  await page.route('**/emulator.worker*', isDead);
  await page.evaluate(() => location.assign('#/banks/transpose'));
  await exhibit.verdict.getByText('The emulator stopped').waitFor();
  expect(await saidIn(exhibit.verdict)).toContain('memory was refused');
  expect(await exhibit.wavefronts('Predicted')).toEqual(['32', '1']);
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/emulator.worker*');
  await exhibit.verdict.getByRole('button', { name: 'Restart' }).press('Enter');
  await exhibit.expectWavefronts(['32', '1']);
  expect(await exhibit.verdict.evaluate(banner => banner === document.activeElement)).toBe(true);
});

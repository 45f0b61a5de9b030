/**
 * Checks what a person sees when something breaks: one message in words, with a way to go on; and that the page
 * recovers by itself. Further cases are in `trouble.browser.long.test.ts`.
 */
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { PATIENCE, saidIn } from './fixtures/exhibit-object.ts';
import { type Api, gone, locked, removeFiles, TOKEN, there, troubledPage } from './fixtures/troubled-page.ts';

const troubled = troubledPage();

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

describe('a fault of the page itself', () => {
  test('leaves the header, says what happened, reports it without secrets, and is tried again', async () => {
    const { page } = await troubled.open('/no/such/page');
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
});

describe('the server', () => {
  test('is not waited for: the page works before it answers, and moves nothing when it does', async () => {
    let answer = () => {};
    const answered = new Promise<void>(resolve => {
      answer = resolve;
    });
    const late: Api = route => answered.then(() => there(route));
    const { page, exhibit } = await troubled.open(`token=${TOKEN}/banks/transpose`, { now: late });
    await exhibit.settled();
    await exhibit.expectWavefronts(['32', '1']);
    expect(page.url()).toBe(`${troubled.url()}#/banks/transpose`);
    await exhibit.evidence.getByText(/^Recorded /).waitFor();
    await page.evaluate(watchShifts);
    answer();
    await page.getByRole('button', { name: 'nvcc 99.1.7' }).waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)).toBeLessThan(0.01);
  });

  test('gone, then started anew, then back: said, and mended by itself; what was typed stays', async () => {
    const api = { now: gone };
    const { page, exhibit, notices } = await troubled.open(`token=${TOKEN}/banks/transpose`, api);
    await notices.getByText('The server does not answer.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await exhibit.field('Padding').fill('2');
    await exhibit.expectWavefronts(['32', '2']);
    api.now = locked;
    await notices.getByRole('button', { name: 'Try now' }).press('Enter');
    await notices.getByText('The server was started anew.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    api.now = there;
    // No button is pressed: the page asks again.
    await expect.poll(() => notices.count(), PATIENCE).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.getByRole('button', { name: 'nvcc 99.1.7' }).waitFor();
    expect(await exhibit.field('Padding').inputValue()).toBe('2');
  });
});

describe('files that are missing since an update', () => {
  const update = (page: Page) =>
    page.route(troubled.url(), route =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="./assets/index-new.js"></script>' }),
    );

  test('of a page: it says so, and a reload opens it with what the link says', async () => {
    const { page } = await troubled.open('/no/such/page');
    await removeFiles(page);
    await update(page);
    await page.evaluate(() => location.assign('#/layouts?op=coalesce'));
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    await page.getByText('Lanescape was updated while this window was open').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Banks' }).isVisible()).toBe(true);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => page.title()).toContain('Lanescape');
    await page.getByRole('heading', { level: 1, name: /ayout/ }).waitFor();
    expect(page.url()).toBe(`${troubled.url()}#/layouts?op=coalesce`);
  });
});

test('an emulator that dies is said in the evidence, and restarts', async () => {
  const { page, exhibit } = await troubled.open('/no/such/page');
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

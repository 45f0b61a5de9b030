/**
 * Checks the page as a static host serves it: in a frame of any page, and without a network from the second visit on.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, serveDist } from '../../../scripts/browser.ts';
import { buildPage } from '../../../scripts/page-build.ts';
import { coloursOf, exhibitOn, PATIENCE } from '../browser/fixtures/exhibit-object.ts';

const folder = mkdtempSync(join(tmpdir(), 'lanescape-offline-'));
const BASE = '/some/base/';
/** A name of this machine that the page takes for a host elsewhere; browsers trust it without encryption. */
const hosted = (url: string): string => url.replace('127.0.0.1', 'course.localhost');
let browser: Browser;

beforeAll(async () => {
  await buildPage(join(folder, 'dist'));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const found = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
    return found.flat().map(({ url }) => url);
  });

test('a second visit needs no network: page, PTX and the emulator', async () => {
  const host = await serveDist(join(folder, 'dist'), BASE);
  const context = await browser.newContext();
  const first = await context.newPage();
  await first.goto(`${hosted(host.url)}#/banks/transpose?pad=3`);
  await exhibitOn(first).settled();
  await expect.poll(async () => (await keptIn(first)).some(url => url.endsWith('.ptx')), PATIENCE).toBe(true);
  await first.close();
  // The host is closed, too: the browser's own switch alone would not be enough.
  await host.close();
  await context.setOffline(true);
  const second = await context.newPage();
  await second.goto(`${hosted(host.url)}#/banks/transpose?pad=3`);
  const exhibit = exhibitOn(second);
  await exhibit.settled();
  expect(await exhibit.row('Emulated', 'Wavefronts per')).toEqual(await exhibit.row('Predicted', 'Wavefronts per'));
  await second.goto(`${hosted(host.url)}#/layouts`);
  const drawn = second.getByRole('main').locator('canvas').first();
  await expect.poll(() => coloursOf(drawn), PATIENCE).toBeGreaterThan(5);
  await context.close();
});

test('a page on this machine installs nothing', async () => {
  const host = await serveDist(join(folder, 'dist'), BASE);
  const page = await browser.newPage();
  await page.goto(`${host.url}#/banks/transpose`);
  await exhibitOn(page).settled();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await page.close();
  await host.close();
});

test('stands in the frame of a page of another origin', async () => {
  const host = await serveDist(join(folder, 'dist'), BASE);
  const other = join(folder, 'other');
  mkdirSync(other);
  const frame = `<iframe src="${host.url}#/banks/transpose?embed=1" width="800" height="450"></iframe>`;
  writeFileSync(join(other, 'index.html'), `<!doctype html><title>A course</title>${frame}`);
  const course = await serveDist(other);
  const page = await browser.newPage();
  await page.goto(course.url);
  const canvas = page.frameLocator('iframe').locator('canvas').first();
  await canvas.waitFor();
  await page.close();
  await Promise.all([host.close(), course.close()]);
});

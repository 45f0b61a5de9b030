import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type ServedDist, serveDist } from './browser.ts';
import { FIRST_LOAD_GOAL_BYTES } from './check-bundle.ts';
import { firstLoad } from './first-load.ts';
import { buildPage, isStale } from './page-build.ts';

describe('the built page, with no server of ours', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-page-'));
  let browser: Browser;
  let dist: ServedDist;

  beforeAll(async () => {
    await buildPage(folder);
    dist = await serveDist(folder, '/some/base/path/');
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await dist?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('opens under any base path, without an error in the console', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', error => errors.push(error.message));
    page.on(
      'console',
      message => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
    );
    await page.goto(dist.url, { waitUntil: 'networkidle' });
    await page.locator('h1').first().waitFor({ state: 'visible' });
    expect(await page.title()).toContain('Lanescape');
    expect(errors).toEqual([]);
  });

  test('is not stale right after its build', () => {
    expect(existsSync(join(folder, 'index.html'))).toBe(true);
    expect(isStale(folder)).toBe(false);
  });

  test('its first exhibit fits its budget', async () => {
    const files = await firstLoad(folder);
    expect(files.map(file => file.path)).toContain('');
    expect(files.reduce((sum, file) => sum + file.gzipBytes, 0)).toBeLessThan(FIRST_LOAD_GOAL_BYTES);
  });
});

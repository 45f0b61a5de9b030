/** Checks an exhibit inside a page of another origin: the pictures alone, locked if the link says so. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedDist, serveDist } from '../../../scripts/browser.ts';
import { coloursOf, exhibitOn, PATIENCE, saidIn } from './fixtures/exhibit-object.ts';
import { browserVisits, watched } from './fixtures/visit.ts';

const visits = browserVisits();

describe('embed=1', () => {
  test('shows pictures, a line per source, play and the way to the whole page, and nothing else', async () => {
    const { page } = await visits.open('/banks/transpose?embed=1&pad=2&lock=all', {
      viewport: { width: 800, height: 450 },
    });
    const exhibit = exhibitOn(page);
    const foot = page.locator('footer');
    await expect
      .poll(() => saidIn(foot), PATIENCE)
      .toMatch(/32 vs 2 wavefronts\s+32 vs 2 wavefronts\s+[\d.]+ µs vs [\d.]+ µs/);
    expect(await page.getByRole('banner').count()).toBe(0);
    expect(await page.getByRole('complementary').count()).toBe(0);
    expect(await page.getByRole('region', { name: /^(Source|Evidence|Transport)$/ }).count()).toBe(0);
    expect(await page.locator('input, select, pre, ol').count()).toBe(0);
    expect(await exhibit.canvas('A', 'Tile').isVisible()).toBe(true);
    expect(await exhibit.canvas('B', 'Tile').isVisible()).toBe(true);
    const open = page.getByRole('link', { name: 'Open in Lanescape' });
    const link = new URLSearchParams((await open.getAttribute('href'))?.split('?')[1]);
    expect([link.get('pad'), link.get('embed'), link.get('lock')]).toEqual(['2', null, null]);
    expect(await open.getAttribute('target')).toBe('_blank');
    expect(
      await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
    ).toEqual([800, 450]);
  });

  test('says what was measured of these parameters', async () => {
    const { page } = await visits.open('/banks/transpose?embed=1&rows=4096&columns=4096');
    const time = page.locator('footer').getByTitle(/NVIDIA H200, steady/);
    await expect.poll(() => saidIn(time), PATIENCE).toMatch(/^[\d.]+ µs vs [\d.]+ µs$/);
  });

  test('plays', async () => {
    const { page } = await visits.open('/banks/transpose?embed=1&v=padded&pad=4', { reducedMotion: 'reduce' });
    const exhibit = exhibitOn(page);
    await exhibit.canvas('A', 'Tile').waitFor();
    await page.getByRole('button', { name: 'Play' }).click();
    await exhibit.expectSearch({ at: '1' });
  });
});

describe('lock', () => {
  test('turns the named parameters off, and says why', async () => {
    const { page } = await visits.open('/banks/transpose?lock=pad,tile');
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    // The card of variant B has a padding of its own.
    for (const name of ['Padding', 'Padding of B']) expect(await exhibit.field(name).isDisabled(), name).toBe(true);
    expect(await exhibit.choice('Tile side').isDisabled()).toBe(true);
    expect(await exhibit.field('Rows').isDisabled()).toBe(false);
    expect(await page.getByTitle('This link locks the parameter.').count()).toBe(3);
    await exhibit.field('Rows').fill('32');
    await exhibit.expectSearch({ rows: '32', lock: 'pad,tile' });
  });

  test('of all turns every parameter off', async () => {
    const { page } = await visits.open('/banks/transpose?lock=all');
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    for (const name of ['Rows', 'Columns', 'Padding', 'Base address'])
      expect(await exhibit.field(name).isDisabled(), name).toBe(true);
  });
});

describe("in a frame on somebody else's page", () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-host-'));
  let host: ServedDist;
  beforeAll(async () => {
    host = await serveDist(folder);
  });
  afterAll(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
  });

  test('draws, emulates and answers the pointer', async () => {
    const source = `${visits.url()}#/banks/transpose?embed=1`.replaceAll('&', '&amp;');
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><html lang="en"><title>Slides</title><iframe title="Exhibit" width="800" height="450" src="${source}"></iframe>`,
    );
    const context = await visits.browser().newContext();
    const { page, complaints } = await watched(context, host.url);
    await page.goto(host.url);
    const frame = page.frameLocator('iframe');
    await frame.getByText('32 vs 1 wavefronts').first().waitFor();
    await expect.poll(() => saidIn(frame.locator('footer')), PATIENCE).toMatch(/32 vs 1 wavefronts\s+[\d.]+ µs vs/);
    const tile = frame.getByRole('application', { name: /^Tile/ }).first();
    expect(await coloursOf(tile.locator('canvas'))).toBeGreaterThan(32);
    await tile.hover({ position: { x: 60, y: 60 } });
    await frame
      .getByText(/^word \d+ = /)
      .first()
      .waitFor();
    expect(complaints.filter(text => !text.includes('favicon'))).toEqual([]);
    await context.close();
  });
});

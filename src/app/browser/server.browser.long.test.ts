/** The page with the local server behind it: the session, recompiling, the history, and life after the server. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../../scripts/browser.ts';
import { nvccCandidates } from '../../../server/toolchain/find-nvcc.ts';
import { exhibitOn, PATIENCE, saidIn } from './fixtures/exhibit-object.ts';
import { type PageServer, startPageServer } from './fixtures/page-server.ts';
import { type Visit, watched } from './fixtures/visit.ts';

let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

async function visit({ url }: PageServer, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  contexts.push(context);
  const opened = await watched(context, url);
  await opened.page.goto(address);
  return opened;
}

/** A page that has come through the printed link, at `#address`. */
async function enter(server: PageServer, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const opened = await visit(server, server.link, options);
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  await opened.page.goto(`${server.url}/#${address}`);
  return opened;
}

async function openCompiler(page: Page) {
  await page.getByRole('button', { name: /^nvcc / }).click();
  const panel = page.getByRole('dialog', { name: 'Compiler' });
  await panel.waitFor();
  return panel;
}

describe('a session', () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer([]);
  });
  afterAll(() => server?.end());

  test('takes the token of the printed link out of sight and keeps a cookie that no script reads', async () => {
    const { page, context, complaints } = await visit(server, server.link);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).not.toContain(String(server.token));
    expect(
      await page.evaluate(() => `${location.href} ${document.cookie} ${JSON.stringify(localStorage)}`),
    ).not.toContain(String(server.token));
    const [cookie, ...others] = await context.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByText('No nvcc: the shipped PTX is used.').waitFor();
    await page.goBack();
    expect(page.url()).not.toContain('token');
    expect(complaints).toEqual([]);
  });

  test('is not asked for by a page that came without the link', async () => {
    const { page, complaints } = await visit(server, `${server.url}/#/runs`);
    await page.getByText('This page is static').waitFor();
    expect(complaints).toEqual([]);
  });

  test('shows in Share what a page looks like in a frame', async () => {
    const { page, complaints, strangers } = await enter(server, '/banks/transpose');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('tab', { name: 'Embed' }).click();
    await page.getByText('This server lets no other page frame it.').waitFor();
    const preview = page.frameLocator('iframe[title="Preview"]');
    await preview.getByText('32 vs 1').nth(1).waitFor();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Base address' }).fill('https://course.example/');
    await page.keyboard.press('Enter');
    await page.getByText('No preview of another address').waitFor();
    expect([...complaints, ...strangers]).toEqual([]);
  });

  test('keeps every page within the content policy', async () => {
    const { page, complaints, strangers } = await enter(server, '/', { acceptDownloads: true });
    for (const address of ['/', '/runs', '/picture/tile-256', '/none', '/banks/transpose?v=naive,tiled,padded,xor']) {
      await page.goto(`${server.url}/#${address}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    await exhibit.hoverCell('B', { row: 3, column: 4 });
    await exhibit.lens('B', 'Tile').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Pictures as PNG' }).click();
    await download;
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Parameters' }).click();
    await page.getByRole('dialog', { name: 'Parameters' }).waitFor();
    expect([...complaints, ...strangers]).toEqual([]);
  });
});

describe('compiling, with a stand-in for nvcc', () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer('stand-in');
  });
  afterAll(() => server?.end());

  test('shows what ptxas reports, and emulates the new PTX', async () => {
    server.behave('ok');
    const { page, complaints } = await enter(server, '/banks/transpose?v=tiled');
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    const panel = await openCompiler(page);
    await panel.getByRole('button', { name: 'Recompile it' }).click();
    await panel.getByText(/^compiled in /).waitFor();
    const facts = await saidIn(panel.locator('dl'));
    expect(facts).toMatch(/registers per thread\s+10\b/);
    expect(facts).toMatch(/static shared memory\s+256 B/);
    expect(facts).toMatch(/spills, stored \+ loaded\s+16 B/);
    await page.getByText('nvcc 99.1.7, sm_90, compiled here').waitFor();
    // The stand-in's PTX is no transpose: the page must notice, and keep the prediction.
    await expect
      .poll(() => saidIn(exhibit.verdict), PATIENCE)
      .toMatch(/Prediction only in A.*stopped at (parse|launch)/s);
    expect(await exhibit.wavefronts('Predicted')).toEqual(['32']);
    expect(complaints).toEqual([]);
  });

  test('shows diagnostics as the text that they are', async () => {
    server.behave('wrong');
    const { page, complaints } = await enter(server, '/banks/transpose?v=xor');
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    const panel = await openCompiler(page);
    await panel.getByRole('button', { name: 'Recompile it' }).click();
    const diagnostics = panel.locator('pre');
    await diagnostics.waitFor();
    expect(await diagnostics.textContent()).toContain('identifier "<img src=x onerror=alert(1)>" is undefined');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    // The last good PTX stays.
    expect(await saidIn(exhibit.verdict)).toContain('Model and emulation agree');
    await page.goto(`${server.url}/#/runs?show=builds`);
    await page
      .getByRole('row', { name: /transpose \/ xor/ })
      .first()
      .waitFor();
    expect(await saidIn(page.getByRole('row', { name: /transpose \/ xor/ }).first())).toContain('nvcc');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('can be cancelled', async () => {
    server.behave('hang');
    const { page, complaints } = await enter(server, '/banks/transpose?v=padded');
    await exhibitOn(page).settled();
    const panel = await openCompiler(page);
    await panel.getByRole('button', { name: 'Recompile it' }).click();
    await panel.getByText('compiling …').waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.getByText('cancelled').waitFor();
    await panel.getByRole('button', { name: 'Recompile it' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

const nvcc = nvccCandidates();

describe.skipIf(nvcc.length === 0)('compiling, with the nvcc of this machine', () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer(nvcc);
  });
  afterAll(() => server?.end());

  test('replaces the PTX, agrees with the model, and is listed', async () => {
    const { page, complaints } = await enter(server, '/banks/transpose');
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    const panel = await openCompiler(page);
    await panel.getByRole('button', { name: 'Recompile them' }).click();
    await expect.poll(() => panel.getByText(/^compiled in /).count(), { timeout: 60_000 }).toBe(2);
    expect(await saidIn(panel)).toMatch(/registers per thread\s+[1-9]\d*/);
    expect(await saidIn(panel)).toMatch(/spills, stored \+ loaded\s+0 B/);
    await page.keyboard.press('Escape');
    await page.getByText(`nvcc ${(await server.machine).nvcc?.version}, sm_90, compiled here`).waitFor();
    await exhibit.settled();
    expect(await saidIn(exhibit.verdict)).toContain('Model and emulation agree');
    await exhibit.expectWavefronts(['32', '1']);
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('tab', { name: 'Builds' }).click();
    for (const variant of ['tiled', 'padded'])
      await page.getByRole('row', { name: new RegExp(`transpose / ${variant} .* sm_90 nvcc`) }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('reaches architectures that are not shipped', async () => {
    const { page, complaints } = await enter(server, '/banks/transpose?v=tiled,padded');
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    await exhibit.choice('Architecture').selectOption({ label: 'sm_89 (nvcc)' });
    await page.getByText('sm_89, compiled here').waitFor({ timeout: 60_000 });
    await exhibit.settled();
    expect(await saidIn(exhibit.verdict)).toContain('Model and emulation agree');
    expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', '0']);
    expect(complaints).toEqual([]);
  });
});

describe('after the server has gone', () => {
  test('the page goes on with what it has, and says what it misses', async () => {
    const server = await startPageServer('stand-in');
    const { page } = await enter(server, '/banks/transpose');
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    await page.getByRole('button', { name: /^nvcc / }).waitFor();
    await server.end();
    await exhibit.field('Padding').fill('2');
    await exhibit.expectWavefronts(['32', '2']);
    const panel = await openCompiler(page);
    await panel.getByRole('button', { name: 'Recompile them' }).click();
    await panel
      .getByText(/server does not answer/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await exhibit.choice('Architecture').selectOption('sm_120');
    await expect.poll(() => saidIn(exhibit.verdict), PATIENCE).toMatch(/Prediction only.*server does not answer/s);
    expect(await exhibit.wavefronts('Predicted')).toEqual(['32', '2']);
    await exhibit.choice('Architecture').selectOption('sm_90');
    await expect.poll(() => saidIn(exhibit.verdict), PATIENCE).toContain('Model and emulation agree');
  });
});

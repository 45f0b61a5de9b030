/** Kernels of the catalog in the workbench: as PTX where nothing compiles CUDA, as CUDA to be changed where nvcc does. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../../scripts/browser.ts';
import { viewsWork } from '../../../server/fixtures/views.ts';
import { nvccCandidates } from '../../../server/toolchain/find-nvcc.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { type PageServer, startPageServer } from './fixtures/page-server.ts';
import { browserVisits, watched } from './fixtures/visit.ts';
import { workbenchOn } from './fixtures/workbench-object.ts';

const TRANSPOSE = 'Bank conflicts in a matrix transpose';
const ALLOW = 'npm start -- --allow-source';

describe('without a compiler', () => {
  const visits = browserVisits();

  test('a fork is PTX, and the page says how to edit the CUDA', async () => {
    const { page } = await visits.open('/workbench');
    const bench = workbenchOn(page);
    await page.getByRole('button', { name: 'Fork a kernel …' }).click();
    await page.getByRole('dialog').getByText(ALLOW).waitFor();
    await page.getByRole('region', { name: TRANSPOSE }).getByRole('button', { name: 'Tiled' }).click();
    await page.getByText('read only: the PTX is what runs').waitFor();
    await bench.source.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog', { name: 'How to edit the CUDA' }).getByText(ALLOW).waitFor();
  });

  test('a fork keeps where its shared memory starts', async () => {
    const { page } = await visits.open('/banks/transpose?v=tiled&base=48');
    await page.getByRole('link', { name: 'Open in workbench' }).click();
    const field = page.getByRole('textbox', { name: 'Shared base' });
    await expect.poll(() => field.inputValue(), PATIENCE).toBe('48');
    await field.fill('40');
    await page.getByText('Shared base, B: a multiple of 16').waitFor();
    await workbenchOn(page).runs();
    await page.getByText('3,968 wavefronts beyond the ideal').waitFor();
  });
});

const nvcc = nvccCandidates();

describe.skipIf(nvcc.length === 0 || !viewsWork)('with --allow-source and the nvcc of this machine', () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    browser = await launchBrowser();
    server = await startPageServer(nvcc, { allowSource: true });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end();
  });

  async function open() {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const { page, complaints } = await watched(context, server.url);
    await page.goto(server.link);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`${server.url}/#/workbench`);
    await page.getByRole('button', { name: 'Fork a kernel …' }).click();
    return { page, context, complaints, bench: workbenchOn(page) };
  }

  test('CUDA is changed in a copy, compiled, run and compared with what it came from', async () => {
    const { page, bench, complaints, context } = await open();
    await page.getByRole('region', { name: TRANSPOSE }).getByRole('button', { name: 'Tiled' }).click();
    await bench.editor.waitFor();
    // The names of the parameters are known before anything was compiled.
    await page.getByRole('group', { name: /^rows / }).waitFor();
    await bench.runs();
    await bench.expectStanding(/1 place costs more than necessary[\s\S]*3,968 wavefronts beyond the ideal/);
    await page.getByRole('button', { name: 'Duplicate as B' }).click();
    await bench.editor.press('Control+f');
    await page.getByPlaceholder('Find').fill('tile[][TILE]');
    await page.getByPlaceholder('Replace').fill('tile[][TILE + 1]');
    await page.getByRole('button', { name: 'replace all' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Dynamic shared' }).fill(String(32 * 33 * 4));
    await page.getByRole('button', { name: 'Run both' }).click();
    await bench.expectStanding(/Nothing wrong was found/);
    await page.getByText('Not here: 1 finding of A').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a fork as PTX becomes CUDA, with its launch, when that is what is wanted', async () => {
    const { page, bench, complaints, context } = await open();
    await page.getByRole('radiogroup', { name: 'Language of the fork' }).getByText('PTX').click();
    await page.getByRole('region', { name: TRANSPOSE }).getByRole('button', { name: 'Padded' }).click();
    await page.getByText('read only: the PTX is what runs').waitFor();
    await bench.source.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect.poll(() => bench.editor.textContent(), PATIENCE).toContain('#define TILE 32');
    await bench.runs();
    await bench.expectStanding(/Nothing wrong was found/);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** CUDA of a person's own in the workbench: what the page says where it cannot be compiled, and compiling it where it can. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../../scripts/browser.ts';
import { viewsWork } from '../../../server/fixtures/views.ts';
import { nvccCandidates } from '../../../server/toolchain/find-nvcc.ts';
import { faultsOf } from './fixtures/axe.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { type PageServer, startPageServer } from './fixtures/page-server.ts';
import { watched } from './fixtures/visit.ts';
import { CONFLICT } from './fixtures/workbench-kernels.ts';
import { workbenchOn } from './fixtures/workbench-object.ts';

let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** The workbench of a page that came through the printed link, with `text` in its editor. */
async function open(server: PageServer, text: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  contexts.push(context);
  const { page, complaints } = await watched(context, server.url);
  await page.goto(server.link);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${server.url}/#/workbench`);
  const bench = workbenchOn(page);
  await page.getByRole('region', { name: 'Workbench' }).waitFor();
  await bench.open('own kernel.cu', text);
  return { bench, page, complaints };
}

test('a server that was not asked to compile text says how to ask it', async () => {
  const server = await startPageServer('stand-in');
  const { bench, page, complaints } = await open(server, '__global__ void probe() {}\n');
  await page.getByText('Either start it with npm start -- --allow-source').first().waitFor();
  await page.getByText("nvcc -ptx -lineinfo -arch=sm_90 'own kernel.cu'").waitFor();
  await bench.expectStanding(/Not run yet.*Above the source/s);
  expect(await bench.run.count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  // The text stays beside the PTX that a person made from it.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open its PTX' }).press('Enter'),
  ]);
  await chooser.setFiles({ name: 'own kernel.ptx', mimeType: 'text/plain', buffer: Buffer.from(CONFLICT) });
  await page.getByRole('tab', { name: 'CUDA' }).waitFor();
  await bench.runs();
  await bench.expectStanding(/2 places cost more than necessary/);
  expect(complaints).toEqual([]);
  await server.end();
});

describe.skipIf(!viewsWork)('with --allow-source and a stand-in for nvcc', () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer('stand-in', { allowSource: true });
  });
  afterAll(() => server?.end());

  test('the text is compiled and what came of it runs', async () => {
    const { bench, page, complaints } = await open(server, '// MODE=ok\n__global__ void probe() {}\n');
    await bench.runs();
    await bench.expectStanding(/Nothing wrong was found/);
    await page.goto(`${server.url}/#/runs?show=builds`);
    await page.getByRole('row', { name: /own kernel\.cu text [0-9a-f]{8} sm_90 nvcc 99/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the words of the compiler are shown as text', async () => {
    const { bench, page, complaints } = await open(server, '// MODE=wrong\n');
    await bench.runs();
    await bench.expectStanding(/The compilation failed.*<img src=x onerror=alert\(1\)>/s);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('a file that is out of reach is said to be', async () => {
    const { bench, complaints } = await open(server, '#include "/etc/passwd"\n');
    await bench.runs();
    await bench.expectStanding(/passwd: No such file or directory: a text can include headers of the toolkit/);
    expect(complaints).toEqual([]);
  });

  test('a compilation can be called off', async () => {
    const { bench, complaints } = await open(server, '// MODE=hang\n');
    await bench.run.click();
    await bench.page.getByText('compiling …').waitFor();
    await bench.cancel.click();
    await bench.run.waitFor();
    expect(complaints).toEqual([]);
  });
});

const nvcc = nvccCandidates();

describe.skipIf(nvcc.length === 0 || !viewsWork)('with --allow-source and the nvcc of this machine', () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer(nvcc, { allowSource: true });
  });
  afterAll(() => server?.end());

  const COLUMN = `__global__ void __launch_bounds__(32) column(int *out) {
  __shared__ int tile[1024];
  tile[32 * threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[32 * (31 - threadIdx.x)];
  int unused;
}
`;

  test('findings and warnings lead to the lines of the text, and a mistake is marked at its own', async () => {
    const { bench, page, complaints } = await open(server, COLUMN);
    await bench.runs();
    await bench.expectStanding(/places? costs? more than/);
    await bench.findings.getByRole('button', { name: 'own kernel.cu:3' }).first().click();
    await expect.poll(() => bench.chosenLine.textContent(), PATIENCE).toContain('tile[32 * threadIdx.x] = ');
    const warnings = bench.findings.getByRole('list', { name: 'Warnings of the compiler' });
    expect(await warnings.textContent()).toMatch(/^line 6 The compiler warns: variable "unused" was declared/);
    await warnings.getByRole('button').click();
    await expect.poll(() => bench.chosenLine.textContent(), PATIENCE).toContain('int unused;');
    await bench.editor.press('Control+End');
    await page.keyboard.type('int x = y;');
    await bench.run.click();
    await bench.expectStanding(/The compilation failed.*identifier "y" is undefined/s);
    expect(await bench.source.locator('.cm-line.atFault').textContent()).toBe('int x = y;');
    expect(await bench.faultWords.allTextContents()).toEqual([
      expect.stringContaining('variable "unused" was declared'),
      'identifier "y" is undefined',
    ]);
    expect(complaints).toEqual([]);
  });
});

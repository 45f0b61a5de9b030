/**
 * How much time page and server add to the timing itself: from the key that moves a slider, and the next key, which runs
 * it, to the numbers on the page. The code is compiled before (the slider's number is an argument of the launch), and a
 * stand-in for the GPU answers at once. A real GPU adds its check, its warm-up and its samples.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageLink } from '../../server/announce.ts';
import { startParts } from '../../server/start.ts';
import { catalog } from '../../server/toolchain/catalog.ts';
import { nvccCandidates } from '../../server/toolchain/find-nvcc.ts';
import { launchBrowser } from '../browser.ts';
import { buildPage, isStale } from '../page-build.ts';
import { openTimed, row, type TimedPage, type TimingRow } from '../page-timing.ts';
import { projectRoot } from '../tree.ts';

const EXHIBIT = '#/banks/transpose?v=tiled,padded';
const TIME = '[data-source=measured] tr[data-marks~=key] td';
const RUNS = 30;
const NAME = 'slider move to measured number, what page and server add (a stand-in GPU answers at once)';

const GPU = {
  found: { name: 'Stand-in', memoryMiB: 1024, driver: '0', arch: 'sm_90' },
  program: { file: process.execPath, argv: [join(projectRoot, 'server/fixtures/fake-runner.mjs'), 'sound'] },
};

/** Sorted times. The first run compiles and starts the process. */
async function times({ page, returns }: TimedPage): Promise<number[]> {
  const settled = () => page.locator('[aria-label=Evidence][aria-busy=false]').waitFor();
  await settled();
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  await page.getByRole('slider', { name: 'Rows, elements' }).focus();
  const moveAndRun = async (): Promise<void> => {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('r');
  };
  const all: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    await settled();
    all.push((await returns(TIME, moveAndRun)).shown);
  }
  return all.sort((a, b) => a - b);
}

async function rows(dataDir: string): Promise<TimingRow[]> {
  const dist = join(projectRoot, 'dist');
  if (isStale(dist)) await buildPage(dist);
  const parts = { catalog, checkout: projectRoot, nvccCandidates: nvccCandidates(), gpu: GPU };
  const server = await startParts({ port: 0, dataDir }, parts);
  const browser = await launchBrowser();
  const timed = await openTimed(browser, pageLink(server.url, server.token));
  await timed.page.getByRole('heading', { level: 1 }).waitFor();
  await timed.page.goto(`${server.url}/${EXHIBIT}`);
  const sorted = await times(timed);
  await browser.close();
  await server.close();
  return [
    row(`${NAME}, median of ${RUNS}`, sorted[RUNS >> 1], 'ms', 'at most 50'),
    row(`${NAME}, p95`, sorted[Math.ceil(RUNS * 0.95) - 1], 'ms'),
  ];
}

export async function run(): Promise<TimingRow[]> {
  if (nvccCandidates().length === 0) {
    console.log('no nvcc: nothing can be compiled for a run');
    return [];
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'lanescape-bench-'));
  try {
    return await rows(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

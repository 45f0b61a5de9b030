/** A capture in the workbench: where it was recorded, and what the emulator leaves against what the (synthetic) GPU answered. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveOf } from '../../contract/written-archive.ts';
import { filesOfCapture, syntheticCapture } from '../../inspect/capture/synthetic-capture.ts';
import type { Launch } from '../../trace/launch.ts';
import { faultsOf } from './fixtures/axe.ts';
import { type PageServer, startPageServer } from './fixtures/page-server.ts';
import { browserVisits } from './fixtures/visit.ts';
import { workbenchOn } from './fixtures/workbench-object.ts';

const visits = browserVisits();

const PTX = readFileSync(
  new URL('../../../public/ptx/transpose/tiled/tile-32.element-bytes-4.sm_90.ptx', import.meta.url),
  'utf8',
);
const LAUNCH: Launch = {
  ...{ grid: [2, 2, 1], block: [32, 32, 1], dynamicSharedBytes: 4096 },
  buffers: [
    { name: 'out', type: 'f32', length: 4096, init: { kind: 'zeros' } },
    { name: 'in', type: 'f32', length: 4096, init: { kind: 'iota' } },
  ],
  params: [
    { kind: 'pointer', buffer: 'out' },
    { kind: 'pointer', buffer: 'in' },
    { kind: 'scalar', type: 's32', value: 64 },
    { kind: 'scalar', type: 's32', value: 64 },
  ],
};

/** Two kernels, far apart; the second was made from line 90 of a Python file. */
const TWO_KERNELS = `.version 9.0
.target sm_90a
.address_size 64
.file 1 "model.py"
.visible .entry first(.param .u64 p)
{
.reg .u32 %r1;
mov.u32 %r1, 0;
${'add.u32 %r1, %r1, 1;\n'.repeat(80)}ret;
}
.visible .entry second(.param .u64 p)
{
.reg .u64 %rd1;
.loc 1 90 1
ld.param.u64 %rd1, [p];
st.global.u32 [%rd1], 7;
ret;
}
`;
const TWO_LAUNCH: Launch = {
  ...{ entry: 'second', grid: [1, 1, 1], block: [1, 1, 1] },
  buffers: [{ name: 'out', type: 'u32', length: 8, init: { kind: 'zeros' } }],
  params: [{ kind: 'pointer', buffer: 'out' }],
};
const PYTHON = `${'# a line of the model\n'.repeat(88)}@triton.jit\ndef second(p):\n    pass\n`;
const WITH_SOURCE = { version: 2, sources: [{ name: 'model.py', file: 'sources/0' }] } as const;

async function opened(
  answer: (name: string, after: Uint8Array) => void = () => {},
  options: BrowserContextOptions = {},
) {
  const { page } = await visits.open('/workbench', options);
  const archive = archiveOf(filesOfCapture(syntheticCapture(PTX, LAUNCH, { answer })), 'transpose-1/');
  await page
    .getByLabel('Files to open')
    .setInputFiles({ name: 'transpose-1.tar', mimeType: 'application/x-tar', buffer: Buffer.from(archive) });
  await page.getByRole('heading', { name: /on synthetic stand-in/ }).waitFor();
  return { page, bench: workbenchOn(page) };
}

test('an archive is opened, run, and equal to what was measured', async () => {
  const { page, bench } = await opened();
  await page.getByText('synthetic stand-in, sm_90, driver of CUDA 13.0').waitFor();
  await bench.runs();
  await page.getByRole('tab', { name: 'Outputs' }).click();
  const table = page.getByRole('table', { name: 'Emulated against measured' });
  await table.waitFor();
  expect(await table.getByText('equal').count()).toBe(2);
  await page.getByText(/All 4,\d+ elements are as measured/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

test('on a phone, Run leads to what the run found', async () => {
  const { page, bench } = await opened(() => {}, { viewport: { width: 390, height: 844 } });
  const results = page.getByRole('tab', { name: 'Results' });
  expect(await results.getAttribute('aria-selected')).toBe('false');
  await bench.runs();
  expect(await results.getAttribute('aria-selected')).toBe('true');
  await bench.findings.waitFor();
  await page.getByRole('table', { name: 'Memory instructions with their totals' }).waitFor();
  // The part scrolls, and the page around it stays: else its foot would leave the screen's.
  expect(await page.getByRole('main').evaluate(main => main.scrollHeight - main.clientHeight)).toBe(0);
});

test('by the keyboard alone: opened, run, and its results walked through', async () => {
  const { page } = await visits.open('/workbench');
  const archive = archiveOf(filesOfCapture(syntheticCapture(PTX, LAUNCH)), 'transpose-1/');
  // The browser is told of it a moment later: a key may be faster.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open', exact: true }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({
    name: 'transpose-1.tar',
    mimeType: 'application/x-tar',
    buffer: Buffer.from(archive),
  });
  const bench = workbenchOn(page);
  // The editor's host has the focus of what is inside it, too.
  const focused = page.locator(':focus').last();
  await expect.poll(() => focused.getAttribute('id')).toBe('picture');
  const tabTo = async (name: RegExp, most: number) => {
    for (let i = 0; i < most; i++) {
      await page.keyboard.press('Tab');
      if (name.test((await focused.textContent())?.trim() ?? '')) return;
      // The editor keeps Tab for itself until Escape.
      if (await bench.editor.evaluate(element => element.matches(':focus'))) await page.keyboard.press('Escape');
    }
    throw new Error(`${name} is further away than ${most} tabs`);
  };
  await tabTo(/^Run$/, 5);
  await page.keyboard.press('Enter');
  await bench.ended();
  expect((await focused.textContent())?.trim()).toBe('Run');
  await tabTo(/^Access$/, 30);
  await page.keyboard.press('ArrowRight');
  await page.getByText(/All 4,\d+ elements are as measured/).waitFor();
  expect(await focused.textContent()).toBe('Outputs');
});

test('what differs is shown: the known-bad example', async () => {
  const { page, bench } = await opened((name, after) => {
    if (name === 'out') new Float32Array(after.buffer)[7] = 3;
  });
  await bench.runs();
  await page.getByRole('tab', { name: 'Outputs' }).click();
  await page.getByText(/1 differ; \[7\] is 448, measured 3/).waitFor();
  await page.getByText(/1 of 4,\d+ are not as measured/).waitFor();
});

test('of a folder with several, one is chosen, and then another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'captures-'));
  const contents = syntheticCapture(TWO_KERNELS, TWO_LAUNCH);
  const { capture } = contents;
  const named = {
    first: contents,
    second: { ...contents, sources: [{ name: 'model.py', text: PYTHON }], capture: { ...capture, ...WITH_SOURCE } },
    third: { ...contents, capture: { ...capture, ptx: { missing: 'sass-only', hint: 'build it' } as const } },
  };
  for (const [name, of] of Object.entries(named)) {
    for (const [path, bytes] of filesOfCapture(of)) {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true });
      writeFileSync(join(folder, name, path), bytes);
    }
  }
  const { page } = await visits.open('/workbench');
  await page.getByLabel('Folder of a capture').setInputFiles(folder);
  const dialog = page.getByRole('dialog', { name: 'Captures' });
  await dialog.getByText('3 captures: which one?').waitFor();
  expect(await dialog.getByRole('button', { name: /third/ }).isDisabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^first/ }).click();
  const bench = workbenchOn(page);
  // The second kernel of the module begins behind the 40 lines of the first.
  await bench.editor.getByText('.entry second').waitFor();
  expect(await bench.editor.getByText('.entry first').count()).toBe(0);
  await page.getByRole('button', { name: 'Another of 3 captures …' }).click();
  await dialog.getByRole('button', { name: /^second/ }).click();
  await bench.editor.getByText('def second').waitFor();
  // Python's words have colours of their own.
  await bench.editor.locator('span', { hasText: /^def$/ }).waitFor();
  rmSync(folder, { recursive: true });
});

test('a damaged archive is refused in words', async () => {
  const { page } = await visits.open('/workbench');
  const files = filesOfCapture(syntheticCapture(PTX, LAUNCH));
  files.delete('buffers/1.after');
  await page
    .getByLabel('Files to open')
    .setInputFiles({ name: 'cut.tar', mimeType: 'application/x-tar', buffer: Buffer.from(archiveOf(files)) });
  await page.getByText('cut.tar: buffers[1].after: buffers/1.after is missing').waitFor();
});

describe('with a GPU', () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer('stand-in', { allowSource: true, gpu: 'sound' });
  });
  afterAll(() => server.end());

  test('the launch is run again, and stands beside what was captured', async () => {
    const context = await visits.browser().newContext();
    const page = await context.newPage();
    await page.goto(`${server.link}/workbench`);
    const archive = archiveOf(filesOfCapture(syntheticCapture(PTX, LAUNCH)), 'transpose-1/');
    await page
      .getByLabel('Files to open')
      .setInputFiles({ name: 'transpose-1.tar', mimeType: 'application/x-tar', buffer: Buffer.from(archive) });
    await page.getByRole('button', { name: 'Run on Stand-in' }).click();
    // The stand-in adds one to every byte.
    await page.getByText(/The Stand-in here answered otherwise in p0 \(4,096\) and p1 \(4,096\)/).waitFor();
    await workbenchOn(page).runs();
    await page.getByRole('tab', { name: 'Outputs' }).click();
    const table = page.getByRole('table', { name: 'Emulated against measured' });
    await table.getByRole('columnheader', { name: 'Run now' }).waitFor();
    expect(await table.getByText('equal', { exact: true }).count()).toBe(2);
    expect(await table.getByText(/differ; \[0\]/).count()).toBe(2);
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });
});

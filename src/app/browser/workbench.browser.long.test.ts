/** The workbench with kernels that it has never seen: opened, run, read by source line, saved and shared. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { type PageServer, startPageServer } from './fixtures/page-server.ts';
import { browserVisits, watched } from './fixtures/visit.ts';
import { CONFLICT, CONFLICT_LINE, DEADLOCK, HALF, HALF_LINES, LONG, RACE } from './fixtures/workbench-kernels.ts';
import { workbenchOn } from './fixtures/workbench-object.ts';

const visits = browserVisits();

const openWorkbench = async (options = {}) => {
  const { page, context } = await visits.open('/workbench', options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { bench: workbenchOn(page), page, context };
};

describe('a dropped kernel', () => {
  test('runs, and each finding leads to its line', async () => {
    const { bench } = await openWorkbench();
    await bench.open('column.ptx', CONFLICT);
    await bench.runs();
    await bench.expectStanding(/2 places cost more than necessary[\s\S]*62 wavefronts beyond the ideal/);
    const [store] = await bench.found();
    expect(store).toContain(`PTX line ${CONFLICT_LINE}`);
    expect(store).toMatch(/bank conflicts/);
    expect((await bench.heatAt(CONFLICT_LINE))[0]).toMatch(/^31/);
    expect((await bench.heatAt(CONFLICT_LINE + 2)).slice(0, 2)).toEqual(['', '0']);
    await bench.findings.getByRole('button', { name: `PTX line ${CONFLICT_LINE}` }).click();
    await expect.poll(() => bench.chosenLine.textContent()).toContain('st.shared.u32 [%r4], %r1;');
  });

  test('is marked stale as soon as its text changes, and keeps its last result', async () => {
    const { bench, page } = await openWorkbench();
    await bench.open('column.ptx', CONFLICT);
    await bench.runs();
    await bench.editor.press('Control+End');
    await page.keyboard.type('// end');
    await bench.expectStanding(/Changed since this run/);
    expect((await bench.found()).length).toBeGreaterThan(0);
  });

  test('that divides its warps shows how many lanes are left, line by line', async () => {
    const { bench } = await openWorkbench();
    await bench.open('half.ptx', HALF);
    await bench.runs();
    expect(await bench.heatAt(HALF_LINES.whole)).toEqual([]);
    expect((await bench.heatAt(HALF_LINES.half))[2]).toBe('16');
  });

  test('that is too large to be kept through a reload says so', async () => {
    const { bench, page } = await openWorkbench();
    await bench.open('large.ptx', `${CONFLICT}${'//\n'.repeat(1_500_000)}`);
    await page.getByText('Too large to survive a reload').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Dismiss' }).click();
  });

  test('that cannot be read is marked where it goes wrong, while it is typed', async () => {
    const { bench } = await openWorkbench();
    await bench.open('broken.ptx', CONFLICT.replace('ld.shared.u32 %r5, [%r4];', 'ld.shared.u32 %r5, [%r4;'));
    await bench.faultWords.waitFor();
    expect(await bench.source.locator('.cm-line.atFault').textContent()).toContain('[%r4;');
    await bench.run.click();
    await bench.expectStanding(/The PTX could not be read/);
  });

  test('that races is found with both parties, and either can be gone to', async () => {
    const { bench } = await openWorkbench();
    await bench.open('race.ptx', RACE);
    await bench.runs();
    await bench.expectStanding(/fault/);
    const race = bench.findings.getByRole('listitem').filter({ hasText: 'race' }).first();
    await race.getByRole('listitem').filter({ hasText: 'came first' }).getByRole('button').click();
    const first = await bench.chosenLine.textContent();
    await race.getByRole('listitem').filter({ hasText: 'came second' }).getByRole('button').click();
    await expect.poll(() => bench.chosenLine.textContent()).not.toBe(first);
  });

  test('that deadlocks names who waits where', async () => {
    const { bench } = await openWorkbench();
    await bench.open('deadlock.ptx', DEADLOCK);
    await bench.runs();
    await bench.expectStanding(/1 fault/);
    const text = (await bench.found()).join('\n');
    expect(text).toMatch(/PTX line 15[\s\S]*waits for/);
    expect(text).toMatch(/PTX line 18[\s\S]*waits for/);
  });

  test('that takes too long can be called off', async () => {
    const { bench, page } = await openWorkbench();
    await bench.open('long.ptx', LONG);
    await bench.run.click();
    await expect.poll(() => page.getByRole('progressbar').count(), PATIENCE).toBe(1);
    await page.getByText(/[1-9][\d,]* warp instructions/).waitFor();
    await bench.cancel.click();
    await bench.run.waitFor();
    await bench.expectStanding(/Not run yet/);
  });

  test('beside its CUDA source is read there', async () => {
    const { bench, page } = await openWorkbench();
    const ptx = CONFLICT.replace('\n\tst.shared', '\t.loc 1 2 3\n\tst.shared').concat('\t.file 1 "lab/column.cu"\n');
    await bench.drop({ 'column.ptx': ptx, 'column.cu': '// a column\ntile[32 * threadIdx.x] = threadIdx.x;\n' });
    await page.getByText('read only: the PTX is what runs').waitFor();
    await bench.runs();
    await bench.findings.getByRole('button', { name: 'column.cu:2' }).first().click();
    await expect.poll(() => bench.chosenLine.textContent()).toContain('tile[32 * threadIdx.x]');
  });
});

describe('documents', () => {
  test('start from a kernel of the catalog', async () => {
    const { bench, page } = await openWorkbench();
    await page.getByRole('button', { name: 'Fork a kernel …' }).click();
    const transpose = page.getByRole('region', { name: 'Bank conflicts in a matrix transpose' });
    await transpose.getByRole('button', { name: 'Missing barrier' }).click();
    await bench.editor.waitFor();
    await bench.runs();
    expect((await bench.found())[0]).toMatch(/missing-barrier\.cu:13[\s\S]*race/);
  });

  test('come from an exhibit with its variants and parameters', async () => {
    const { page } = await visits.open('/banks/transpose?v=tiled,padded&rows=40');
    await page.getByRole('link', { name: 'Open in workbench' }).click();
    await page.getByRole('button', { name: 'Version B, transpose, padded' }).waitFor();
    const bench = workbenchOn(page);
    await page.getByRole('button', { name: 'Run both' }).click();
    await bench.ended();
    await bench.expectStanding(/costs? more than/);
    await expect
      .poll(() => page.getByRole('table', { name: 'Totals', exact: true }).getByRole('columnheader').count())
      .toBe(3);
    expect((await bench.found())[0]).toContain('not in B');
    await page.getByRole('button', { name: 'Version B, transpose, padded' }).click();
    await page.getByText(/Not here: \d findings? of A/).waitFor();
  });

  test('are saved as a file and opened from it, whole', async () => {
    const { bench, page } = await openWorkbench({ acceptDownloads: true });
    await bench.open('column.ptx', CONFLICT);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('One bank');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save source and launch' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('one-bank.json');
    const text = readFileSync(await file.path(), 'utf8');
    const other = await openWorkbench();
    await other.page.getByLabel('Files to open').setInputFiles({
      name: 'one-bank.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    await other.page.getByRole('heading', { name: 'One bank' }).waitFor();
    await other.bench.runs();
    expect((await other.bench.found())[0]).toContain(`PTX line ${CONFLICT_LINE}`);
  });

  test('that are none are refused in words, and nothing is lost', async () => {
    const { bench, page } = await openWorkbench();
    await bench.open('column.ptx', CONFLICT);
    await bench.drop({ 'other.json': '{ "version": 1, "source": 2 }' });
    await page.getByRole('alert').getByText('other.json is not a document of the workbench').waitFor();
    await bench.drop({ 'train.py': 'import torch' });
    await page.getByRole('alert').getByText('train.py is neither PTX').waitFor();
    await page.getByRole('heading', { name: 'column.ptx' }).waitFor();
  });

  test('travel in a link', async () => {
    const { bench, page, context } = await openWorkbench();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await bench.open('column.ptx', CONFLICT);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await openWorkbench();
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'column.ptx' }).waitFor();
    await expect.poll(() => other.page.url()).not.toContain('doc=');
    await other.bench.runs();
    expect((await other.bench.found())[0]).toContain(`PTX line ${CONFLICT_LINE}`);
  });

  test('survive a reload with what was typed, and being replaced', async () => {
    const { bench, page } = await openWorkbench();
    await bench.open('column.ptx', CONFLICT);
    await bench.editor.press('Control+End');
    await page.keyboard.type('// mine');
    await page.reload();
    await expect.poll(() => bench.editor.textContent(), PATIENCE).toContain('// mine');
    await bench.editor.press('Control+End');
    await page.keyboard.type(' again');
    await bench.open('race.ptx', RACE);
    await page.getByRole('button', { name: 'Restore it' }).click();
    await expect.poll(() => bench.editor.textContent()).toContain('// mine again');
  });
});

describe('by keyboard alone', () => {
  test('what is pasted has the focus at its beginning', async () => {
    const { bench, page, context } = await openWorkbench();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(text => navigator.clipboard.writeText(text), CONFLICT);
    await page.keyboard.press('Control+v');
    await bench.editor.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), PATIENCE).toBe('main');
  });

  test('open, edit, leave the editor, run, and step through the findings', async () => {
    const { bench, page } = await openWorkbench();
    await bench.open('column.ptx', CONFLICT);
    await bench.editor.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Tab');
    await page.keyboard.type('// tab');
    expect(await bench.editor.textContent()).toContain('// tab');
    await page.keyboard.press('Control+Enter');
    await bench.ended();
    await page.keyboard.press('F8');
    await expect.poll(() => bench.chosenLine.textContent()).toContain('st.shared.u32');
    await page.keyboard.press('F8');
    await expect.poll(() => bench.chosenLine.textContent()).toContain('ld.shared.u32');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await bench.editor.evaluate(element => element.matches(':focus'))).toBe(false);
    expect(await bench.editor.textContent()).toMatch(/\s\/\/ tab/);
  });
});

const SCREENS = (['light', 'dark'] as const).flatMap(colorScheme =>
  [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ].map(viewport => ({ colorScheme, viewport, wide: viewport.width })),
);

describe.each(SCREENS)('in the $colorScheme theme, $wide px wide', ({ colorScheme, viewport }) => {
  test('nothing keeps anybody out', async () => {
    const { bench, page } = await openWorkbench({ colorScheme, viewport });
    const faults: string[] = [];
    const look = async (name: string) => faults.push(...(await faultsOf(page)).map(fault => `${name}: ${fault}`));
    await look('start');
    await page.getByRole('button', { name: 'Fork a kernel …' }).click();
    await look('fork dialog');
    await page.keyboard.press('Escape');
    await bench.open('race.ptx', RACE);
    await look('before a run');
    await page.getByRole('button', { name: 'Duplicate as B' }).click();
    await page.getByRole('button', { name: 'Run both' }).click();
    if (viewport.width < 900) {
      await page.getByRole('tab', { name: 'Launch' }).click();
      await look('launch');
      await page.getByRole('tab', { name: 'Results' }).click();
    }
    await bench.ended();
    await look('after a run');
    await page.getByRole('button', { name: 'Export' }).first().click();
    await look('export');
    expect(faults).toEqual([]);
  });
});

describe('under the server’s content policy', () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer([]);
  });
  afterAll(() => server?.end());

  test('the editor brings its styles without a word of complaint', async () => {
    const context = await visits.browser().newContext({ viewport: { width: 1440, height: 900 } });
    const { page, complaints, strangers } = await watched(context, server.url);
    await page.goto(server.link);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`${server.url}/#/workbench`);
    const bench = workbenchOn(page);
    await bench.open('column.ptx', CONFLICT);
    await bench.runs();
    await bench.editor.press('Control+f');
    await bench.source.getByPlaceholder('Find').fill('shared');
    await page.keyboard.press('Escape');
    // A rule of the library's own style sheet holds: without it the content would wrap.
    expect(await bench.editor.evaluate(element => getComputedStyle(element).whiteSpace)).toBe('pre');
    expect(await page.locator('style').count()).toBe(0);
    await bench.drop({ 'mine.cu': '__global__ void k(float* x) { x[threadIdx.x] = 0; }' });
    await page.getByRole('button', { name: 'Another program: open it' }).click();
    await page.getByText('found no nvcc').waitFor();
    expect([...complaints, ...strangers]).toEqual([]);
    await context.close();
  });
});

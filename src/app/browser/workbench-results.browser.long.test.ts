/** The workbench's pictures: of the chosen access, of outputs, warps and text, and of two versions side by side. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { coloursOf, PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';
import { CONFLICT, CONFLICT_LINE, RACING_SUMS } from './fixtures/workbench-kernels.ts';
import { workbenchOn } from './fixtures/workbench-object.ts';

const visits = browserVisits();

const resultsOn = (page: Page) => {
  const panel = page.getByRole('region', { name: 'Pictures' });
  const pick = (group: string, name: string) =>
    panel.getByRole('radiogroup', { name: group }).locator('label', { hasText: name }).click();
  return {
    panel,
    tab: (name: string) => panel.getByRole('tab', { name }).click(),
    pick,
    accesses: panel.getByRole('row').filter({ has: page.getByRole('rowheader').getByRole('button') }),
    chosen: panel.getByRole('row').filter({ has: page.getByRole('button', { pressed: true }) }),
    picture: (title: string) =>
      panel
        .getByRole('figure')
        .filter({ has: page.locator('figcaption strong', { hasText: new RegExp(`^${title}$`) }) }),
    async saves(item: string): Promise<{ name: string; text: string }> {
      await panel.getByRole('button', { name: 'Export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: item }).click();
      const file = await download;
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
    },
  };
};

async function openConflict(options = {}) {
  const { page } = await visits.open('/workbench', options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const bench = workbenchOn(page);
  await bench.open('column.ptx', CONFLICT);
  await bench.runs();
  const results = resultsOn(page);
  await results.panel.waitFor();
  return { page, bench, results };
}

/** Two variants of the transpose, both run. */
async function openTwo() {
  const { page } = await visits.open('/banks/transpose?v=tiled,padded', { acceptDownloads: true });
  await page.getByRole('link', { name: 'Open in workbench' }).click();
  await page.getByRole('button', { name: 'Run both' }).click();
  await workbenchOn(page).ended();
  const results = resultsOn(page);
  await results.panel.waitFor();
  return { page, results };
}

describe('an access', () => {
  test('that costs most is drawn first, by banks', async () => {
    const { results } = await openConflict();
    expect(await results.accesses.count()).toBe(3);
    await results.panel.getByText('32 wavefronts, ideal 1, excess 31').waitFor();
    const map = results.picture('Bank map');
    await expect.poll(() => coloursOf(map.locator('canvas')), PATIENCE).toBeGreaterThan(10);
    expect(await map.getByText('Emulated').count()).toBe(1);
    await results.picture('Punch card').waitFor();
  });

  test('of global memory is drawn by sectors, and its line is chosen in the source', async () => {
    const { bench, results } = await openConflict();
    await results.accesses.filter({ hasText: 'st.global' }).getByRole('button').click();
    await results.panel.getByText('4 sectors, ideal 4, excess 0').waitFor();
    await expect.poll(() => bench.chosenLine.textContent()).toContain('st.global.u32 [%rd3], %r5;');
    const picture = results.picture('Coalescing');
    await picture.getByRole('application').focus();
    await picture.getByRole('application').press('ArrowDown');
    await picture.getByRole('application').press('ArrowDown');
    await picture.locator('[class*=lens]').getByText('lane 1', { exact: true }).waitFor();
    await picture.getByRole('button', { name: 'Read Coalescing as table' }).click();
    await expect.poll(() => picture.getByRole('row').count()).toBe(33);
  });

  test('follows the chosen line, and says when that touches no memory', async () => {
    const { bench, results, page } = await openConflict();
    await bench.source.locator('.cm-line', { hasText: 'ld.shared.u32 %r5' }).click();
    await expect.poll(() => results.chosen.textContent(), PATIENCE).toContain(`PTX line ${CONFLICT_LINE + 1}`);
    await bench.source.locator('.cm-line', { hasText: 'shl.b32' }).click();
    await page.getByText('The chosen line accesses no memory').waitFor();
  });

  test('is followed from request to request', async () => {
    const { results } = await openTwo();
    await results.accesses.filter({ hasText: 'ld.shared' }).getByRole('button').click();
    await results.pick('Requests', 'As executed');
    await results.panel.getByText('1 of 32').waitFor();
    const first = await results.panel.getByText(/^CTA 0, warp/).textContent();
    await results.panel.getByRole('button', { name: 'Next request' }).click();
    await results.panel.getByText('2 of 32').waitFor();
    expect(await results.panel.getByText(/^CTA 0, warp/).textContent()).not.toBe(first);
    await results.panel.getByRole('combobox', { name: 'Warp' }).selectOption('5');
    await results.panel.getByText('CTA 0, warp 5').waitFor();
    expect(await results.panel.getByRole('button', { name: 'Previous request' }).isDisabled()).toBe(true);
  });

  test('of a program that has changed since stays, and says so', async () => {
    const { bench, results, page } = await openConflict();
    await bench.editor.press('Control+End');
    await page.keyboard.type('// end');
    await results.panel.getByText('Of the run before the last change.').waitFor();
    expect(await results.picture('Bank map').count()).toBe(1);
  });

  test('is saved as picture and as tables', async () => {
    const { results } = await openConflict({ acceptDownloads: true });
    const picture = await results.saves('Pictures as SVG');
    expect(picture.name).toBe('column-ptx-access.svg');
    expect(picture.text).toContain('>Punch card<');
    expect(picture.text).toContain('32 wavefronts, ideal 1, excess 31');
    const table = await results.saves('All accesses as CSV');
    expect(table.text.split('\n')[1]).toMatch(/st\.shared\.u32.*,wavefronts,32,1,31,0$/);
    expect(JSON.parse((await results.saves('Addresses as JSON')).text)[31]).toEqual({
      lane: '31',
      address: '0x0F80',
      bytes: '4',
    });
  });
});

describe('outputs', () => {
  test('are shown in every way, checked, and saved as they are', async () => {
    const { results } = await openTwo();
    await results.tab('Outputs');
    await results.panel.getByText(/All [\d,]+ elements are as expected/).waitFor();
    for (const [look, title] of [
      ['Values', 'Values'],
      ['Check', 'Output'],
      ['Histogram', 'Histogram'],
      ['Bytes', 'Bytes'],
    ] as const) {
      await results.pick('Shown as', look);
      await expect
        .poll(() => coloursOf(results.picture(title).locator('canvas')), { ...PATIENCE, message: look })
        .toBeGreaterThan(2);
    }
    const bytes = results.picture('Bytes').getByRole('application');
    await bytes.focus();
    for (let i = 0; i < 5; i++) await bytes.press('Shift+ArrowDown');
    // Off the first rows: the picture has scrolled to its cursor.
    await results.picture('Bytes').locator('[class*=lens]').getByText('out[128]').waitFor();
    await results.pick('Shown as', 'List');
    await results.panel.getByRole('textbox', { name: 'Element' }).fill('1000');
    await results.panel.getByRole('row', { name: /^1,000/ }).waitFor();
    expect((await results.saves('Raw bytes lowest address first')).name).toMatch(/-out\.bin$/);
  });
});

describe('an output that is expected', () => {
  test('is compared as soon as it is said, in the results and at the top', async () => {
    const { bench, results, page } = await openConflict();
    const form = page.getByRole('form', { name: 'Launch' });
    await results.tab('Outputs');
    await results.panel.getByText('Nothing is expected of').waitFor();
    await form.getByLabel('Should be').selectOption('formula');
    const formula = form.getByRole('textbox', { name: 'Element i' });
    await formula.fill('i');
    await results.panel.getByText('All 32 elements are as expected').waitFor();
    await formula.fill('i // 31');
    await bench.expectStanding(/Not the expected output[\s\S]*out: 31 of 32 elements are wrong/);
    await formula.fill('out[i / 2]');
    await form.getByText('element 1: 0.5 is no place in').waitFor();
  });
});

describe('warps and text', () => {
  test('lines that lose lanes can be gone to', async () => {
    const { bench, results } = await openConflict();
    await results.tab('Divergence');
    const picture = results.picture('Divergence');
    await picture.getByText('32.0 of 32 lanes active on average').waitFor();
    const surface = picture.getByRole('application');
    await surface.focus();
    await surface.press('ArrowDown');
    await surface.press('Enter');
    await expect.poll(() => bench.chosenLine.textContent()).toContain('ld.param.u64 %rd1, [out];');
  });

  test('a kernel that prints nothing says so', async () => {
    const { results } = await openConflict();
    await results.tab('Print');
    await results.panel.getByText('The kernel printed nothing.').waitFor();
  });
});

/** Two consumers that take turns, or one that never releases a stage. */
async function openPipeline(entry: 'turns' | 'attention' | 'missingArrive', options = {}) {
  const { page } = await visits.open('/workbench', { acceptDownloads: true, ...options });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const bench = workbenchOn(page);
  const buffers = ['out', 'in'].map(name => ({ name, type: 'f32', length: 16_384, init: { kind: 'zeros' } }));
  const launch = {
    ...{
      entry,
      grid: [1, 1, 1],
      block: [entry === 'missingArrive' ? 256 : 384, 1, 1],
      dynamicSharedBytes: 28_000,
      buffers,
    },
    params: [
      ...buffers.map(({ name }) => ({ kind: 'pointer', buffer: name })),
      { kind: 'scalar', type: 's32', value: 9 },
    ],
  };
  const text = readFileSync(new URL('../../inspect/replay/fixtures/pipelines.sm_90a.ptx', import.meta.url), 'utf8');
  const document = {
    ...{ version: 1, title: entry, source: { language: 'ptx', name: 'pipelines.ptx', text }, arch: 'sm_90a', launch },
    ...{ sharedBaseBytes: 1024, guessed: [], ctas: null, tracedCta: 0, faults: 'all', expectations: [] },
  };
  await bench.open('pipelines.json', JSON.stringify(document));
  await bench.runs();
  const results = resultsOn(page);
  await results.tab('Pipeline');
  await results.picture('Timeline').waitFor();
  return { page, results };
}

describe('the pipeline of a kernel', () => {
  test('has its roles, its ring at the playhead, and what leaves as files', async () => {
    const { page, results } = await openPipeline('turns');
    await results.panel.getByText('A producer, warps 1–3 and 2 consumers around a ring of 3 stages.').waitFor();
    const table = results.panel.getByRole('table', { name: 'Roles, as their events tell them' });
    const cells = await table.getByRole('row').nth(1).getByRole('cell').allInnerTexts();
    expect(cells.slice(0, 3)).toEqual(['0', 'copies, waits', 'fillByEngine']);
    const cycle = results.panel.getByRole('slider', { name: 'Cycle' });
    await cycle.press('Home');
    await expect.poll(() => cycle.inputValue()).toBe('0');
    await page.keyboard.press('.');
    await expect.poll(() => cycle.inputValue()).not.toBe('0');
    const { name, text } = await results.saves('Chrome trace');
    expect(name).toBe('pipeline-trace.json');
    expect(text).toContain('consumer 2');
  });

  test('stands beside the preset that comes nearest, event by event', async () => {
    const { results } = await openPipeline('attention');
    const presets = results.panel.getByRole('combobox', { name: 'Beside a preset' });
    await presets.selectOption('FlashAttention-3, forward: 100 % alike');
    await results.panel.getByText(/^\d+ events are in both, in one order; 0 only in the kernel, 0 only in/).waitFor();
    expect(await results.picture('Timeline').count()).toBe(2);
    await presets.selectOption('none');
    await expect.poll(() => results.picture('Timeline').count()).toBe(1);
  });

  test('that hangs is drawn up to there, and says who waits', async () => {
    const { results } = await openPipeline('missingArrive');
    await results.panel
      .getByText(/producer waits at empty\[0\] for 4 arrivals/)
      .first()
      .waitFor();
  });

  test.each(['light', 'dark'] as const)('keeps nobody out: %s', async colorScheme => {
    const { page } = await openPipeline('turns', { colorScheme });
    expect(await faultsOf(page)).toEqual([]);
  });
});

describe('two versions', () => {
  test('are compared in numbers, line by line, and in pictures', async () => {
    const { results, page } = await openTwo();
    await results.tab('Compare');
    const row = results.panel.getByRole('row', { name: /^excess wavefronts, shared/ });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['3,968', '0', '0×']);
    await results.panel.getByRole('heading', { name: 'Gone in B' }).waitFor();
    for (const letter of ['A', 'B']) {
      const side = results.panel.getByRole('region', { name: `Worst request of ${letter}` });
      await expect.poll(() => coloursOf(side.locator('canvas').first()), PATIENCE).toBeGreaterThan(10);
    }
    const saved = await results.saves('Totals as CSV');
    expect(saved.text).toContain('"excess wavefronts, shared",3968,0\n');
    const picture = await results.saves('Pictures as SVG');
    expect(picture.text).toMatch(/<g id="A">[\s\S]*<g id="B">/);
    await page
      .getByRole('button', { name: /^Close/ })
      .first()
      .click();
    await expect.poll(() => results.panel.getByText('Compare').count(), PATIENCE).toBe(0);
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', colorScheme => {
  test('no tab keeps anybody out', async () => {
    const { results, page } = await openConflict({ colorScheme });
    const faults: string[] = [];
    for (const tab of ['Access', 'Outputs', 'Divergence', 'Pipeline', 'Print']) {
      await results.tab(tab);
      await page.waitForTimeout(150);
      faults.push(...(await faultsOf(page)).map(fault => `${tab}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});

async function openKernel(name: string, text: string) {
  const { page } = await visits.open('/workbench');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const bench = workbenchOn(page);
  await bench.open(name, text);
  return { bench, page };
}

describe('a kernel in other orders', () => {
  test('that races is run in other orders, one of which leaves other outputs', async () => {
    const { bench, page } = await openKernel('racing.ptx', RACING_SUMS);
    await bench.runs();
    await bench.expectStanding(/fault/);
    await page.getByRole('button', { name: 'Try 20 other orders' }).click();
    const answer = bench.findings.getByRole('status');
    await expect
      .poll(() => answer.textContent(), PATIENCE)
      .toMatch(/in order \d+, out\[\d+\] is \d+ instead of \d+; the race/);
  });

  test('that does not race leaves the same outputs in every order', async () => {
    const { bench, page } = await openKernel('column.ptx', CONFLICT);
    await bench.runs();
    await page.getByRole('button', { name: 'Try 20 other orders' }).click();
    const answer = bench.findings.getByRole('status');
    await expect
      .poll(() => answer.textContent(), PATIENCE)
      .toContain('20 other orders of warps and CTAs left the same outputs');
    await bench.runs();
    await expect.poll(() => answer.count()).toBe(0);
  });
});

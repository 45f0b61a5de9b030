/** Kernels with tensor maps and clusters in the workbench: the fields, the link to the map, and what a run shows. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { browserVisits } from './fixtures/visit.ts';
import { workbenchOn } from './fixtures/workbench-object.ts';

const CHECKS = new URL('../../ptx/checks/fixtures/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, CHECKS), 'utf8');

const visits = browserVisits();

async function openKernel(file: string, kernel: string, options = {}, text = textOf(file)) {
  const { page } = await visits.open('/workbench', options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const bench = workbenchOn(page);
  await bench.drop({ [file]: text });
  const form = page.getByRole('form', { name: 'Launch' });
  await form.getByRole('combobox', { name: 'Kernel' }).selectOption({ label: kernel });
  const map = form.getByRole('group', { name: /^p1 2-D tensor map, read/ });
  return { page, bench, form, map };
}

const COPIES = 'tensor-copies.sm_90a.ptx';
const CLUSTERS = 'clusters.sm_90a.ptx';

describe('a tensor map', () => {
  test('is guessed so that the kernel runs, and its mistake is named', async () => {
    const { bench, map } = await openKernel(COPIES, 'waitWrong');
    expect(await map.getByRole('textbox', { name: /^Box/ }).inputValue()).toBe('32, 8');
    await bench.runs();
    await bench.expectStanding(/1 fault/);
    expect((await bench.found()).join()).toMatch(/missing wait[\s\S]*at its mbarrier/);
  });

  test('has the rules of the driver at its fields', async () => {
    const { map } = await openKernel(COPIES, 'waitRight');
    const box = map.getByRole('textbox', { name: /^Box/ });
    await box.fill('30, 8');
    await map.getByText(/30: must be a multiple of 4 .*32 would do/).waitFor();
    await box.fill('32');
    await map.getByText('Box: 2 numbers').waitFor();
    await box.fill('32 × 8');
    await expect.poll(() => box.getAttribute('aria-invalid')).toBe('false');
  });

  test('keeps its lists of one length, and its strides packed', async () => {
    const { map } = await openKernel(COPIES, 'waitRight');
    await map.getByRole('textbox', { name: /^Dimensions/ }).fill('64, 16, 3');
    await expect.poll(() => map.getByRole('textbox', { name: /^Box/ }).inputValue()).toBe('32, 8, 1');
    expect(await map.getByRole('textbox', { name: 'Strides, bytes' }).inputValue()).toBe('packed');
  });

  test('is drawn on its own page', async () => {
    const { page, map } = await openKernel(COPIES, 'waitRight');
    await map.getByRole('link', { name: 'Draw it' }).click();
    await page.getByRole('heading', { level: 2, name: 'Tensor and box' }).waitFor();
    expect(page.url()).toMatch(/#\/tensor-map\?.*type=f32/);
  });

  test('copied by the engine shows its chunks, and no lanes', async () => {
    const { page, bench } = await openKernel(COPIES, 'waitRight');
    await bench.runs();
    const rows = page.getByRole('region', { name: 'Memory instructions with their totals' }).locator('tbody tr');
    await rows.filter({ hasText: 'shared: cp.async.bulk.tensor.2d' }).first().getByRole('button').click();
    await page.getByText(/32 chunks × 16 B/).waitFor();
    await page.getByText('4 lines', { exact: true }).waitFor();
  });
});

describe('a cluster', () => {
  test('is as the kernel demands', async () => {
    const { form, bench } = await openKernel(CLUSTERS, 'handRight');
    await form.getByText('In clusters of 2 × 1 × 1 CTAs, as the kernel demands.').waitFor();
    await bench.runs();
    await bench.expectStanding(/no faults/);
  });

  test('has a field where the launch may choose, with what is wrong below it', async () => {
    const free = textOf(CLUSTERS).replaceAll(/^\.reqnctapercluster.*$/gm, '');
    const { form, bench } = await openKernel(CLUSTERS, 'handRight', {}, free);
    const x = form.getByRole('textbox', { name: 'Cluster x' });
    expect(await x.inputValue()).toBe('2');
    await form.getByRole('button', { name: 'Cluster: guessed; keep' }).waitFor();
    await form.getByRole('textbox', { name: 'Grid x' }).fill('4');
    await x.fill('3');
    await form
      .getByRole('group', { name: /^Cluster/ })
      .getByText(/4 CTAs are no multiple of 3/)
      .waitFor();
    await x.fill('2');
    // The second cluster stores where the first one does, the same values.
    await bench.runs();
    await bench.expectStanding(/1 hazard[\s\S]*No faults/);
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', colorScheme => {
  test('nothing has faults for axe', async () => {
    const { page, bench, form } = await openKernel(COPIES, 'waitRight', { colorScheme });
    await form.getByText('Steps, outside, interleave, L2').first().click();
    await bench.runs();
    expect(await faultsOf(page)).toEqual([]);
    expect(await form.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0);
  });
});

test('fits a phone', async () => {
  const { page } = await visits.open('/workbench', { viewport: { width: 390, height: 844 } });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await workbenchOn(page).drop({ [COPIES]: textOf(COPIES) });
  await page.getByText('Launch', { exact: true }).click();
  const form = page.getByRole('form', { name: 'Launch' });
  await form.getByRole('link', { name: 'Draw it' }).first().waitFor();
  expect(await form.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0);
  const box = await boxOf(form.getByRole('textbox', { name: /^Box/ }).first());
  expect(box.height).toBeGreaterThanOrEqual(44);
});

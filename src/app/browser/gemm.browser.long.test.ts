/** The page of the GEMM ladder: versions agree, flaws are caught, and figures say where they come from. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { exhibitOn, saidIn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

/** They come when their place is in view. */
async function pipelinesOn(page: Page) {
  const pipelines = page.getByRole('region', { name: 'Pipeline of a CTA' });
  await page.getByRole('region', { name: 'Resources of each version' }).scrollIntoViewIfNeeded();
  await pipelines.waitFor();
  return pipelines;
}

async function open(search: string, options = {}) {
  const { page } = await visits.open(`/banks/gemm${search}`, options);
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  return { page, exhibit };
}

describe('the GEMM ladder', () => {
  test('all versions do what is predicted, and C is right', async () => {
    const { page, exhibit } = await open('?v=v0-cp-async,v2-warp-specialized,v3-wgmma,v4-persistent&k=128');
    expect(await saidIn(exhibit.verdict)).toContain('Model and emulation agree');
    await expect.poll(() => exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', '0', '0', '0']);
    expect(await saidIn(page.locator('#picture'))).toContain('wgmma reads matrices of a stage by itself');
  });

  test('both flaws are caught', async () => {
    const { exhibit } = await open('?v=v1-tma,wrong-swizzle,missing-empty-wait');
    await expect
      .poll(() => exhibit.row('Emulated', 'Wrong elements'))
      .toEqual(['0', expect.stringMatching(/^[1-9]/), expect.stringMatching(/^[1-9]/)]);
    expect(await exhibit.wavefronts('Emulated')).toEqual(['4', '8', '4']);
  });

  test('what only a GPU can run says so in place of pictures, and invents no number', async () => {
    const { page, exhibit } = await open(
      '?v=v3-wgmma,v4-persistent&m=4096&n=4096&k=4096&tile=128x256&residentCtas=132',
    );
    expect(await saidIn(exhibit.verdict)).toContain('Too large to draw');
    expect(await saidIn(page.locator('#picture'))).toContain('M × N × K is above 2^28');
    expect(await exhibit.row('Predicted', 'Wavefronts per load')).toEqual(['—', '—']);
    expect(await exhibit.row('Predicted', 'Shared memory')).toEqual(['—', '—']);
    expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['—', '—']);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('throughput says what was measured and what was published, resources who counted them', async () => {
    const { page } = await open('?v=v4-persistent');
    const throughput = page.getByRole('region', { name: 'Throughput by size' });
    const h200 = throughput.getByRole('figure', { name: /^NVIDIA H200 .* Measured$/ });
    await h200.getByRole('button', { name: 'Read NVIDIA H200 as table' }).press('Enter');
    const best = h200.getByRole('row', { name: /^8192 v4, Persistent clusters/ });
    expect(await saidIn(best)).toMatch(/\d{3}\.\d \(\d\d\.\d %\)\s+\d\d\.\d %/);
    await page.getByText(/^Published elsewhere/).click();
    const published = page.getByRole('region', { name: 'Published throughput' });
    await published.getByRole('figure', { name: /^RTX 5090 .* Published$/ }).waitFor();
    const resources = page.getByRole('table', { name: /as ptxas [\d.]+ for sm_90a compiled it/ });
    expect(await saidIn(resources)).toContain('230,400 B');
  });

  test('each version has its pipeline, predicted and emulated, and the way to its page', async () => {
    const { page } = await open('?v=v0-cp-async,v1-tma,v3-wgmma,v4-persistent&k=512');
    const pipelines = await pipelinesOn(page);
    await pipelines.getByText('Model and emulation agree').waitFor();
    for (const title of ['A: cp.async', 'B: TMA', 'C: wgmma', 'D: Persistent clusters'])
      expect(await pipelines.getByRole('region', { name: title, exact: true }).isVisible()).toBe(true);
    await pipelines.getByText(/^128 × 128, 6 stages, clusters of 2; nvcc [\d.]+, sm_90a, shipped$/).waitFor();
    const link = await pipelines.getByRole('link', { name: 'Open in Pipeline' }).getAttribute('href');
    expect(link).toMatch(/#\/pipeline\?a=v0-cp-async\*steps_8&.*&d=v4-persistent\*steps_8\*tiles_2$/);
  });

  test('a producer that does not wait is told where it parts from its schedule, and what it overwrites', async () => {
    const { page } = await open('?v=v2-warp-specialized,missing-empty-wait&k=512');
    const pipelines = await pipelinesOn(page);
    await pipelines.getByText('The kernel of B does something else').waitFor();
    const said = await saidIn(pipelines);
    expect(said).toContain('producer does 0 events as predicted, then the kernel expect full[0]: 32768');
    expect(said).toMatch(
      /Overrun at cycle \d+: producer writes ring\[0\] for step 3 while ring\[0\] may still be filled/,
    );
    expect(said).toMatch(
      /Deadlock at cycle [\d,]+: consumer waits at full\[\d\] for 1 arrival, which nobody will bring/,
    );
    const link = await pipelines.getByRole('link', { name: 'Open in Pipeline' }).getAttribute('href');
    expect(link).toMatch(/b=v2-warp-specialized\*steps_8\*missing-empty-wait$/);
  });

  test('each version says how its stages are swizzled, and leads to that pattern', async () => {
    const { page } = await open('?v=v0-cp-async,v3-wgmma,wrong-swizzle&tile=128x128');
    const links = page.getByRole('link', { name: 'Its tile of A in Swizzle' });
    const hrefs = await links.evaluateAll(all => all.map(link => link.getAttribute('href')));
    expect(hrefs).toEqual([
      '#/swizzle?rows=128&swz=3.4.3&run=cp-async-xor',
      '#/swizzle?rows=128&swz=3.4.3',
      '#/swizzle?rows=128&swz=2.5.3&vs=3.4.3',
    ]);
    await links.first().click();
    await page.getByRole('heading', { level: 1, name: /^Swizzle: / }).waitFor();
    expect(await page.getByLabel('Rows', { exact: true }).inputValue()).toBe('128');
  });

  test('a tile that a version has not is refused with those that it has', async () => {
    const { page } = await open('?v=v1-tma,v4-persistent&tile=128x256');
    expect(await saidIn(page.locator('#picture'))).toContain('built for tiles of 128 × 128 and 64 × 128');
  });

  test('in e4m3 version 4 is right, a step of half the bytes is caught, and other versions are refused in words', async () => {
    const { page, exhibit } = await open('?v=v3-wgmma,v4-persistent,half-k-step&elementType=e4m3&k=256');
    await expect
      .poll(() => exhibit.row('Emulated', 'Wrong elements'))
      .toEqual(['—', '0', expect.stringMatching(/^[1-9]/)]);
    expect(await saidIn(page.locator('#picture'))).toContain('This version is built for elements of bf16.');
    expect(await saidIn(page.getByRole('heading', { level: 1 }))).toContain('C = A × B in e4m3, 256 × 256 × 256');
    expect(await faultsOf(page)).toEqual([]);
  });

  test('the source of one version is held against that of another', async () => {
    const { page } = await open('?v=v1-tma,v2-warp-specialized');
    const pane = page.getByRole('region', { name: 'Source' });
    await pane.getByRole('tab', { name: 'Diff' }).click();
    const changes = pane.getByRole('list', { name: 'Changes from A, TMA to B, Warp-specialised' });
    await changes.getByText('added: #include "ring.cuh"').waitFor();
    await changes.getByText('removed: #include "mbarrier.cuh"').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test.each([
    { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
    { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  ] as const)('axe finds nothing in the $colorScheme theme, $viewport.width px wide', async options => {
    const { page } = await open('?v=v3-wgmma,v4-persistent&side=store', options);
    await page.getByRole('application', { name: /^NVIDIA H200/ }).waitFor();
    await (await pipelinesOn(page)).getByText('Model and emulation agree').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});

test('a question is about A alone: its tile, and what was measured of it', async () => {
  const { page } = await visits.open('/banks/gemm?quiz=1&v=v0-cp-async,v1-tma');
  await page.getByRole('heading', { name: 'How many wavefronts does it take?' }).waitFor();
  await page.getByRole('button', { name: 'Show me' }).click();
  const measured = page.getByRole('region', { name: 'Evidence' }).getByRole('table', { name: 'Measured' });
  await expect.poll(() => measured.getByRole('columnheader').allInnerTexts()).toEqual(['Quantity', 'A']);
  await page.getByRole('region', { name: 'Variant A: cp.async' }).waitFor();
  expect(await page.getByRole('region', { name: /^Variant B/ }).count()).toBe(0);
});

test('a step of many is a number, whose name follows it', async () => {
  const { page } = await visits.open('/banks/gemm');
  const exhibit = exhibitOn(page);
  const access = page.getByRole('complementary', { name: 'Parameters' });
  await exhibit.field('Step of 128').fill('0');
  await access.getByText('stage 0 B, row 0, k 0', { exact: true }).waitFor();
  await exhibit.field('Step of 128').fill('9');
  await access.getByText('stage 0 B, row 16, k 16', { exact: true }).waitFor();
});

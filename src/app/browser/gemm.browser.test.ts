/** The page of the GEMM ladder: versions agree, flaws are caught, and figures say where they come from. */
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { exhibitOn, saidIn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

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

  test('throughput says what was measured and what was published, resources who counted them', async () => {
    const { page } = await open('?v=v4-persistent');
    const throughput = page.getByRole('region', { name: 'Throughput by size' });
    const h200 = throughput.getByRole('figure', { name: /^NVIDIA H200 .* Measured$/ });
    await h200.getByRole('button', { name: 'Read NVIDIA H200 as table' }).press('Enter');
    const best = h200.getByRole('row', { name: /^8192 v4, Persistent clusters/ });
    expect(await saidIn(best)).toMatch(/\d{3}\.\d \(\d\d\.\d %\)\s+\d\d\.\d %/);
    await throughput.getByRole('figure', { name: /^RTX 5090 .* Published$/ }).waitFor();
    const resources = page.getByRole('table', { name: /as ptxas [\d.]+ for sm_90a compiled it/ });
    expect(await saidIn(resources)).toContain('230,400 B');
  });

  test('a tile that a version has not is refused with those that it has', async () => {
    const { page } = await open('?v=v1-tma,v4-persistent&tile=128x256');
    expect(await saidIn(page.locator('#picture'))).toContain('built for tiles of 128 × 128 and 64 × 128');
  });

  test('the source of one version is held against that of another', async () => {
    const { page } = await open('?v=v1-tma,v2-warp-specialized');
    const pane = page.getByRole('region', { name: 'Source' });
    await pane.getByRole('radio', { name: 'Diff' }).check({ force: true });
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
    expect(await faultsOf(page)).toEqual([]);
  });
});

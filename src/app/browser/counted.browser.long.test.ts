/** Numbers that hardware counted and times that instrumented kernels noted, shown beside the models' predictions. */
import { expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { exhibitOn, PATIENCE, valuesBySource } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

test.each(['light', 'dark'] as const)('counters stand beside the prediction (%s)', async theme => {
  const { page } = await visits.open('/banks/transpose');
  await page.emulateMedia({ colorScheme: theme });
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  const counted = exhibit.evidence.getByRole('table', { name: 'Counted' });
  await counted.waitFor();
  await expect.poll(() => exhibit.row('Counted', 'Shared loads, wavefronts'), PATIENCE).toEqual(['4,096', '128']);
  await exhibit.evidence
    .getByText('All CTAs together, every predicted counter is what the hardware counted.')
    .waitFor();
  expect(await counted.getByTitle('predicted 4,096 · counted 4,096').count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
});

test('a count that is not the predicted one is named', async () => {
  const { page } = await visits.open('/banks/gemm?m=256&n=256&k=512&v=v2-warp-specialized,v4-persistent');
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  await exhibit.evidence.getByText(/^B, shared stores, wavefronts: predicted 1,024, counted 2,0\d\d\.$/).waitFor();
  await exhibit.evidence.getByText(/accesses that meet the reads of wgmma take 1\.9 to 2\.7 times/).waitFor();
});

test('a size that nobody counted has no such table', async () => {
  const { page } = await visits.open('/banks/transpose?rows=4096&columns=4000');
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  await exhibit.evidence.getByRole('button', { name: 'Columns 4096' }).waitFor();
  expect(await exhibit.evidence.getByRole('table', { name: 'Counted' }).count()).toBe(0);
});

test('spans of a GPU lie under the predicted ones, and say where they are from', async () => {
  const { page } = await visits.open('/pipeline?under=measured');
  const evidence = page.getByRole('region', { name: 'Evidence' });
  const measured = async (name: string) => (await valuesBySource(evidence, 'Measured', name)).join();
  await expect.poll(() => measured('Order of copies, products'), PATIENCE).toBe('alike');
  expect(Number((await measured('Cycles per K step')).replace(/\D/g, ''))).toBeGreaterThan(500);
  await evidence.getByText('More quantities, and their origin').click();
  await evidence
    .getByText(/NVIDIA H200 .*driver .* A separate build records the times: it takes [\d,]+ ns where the plain one/)
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

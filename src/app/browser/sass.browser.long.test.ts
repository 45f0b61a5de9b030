/** The machine code in the source pane: shipped for one architecture, asked of a server for the others. */
import { expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { exhibitOn, PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

async function openSass(address: string) {
  const { page } = await visits.open(address);
  await exhibitOn(page).settled();
  const pane = page.getByRole('region', { name: 'Source' });
  await pane.getByRole('tab', { name: 'SASS' }).click();
  return { page, pane, lit: () => pane.locator('li[data-lit]').textContent() };
}

test.each(['light', 'dark'] as const)('shows the instruction of the chosen access (%s)', async theme => {
  const { page, pane, lit } = await openSass('/banks/transpose');
  await page.emulateMedia({ colorScheme: theme });
  await pane.getByText(/^nvdisasm 13\.[\d.]+, assembled for sm_90a, shipped$/).waitFor();
  await expect.poll(lit, PATIENCE).toMatch(/LDS R\d+, \[R\d+/);
  await page.getByRole('radio', { name: 'Store row' }).check({ force: true });
  await expect.poll(lit, PATIENCE).toMatch(/STS \[R\d+/);
  expect(await faultsOf(page)).toEqual([]);
});

test('says why there is none', async () => {
  const { pane } = await openSass('/banks/transpose?arch=sm_80');
  await pane.getByText(/^No machine code is shipped for sm_80 .* CUDA toolkit makes it\.$/).waitFor();
});

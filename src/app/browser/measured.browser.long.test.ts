/** Recorded runs on the page: shown where they were made, missed where they were not, refused where they are none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCheckout } from '../../../server/checkout.ts';
import { parseRecording } from '../../contract/recording.ts';
import { runKey } from '../../trace/run-record.ts';
import { faultsOf } from './fixtures/axe.ts';
import { type ExhibitObject, exhibitOn, PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();
const RECORDED = '/banks/transpose?rows=4096&columns=4096&v=naive,padded,missing-barrier';

const scrollToMeasured = (exhibit: ExhibitObject): Promise<void> =>
  exhibit.evidence.getByRole('table', { name: 'Measured' }).evaluate(table => table.scrollIntoView());

async function openExhibit(address: string) {
  const { page } = await visits.open(address);
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  await scrollToMeasured(exhibit);
  const times = () => exhibit.row('Measured', 'Time, median');
  return { page, exhibit, times };
}

test('a recorded size has times, a rate, a verdict and a provenance, by either method', async () => {
  const { page, exhibit, times } = await openExhibit(RECORDED);
  await expect.poll(async () => (await times()).join(), PATIENCE).toMatch(/^[\d.]+,[\d.]+,wrong$/);
  const steady = await times();
  expect(Number(steady[0])).toBeGreaterThan(Number(steady[1]));
  await exhibit.evidence.getByText(/^B is faster than A: it takes 0\.\d{3} of its time/).waitFor();
  await exhibit.evidence.getByText(/^C was wrong on the GPU/).waitFor();
  await exhibit.evidence.getByRole('link', { name: 'All its variants and files' }).waitFor();
  await exhibit.evidence.getByText('How it was measured').click();
  const rates = exhibit.evidence
    .getByRole('table', { name: 'The run in numbers' })
    .getByRole('row', { name: /^Useful/ });
  expect((await rates.getByRole('cell').allInnerTexts()).join()).toMatch(/^[\d.]+,[\d.,]+,—$/);
  await exhibit.evidence
    .getByText(/NVIDIA H200 \(card [0-9a-f]{12}, 132 SMs, .*\), driver [\d.]+, nvcc 13\..* 20\d\d-\d\d-\d\d/)
    .waitFor();
  await page.getByRole('radio', { name: 'Cold' }).check({ force: true });
  await expect.poll(times, PATIENCE).not.toEqual(steady);
  expect(await faultsOf(page)).toEqual([]);
});

test('a size that was not recorded says so, and leads to the nearest that was', async () => {
  const { page, exhibit, times } = await openExhibit('/banks/transpose?rows=4096&columns=4000');
  const nearest = exhibit.evidence.getByRole('button', { name: 'Columns 4,096' });
  await nearest.waitFor();
  expect(await times()).toEqual(['—', '—']);
  expect(await faultsOf(page)).toEqual([]);
  await nearest.press('Enter');
  await exhibit.expectSearch({ columns: '4096' });
  await expect.poll(async () => Number((await times())[0]), PATIENCE).toBeGreaterThan(0);
});

test('what others need stands beside it, the fastest first, with their releases', async () => {
  const { exhibit } = await openExhibit(RECORDED);
  const others = exhibit.evidence.getByRole('table', { name: 'Beside PyTorch' });
  const rows = others.locator('tbody tr');
  await expect.poll(() => rows.count(), PATIENCE).toBe(10);
  const times = (await rows.locator('td:nth-of-type(1)').allTextContents()).map(Number);
  expect(times.every(time => time > 0)).toBe(true);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const compiled = others.getByRole('rowheader', { name: 'permute, torch.compile' });
  expect(await compiled.getAttribute('title')).toMatch(/torch 2\.\d+.*triton 3\./);
});

test('a run of a source that has changed since says so', async () => {
  const { page } = await visits.open('/');
  const text = readFileSync(join(findCheckout(), 'public/recordings/nvidia-h200/transpose.json'), 'utf8');
  const parsed = parseRecording(text);
  const changed = parsed.ok ? parsed.value.records.filter(({ variant }) => variant === 'padded') : [];
  await page.route('**/recordings/index.json', async route => {
    const answer = await route.fetch();
    const stale = changed.map(runKey);
    await route.fulfill({ response: answer, json: { ...(await answer.json()), stale } });
  });
  await page.goto(`${visits.url()}#${RECORDED}`);
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  await scrollToMeasured(exhibit);
  await exhibit.evidence
    .getByText(/^B(, C)? changed after this run, in source or launch: what (it takes|they take) now/)
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

test.each([
  ['cut off', (text: string) => text.slice(0, -20), /transpose\.json is refused: no JSON: the file is cut off/],
  ['forged', (text: string) => text.replace('"samplesNs":[', '"samplesNs":[-1,'), /refused: records\[0]\.outcome/],
])('a recording that is %s is refused, with the reason', async (_, change, reason) => {
  const { page } = await visits.open('/');
  await page.route('**/recordings/*/transpose.json', async route => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
  await page.goto(`${visits.url()}#${RECORDED}`);
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  await scrollToMeasured(exhibit);
  await exhibit.evidence.getByRole('alert').getByText(reason).waitFor();
  expect(await exhibit.row('Measured', 'Time, median')).toEqual(['—', '—', '—']);
});

test('what is not in sight is not fetched', async () => {
  const { page } = await visits.open('/banks/transpose', { viewport: { width: 1280, height: 500 } });
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(),
    );
  expect(await fetched()).not.toMatch(/measured-source|recordings/);
  await scrollToMeasured(exhibit);
  await expect.poll(fetched, PATIENCE).toMatch(/recordings\/nvidia-h200\/transpose\.json/);
});

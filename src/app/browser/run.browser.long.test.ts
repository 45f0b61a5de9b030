/** Runs from the page, with stand-ins for nvcc and for the GPU: asked for, followed, cancelled, failed, compared, deleted. */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { exhibitOn, PATIENCE, saidIn } from './fixtures/exhibit-object.ts';
import { type PageServer, startPageServer } from './fixtures/page-server.ts';
import { watched } from './fixtures/visit.ts';

let browser: Browser;
const contexts: BrowserContext[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(complaints.splice(0)).toEqual([]);
});

const EXHIBIT = '/banks/transpose?v=padded,naive,missing-barrier&rows=96';

async function enter(server: PageServer, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  contexts.push(context);
  const visit = await watched(context, server.url);
  visit.page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
  await visit.page.goto(server.link);
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
  await visit.page.goto(`${server.url}/#${address}`);
  return visit.page;
}

async function openExhibit(server: PageServer, options: BrowserContextOptions = {}, address = EXHIBIT) {
  const page = await enter(server, address, options);
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  const measured = exhibit.evidence.getByRole('table', { name: 'Measured' });
  // The element may be replaced as soon as it is seen.
  const isShown = () =>
    measured.scrollIntoViewIfNeeded({ timeout: 1000 }).then(
      () => true,
      () => false,
    );
  await expect.poll(isShown, PATIENCE).toBe(true);
  const times = () => exhibit.row('Measured', 'Time, median');
  const run = exhibit.evidence.getByRole('button', { name: /^Run (on the GPU|again)/ });
  return { page, exhibit, times, run };
}

const isInSight = (locator: Locator): Promise<boolean> =>
  locator.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

describe('on a GPU that works', () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer('stand-in', { gpu: 'slow' });
  });
  afterAll(() => server?.end());

  test('a run is followed step by step, and ends with times, all samples and a verdict; what is wrong has none', async () => {
    const { page, exhibit, times, run } = await openExhibit(server);
    await expect.poll(times, PATIENCE).toEqual(['—', '—', '—']);
    await run.click();
    const said = exhibit.evidence.locator('[aria-live=polite]', { hasText: /checking|timing|building|preparing/ });
    await said.waitFor({ state: 'attached' });
    await exhibit.evidence.getByText('wrong answer, so it is not timed').waitFor();
    expect((await times()).slice(0, 2)).toEqual(['…', '…']);
    await exhibit.evidence.getByText('40 samples').first().waitFor();
    await expect.poll(times, PATIENCE).toEqual(['1.000', '2.000', 'wrong']);
    await exhibit.evidence.getByText(/^B is slower than A: it takes 2\.000 times as long/).waitFor();
    await exhibit.evidence.getByText(/^C was wrong on the GPU: 3 elements/).waitFor();
    await exhibit.evidence.getByText('How it was measured').click();
    await exhibit.evidence
      .getByText(/Stand-in \(card [0-9a-f]{12}, 2 SMs, .*\), driver 580\.1, nvcc 99\.1\.7/)
      .waitFor();
    const share = async () => (await exhibit.row('Measured', '% of the measured ceiling')).join();
    await expect.poll(share, PATIENCE).toMatch(/^[\d.]+ %,[\d.]+ %,—$/);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('parameters that move on leave the run behind, marked', async () => {
    const { exhibit, times, run } = await openExhibit(server);
    await run.click();
    await exhibit.evidence.getByRole('button', { name: 'Run again' }).waitFor();
    await exhibit.field('Rows').fill('160');
    await exhibit.evidence.getByText('Measured steady with Rows 96. The parameters have changed since.').waitFor();
    expect((await times())[2]).toBe('wrong');
    await exhibit.evidence.getByRole('radio', { name: 'Cold' }).check({ force: true });
    await exhibit.evidence.getByText('Measured steady with Rows 96. This method was not run yet.').waitFor();
    await exhibit.evidence.getByRole('radio', { name: 'Steady' }).check({ force: true });
    await exhibit.field('Rows').fill('96');
    await expect.poll(times, PATIENCE).toEqual(['1.000', '2.000', 'wrong']);
  });

  test('the key R runs from anywhere, and a run can be cancelled', async () => {
    const { page, exhibit, run } = await openExhibit(server);
    await page.locator('#picture').focus();
    await page.keyboard.press('r');
    await exhibit.evidence.getByRole('button', { name: 'Cancel the run' }).press('Enter');
    await exhibit.evidence.getByText('The run was cancelled, and nothing was stored.').waitFor();
    await run.waitFor();
  });

  test('the key R runs what a slider was moved to, and brings the run into sight', async () => {
    const { page, exhibit, times, run } = await openExhibit(server);
    const slider = page.getByRole('slider', { name: 'Rows' });
    await exhibit.evidence.getByRole('heading', { name: 'Evidence' }).scrollIntoViewIfNeeded();
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('r');
    const cancel = exhibit.evidence.getByRole('button', { name: 'Cancel the run' });
    await cancel.waitFor();
    await expect.poll(() => isInSight(cancel), PATIENCE).toBe(true);
    await expect.poll(times, PATIENCE).toEqual(['1.000', '2.000', 'wrong']);
    await exhibit.expectSearch({ rows: '97' });
    await run.focus();
    await page.keyboard.press('r');
    await cancel.waitFor();
  });

  test('the key R is a letter where text is typed', async () => {
    const { page, exhibit, run } = await openExhibit(server);
    await exhibit.field('Rows').focus();
    await page.keyboard.press('r');
    await exhibit.choice('Warp').focus();
    await page.keyboard.press('r');
    expect(await exhibit.evidence.getByRole('button', { name: 'Cancel the run' }).count()).toBe(0);
    expect(await run.isEnabled()).toBe(true);
  });

  test('own runs are listed, opened, held against another, and deleted after a question', async () => {
    const made = await openExhibit(server);
    await made.run.click();
    await expect.poll(made.times, PATIENCE).toEqual(['1.000', '2.000', 'wrong']);
    const page = await enter(server, '/runs?origin=own');
    const rows = page.getByRole('region', { name: 'Runs' }).getByRole('row');
    await rows.nth(1).waitFor();
    const before = await rows.count();
    await rows.nth(1).getByRole('checkbox').check();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByRole('row', { name: /^Padded 1\.000 µs/ }).waitFor();
    // The tests above have made the same run.
    await comparison.getByRole('application', { name: /^History on Stand-in/ }).waitFor();
    await comparison.getByRole('button', { name: 'Time' }).click();
    expect(await saidIn(comparison.getByRole('region', { name: 'Performance' }).getByRole('row').nth(1))).toMatch(
      /^Padded/,
    );
    await rows.nth(2).getByRole('checkbox').check();
    await comparison.getByText('These two were not timed in turns, so there is no verdict between them.').waitFor();
    await rows
      .nth(1)
      .getByRole('button', { name: /^Delete/ })
      .click();
    const question = page.getByRole('dialog', { name: 'Delete runs' });
    await question.getByRole('button', { name: 'Keep them' }).click();
    expect(await rows.count()).toBe(before);
    await rows
      .nth(1)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await question.getByRole('button', { name: 'Delete for good' }).click();
    await expect.poll(() => rows.count(), PATIENCE).toBe(before - 1);
  });
});

describe.each([
  ['cudaError', /^CUDA error \(padded\): running transpose: an illegal memory access was encountered/],
  ['forgesVerdict', /^The GPU process broke the protocol/],
  ['diesMidFrame', /^The run ended early/],
])('on a GPU process that misbehaves (%s)', (gpu, words) => {
  test('the run fails with its stage and words, and no time is shown', async () => {
    const server = await startPageServer('stand-in', { gpu });
    const { exhibit, times, run } = await openExhibit(server);
    await run.click();
    const alert = exhibit.evidence.getByRole('alert');
    await expect.poll(() => saidIn(alert), PATIENCE).toMatch(words);
    await expect.poll(times, PATIENCE).toEqual(['—', '—', '—']);
    await run.waitFor();
    await server.end();
  });
});

test('a second page waits in line, and both can leave it', async () => {
  const server = await startPageServer('stand-in', { gpu: 'hang' });
  const [first, second] = [await openExhibit(server), await openExhibit(server)];
  const cancelled = 'The run was cancelled, and nothing was stored.';
  await first.run.click();
  await first.exhibit.evidence.getByText('preparing the GPU …').first().waitFor();
  await second.run.click();
  await second.exhibit.evidence.getByText('waiting, place 1').first().waitFor();
  for (const { exhibit } of [second, first]) {
    await exhibit.evidence.getByRole('button', { name: 'Cancel the run' }).click();
    await exhibit.evidence.getByText(cancelled).waitFor();
  }
  await server.end();
});

test('without a GPU the button says why it is off, and the key R where', async () => {
  const server = await startPageServer('stand-in');
  const { page, exhibit, run } = await openExhibit(server);
  const why = exhibit.evidence.getByText('This machine has no NVIDIA GPU.');
  await why.waitFor();
  expect(await run.isDisabled()).toBe(true);
  await exhibit.evidence.getByRole('heading', { name: 'Evidence' }).scrollIntoViewIfNeeded();
  expect(await isInSight(why)).toBe(false);
  await page.keyboard.press('r');
  await expect.poll(() => isInSight(why), PATIENCE).toBe(true);
  await server.end();
});

describe('the page of runs', () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer('stand-in', { gpu: 'sound' });
  });
  afterAll(() => server?.end());

  const RECORDED = '/runs?method=steady&origin=recorded';

  test.each([
    { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
    { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  ] as const)('axe finds nothing in the $colorScheme theme, $viewport.width px wide', async options => {
    const page = await enter(server, RECORDED, options);
    const rows = page.getByRole('region', { name: 'Runs' }).getByRole('row');
    await rows.nth(1).getByRole('checkbox').check();
    await rows.nth(2).getByRole('checkbox').check();
    await page.getByRole('application', { name: /^Samples/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('recorded runs are opened by a link, filtered by it, and saved', async () => {
    const page = await enter(server, RECORDED, { acceptDownloads: true });
    const rows = page.getByRole('region', { name: 'Runs' }).getByRole('row');
    await rows.nth(1).getByRole('checkbox').check();
    await expect.poll(() => page.url(), PATIENCE).toMatch(/comparison=[0-9a-f-]{36}/);
    // Names, not ids: of variants, and of parameters.
    expect(await rows.nth(1).innerText()).toMatch(/Rows [\d,]+, Columns.*XOR\u00a0swizzle\u00a0[\d.]+/s);
    await page.reload();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison
      .getByText(/stopped at (little noise|noise that no longer falls)/)
      .first()
      .waitFor();
    expect(await rows.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
    await comparison.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /^Samples as CSV/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^transpose-[0-9a-f]{8}-samples\.csv$/);
    await page.getByRole('combobox', { name: 'Method' }).selectOption('cold');
    await expect
      .poll(async () => (await rows.allInnerTexts()).slice(1).every(row => row.includes('cold')), PATIENCE)
      .toBe(true);
  });

  test('a range of the axis, chosen by keys, has a median of its own', async () => {
    const page = await enter(server, RECORDED);
    await page.getByRole('region', { name: 'Runs' }).getByRole('checkbox').first().check();
    const end = page.getByRole('slider', { name: 'Range to' });
    for (let i = 0; i < 6; i++) await end.press('Shift+ArrowLeft');
    const strip = page.getByRole('figure').filter({ has: page.getByRole('application', { name: /^Samples/ }) });
    await expect
      .poll(() => strip.getByRole('slider', { name: 'Range to' }).getAttribute('aria-valuetext'))
      .toMatch(/µs$/);
    const chosen = Number(await end.getAttribute('aria-valuenow'));
    expect(chosen).toBeLessThan(Number(await end.getAttribute('aria-valuemax')));
    await end.press('Escape');
    expect(await end.getAttribute('aria-valuenow')).toBe(await end.getAttribute('aria-valuemax'));
  });

  test('a link to a run that is not here says so', async () => {
    const page = await enter(server, '/runs?comparison=00000000-0000-4000-8000-000000000000');
    await page
      .getByRole('alert')
      .getByText(/^A run that this link opens is not here/)
      .waitFor();
  });
});

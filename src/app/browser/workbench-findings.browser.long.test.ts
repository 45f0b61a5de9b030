/** Findings of the workbench: the calls through which a line came into the kernel, and advice that was tried. */
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';
import { CONFLICT, HALF_BLOCK, INLINED_CUDA, INLINED_RACE, ONE_BEYOND, RACE } from './fixtures/workbench-kernels.ts';
import { workbenchOn } from './fixtures/workbench-object.ts';

const visits = browserVisits();

async function ran(files: Readonly<Record<string, string>>) {
  const { page } = await visits.open('/workbench', {});
  await page.getByRole('heading', { level: 1 }).waitFor();
  const bench = workbenchOn(page);
  await bench.drop(files);
  await bench.editor.waitFor();
  await bench.runs();
  return { page, bench };
}

describe('a finding in an inlined function', () => {
  test('names the calls that lead there, and each leads to its line', async () => {
    const { page, bench } = await ran({ 'inlined.ptx': INLINED_RACE, 'inlined.cu': INLINED_CUDA });
    const finding = bench.findings.getByRole('list').first().locator('> li');
    await expect.poll(() => finding.count(), PATIENCE).toBe(1);
    const text = (await bench.found()).join(' ').replace(/\s+/g, ' ');
    expect(text).toContain('in exchange, called from inlined.cu:6 in outer, called from inlined.cu:10');
    for (const [place, code] of [
      ['inlined.cu:2', 's[threadIdx.x] = threadIdx.x;'],
      ['inlined.cu:6', 'return exchange(s);'],
      ['inlined.cu:10', 'outer(s);'],
    ]) {
      await finding.getByRole('button', { name: place, exact: true }).first().click();
      await expect.poll(() => bench.chosenLine.textContent(), PATIENCE).toContain(code);
    }
    expect(await faultsOf(page)).toEqual([]);
  });
});

describe('advice', () => {
  test('is tried, and the finding says whether it helps', async () => {
    const { bench } = await ran({ 'race.ptx': RACE });
    await bench.findings.getByText(/adding __syncthreads\(\) behind line 14 of the PTX makes it go/).waitFor(PATIENCE);
  });

  test('of costs is not: there is nothing to try', async () => {
    const { bench } = await ran({ 'column.ptx': CONFLICT });
    expect((await bench.found()).join(' ')).not.toContain('Tried');
  });
});

test('a fault that may come of the guessed block sets one that would do', async () => {
  const { page, bench } = await ran({ 'half-block.ptx': HALF_BLOCK });
  await bench.findings.getByText('The launch is guessed: blocks of 256 x 1 x 1.').first().waitFor(PATIENCE);
  const set = bench.findings.getByRole('button', { name: 'Set block to 128 x 1 x 1' }).first();
  await set.focus();
  await page.keyboard.press('Enter');
  await bench.runs();
  await bench.expectStanding(/Nothing wrong was found/);
  const form = page.getByRole('form', { name: 'Launch' });
  expect(await form.getByRole('textbox', { name: 'Block x' }).inputValue()).toBe('128');
});

test('a finding of a guessed launch says so, and sets the length that would do', async () => {
  const { page, bench } = await ran({ 'beyond.ptx': ONE_BEYOND });
  await bench.findings.getByText("The launch is guessed: n = 1000, 'out' has 1000 elements.").waitFor(PATIENCE);
  const set = bench.findings.getByRole('button', { name: 'Set length to 1,024' });
  await set.waitFor(PATIENCE);
  expect(await faultsOf(page)).toEqual([]);
  await set.click();
  await bench.expectStanding(/Changed since this run/);
  await bench.runs();
  await bench.findings.getByText('No findings').waitFor(PATIENCE);
});

/** The attention ladder's page: versions beside each other, their sources, and the parts below; all of it in the link. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { saved } from './fixtures/saved.ts';
import { PHONE, scrollsSideways } from './fixtures/standing.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

async function openLadder(search = '', options = {}) {
  const { page } = await visits.open(`/attention${search}`, options);
  await page.getByRole('heading', { level: 1, name: /^Attention/ }).waitFor(PATIENCE);
  return page;
}

const rail = (page: Page) => page.getByRole('complementary', { name: 'Parameters' });
const search = (page: Page) => Object.fromEntries(new URLSearchParams(page.url().split('?')[1] ?? ''));
const expectSearch = (page: Page, wanted: object) => expect.poll(() => search(page), PATIENCE).toEqual(wanted);

describe('the versions', () => {
  test('open on one tile of eight blocks, which the compiled kernel does in the same order', async () => {
    const page = await openLadder();
    await page.getByText('Model and emulation agree').waitFor(PATIENCE);
    await page.getByRole('region', { name: 'What overlap hides' }).getByText('measured').waitFor(PATIENCE);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('are chosen by keyboard, with the same numbers, and stand in the link', async () => {
    const page = await openLadder('?a=a3-specialized*headDim_64');
    await rail(page).getByLabel('Beside', { exact: true }).focus();
    await rail(page).getByLabel('Beside', { exact: true }).selectOption('a5-ping-pong');
    await expectSearch(page, { a: 'a3-specialized*headDim_64', b: 'a5-ping-pong*headDim_64' });
    await page
      .getByRole('heading', { level: 1, name: 'Attention 3: warp-specialised and Attention 5' })
      .waitFor(PATIENCE);
    await rail(page).getByLabel('Head dimension').selectOption('256');
    await expectSearch(page, { a: 'a3-specialized*headDim_256', b: 'a5-ping-pong*headDim_256' });
  });

  test('that are wrong on purpose are told apart', async () => {
    const page = await openLadder('?a=a5-ping-pong*headDim_64*no-first-pass');
    await page.getByText('Known wrong: version 5').waitFor(PATIENCE);
    await page.getByRole('cell', { name: 'differs' }).waitFor(PATIENCE);
  });
});

describe('below', () => {
  test('softmax goes on block by block, and a value is followed, in the link', async () => {
    const page = await openLadder();
    const steps = page.getByRole('region', { name: 'Online softmax', exact: true });
    await steps.getByRole('spinbutton').or(steps.getByRole('textbox')).first().fill('3');
    await steps.getByText('5 is larger than 2').waitFor(PATIENCE);
    await expectSearch(page, { step: '3' });
    const way = page.getByRole('region', { name: 'One value through both products' });
    await way.getByLabel('Key').first().fill('9');
    await way.getByText('warp 0, lane 0, sum 5 of that lane').waitFor(PATIENCE);
  });

  test('an element is chosen by keys in one tile, and is the chosen one of all', async () => {
    const page = await openLadder('?row=9&key=11');
    const operand = page.getByRole('application', { name: /P, the operand/ });
    await operand.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expectSearch(page, { row: '9', key: '12' });
    await page.getByText('warp 0, lane 6, sum 6 of that lane').waitFor(PATIENCE);
  });

  test('what one stumbles over is answered, and leads to where it is seen', async () => {
    const page = await openLadder();
    await page.getByRole('heading', { name: 'Why is it done so?' }).click();
    const answer = page.getByRole('region', { name: 'Why does everybody arrive first?' });
    await answer.getByRole('link', { name: 'version 5 without its first pass' }).click();
    await page.getByText('Known wrong: version 5').waitFor(PATIENCE);
    await expectSearch(page, { a: 'a5-ping-pong*headDim_64*no-first-pass' });
  });

  test('tables leave as files', async () => {
    const page = await openLadder();
    const [overlap, softmax] = [await saved(page, 'Overlap as CSV'), await saved(page, 'Online softmax as JSON')];
    expect(`${overlap.bytes}`).toContain('consumer 1: softmax of k1 runs under v0');
    expect(JSON.parse(`${softmax.bytes}`)).toHaveLength(4);
  });

  test('in the dark and on a phone nothing is amiss', async () => {
    const page = await openLadder('?b=a6-persistent&a=a4-overlap&under=measured', { colorScheme: 'dark' });
    await page.getByText('Model and emulation agree').waitFor(PATIENCE);
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expect.poll(() => scrollsSideways(page), PATIENCE).toBe(false);
    expect(await faultsOf(page)).toEqual([]);
  });
});

/** More of what a person sees when something breaks, beside `trouble.browser.test.ts`. */
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { locked, removeFiles, TOKEN, there, troubledPage } from './fixtures/troubled-page.ts';

const troubled = troubledPage();

test('a fault outside of a drawing is said above it, and the page goes on', async () => {
  const { page, notices } = await troubled.open('/no/such/page');
  await page.evaluate(() => void Promise.reject(new RangeError('too many rows')));
  await notices.getByText('RangeError: too many rows').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await notices.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect.poll(() => notices.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

describe('the server', () => {
  test('started anew, takes the new link in a window that is open', async () => {
    const api = { now: locked };
    const { page, notices } = await troubled.open(`token=${TOKEN}/layouts?op=coalesce`, api);
    await notices.getByText('The server was started anew.').waitFor();
    api.now = there;
    await page.evaluate(token => location.assign(`#token=${token}`), `${TOKEN}2`);
    await expect.poll(() => notices.count(), PATIENCE).toBe(0);
    expect(page.url()).toBe(`${troubled.url()}#/layouts?op=coalesce`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toContain('Nothing is drawn here');
  });

  test('is met by a window that was opened without it', async () => {
    const { page, exhibit } = await troubled.open('/banks/transpose');
    await exhibit.settled();
    await page.evaluate(token => location.assign(`#token=${token}`), TOKEN);
    await page.getByRole('button', { name: 'nvcc 99.1.7' }).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/banks\/transpose/);
  });

  test('away with the network: the emulator goes on', async () => {
    const { exhibit, context } = await troubled.open('/banks/transpose');
    await exhibit.settled();
    await context.setOffline(true);
    await exhibit.field('Padding').fill('2');
    await exhibit.expectWavefronts(['32', '2']);
  });
});

test('where files of a part are missing since an update, the rest goes on', async () => {
  const { page, exhibit, notices } = await troubled.open('/banks/transpose');
  await exhibit.settled();
  await removeFiles(page);
  await page.getByText('SASS', { exact: true }).click();
  await page.getByText('This part of the page could not be loaded.').waitFor();
  await notices.getByRole('button', { name: 'Reload' }).waitFor();
  expect(await exhibit.wavefronts('Emulated')).toEqual(['32', '1']);
});

test('a part that throws leaves the rest of its page', async () => {
  const { page, exhibit } = await troubled.open('/banks/transpose');
  await exhibit.settled();
  await page.evaluate(() => {
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (/^SASS of/.test(value)) throw new TypeError('no such line');
      setAttribute.call(this, name, value);
    };
  });
  await page.getByText('SASS', { exact: true }).click();
  const part = page.getByRole('alert');
  await part.getByText('TypeError: no such line').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await exhibit.wavefronts('Emulated')).toEqual(['32', '1']);
});

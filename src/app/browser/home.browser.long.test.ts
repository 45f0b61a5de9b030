/** The toy on the start page: it plays once, its edge is dragged by mouse and keys, and it leads to the real kernel. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { exhibitOn, PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const toy = (page: Page) => page.getByRole('region', { name: 'Doors of shared memory' });
const edge = (page: Page) => toy(page).getByRole('slider');
const said = (page: Page) => edge(page).getAttribute('aria-valuetext');

describe('the toy', () => {
  test('plays a row, then a column, and rests', async () => {
    const { page } = await visits.open('/');
    await toy(page).getByText('Eight lanes read row 2').waitFor();
    await expect.poll(() => toy(page).getByText('Trip 8 of 8').count(), PATIENCE).toBe(1);
    await toy(page).getByRole('button', { name: 'Play' }).waitFor();
  });

  test('stands still where motion is not wanted', async () => {
    const { page } = await visits.open('/', { reducedMotion: 'reduce' });
    await toy(page).getByText('Trip 8 of 8').waitFor();
    expect(await toy(page).getByRole('button', { name: 'Play' }).count()).toBe(1);
  });

  test('has an edge for mouse and keys, and leads to the transpose in the same state', async () => {
    const { page } = await visits.open('/', { reducedMotion: 'reduce' });
    const box = await boxOf(edge(page));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 34, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => said(page)).toBe('9 words a row, 1 trip');
    await edge(page).press('ArrowRight');
    expect(await said(page)).toBe('10 words a row, 2 trips');
    await edge(page).press('End');
    expect(await said(page)).toBe('16 words a row, 8 trips');
    await edge(page).press('Home');
    await edge(page).press('ArrowRight');
    await toy(page).getByRole('link', { name: 'Now with 32' }).click();
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    expect(await exhibit.wavefronts('Emulated')).toEqual(['32', '1']);
  });
});

test('Skip to the picture leads to the edge of the toy', async () => {
  const { page } = await visits.open('/', { reducedMotion: 'reduce' });
  await toy(page).getByText('Trip 8 of 8').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  expect(await said(page)).toBe('9 words a row, 1 trip');
});

test('the field of the door opens Find', async () => {
  const { page } = await visits.open('/', { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'A word or a question' }).click();
  await page.getByRole('dialog', { name: 'Find a picture' }).getByRole('combobox').fill('bank conflict');
});

test('on a phone the three doors stand in one row below the toy, in sight', async () => {
  const { page } = await visits.open('/', { reducedMotion: 'reduce', viewport: { width: 390, height: 844 } });
  const doors = page.getByRole('navigation', { name: 'Ways on' });
  await toy(page).getByText('Trip 8 of 8').waitFor();
  const boxes = await Promise.all(
    [/^Learn/, /^Look up/, /^Check/].map(name =>
      boxOf(doors.getByRole(name.source === '^Look up' ? 'button' : 'link', { name })),
    ),
  );
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
  for (const { y, width, height } of boxes) {
    expect([Math.round(width / 2), Math.round(height)]).toEqual([57, 72]);
    expect(y + height).toBeLessThanOrEqual(844);
  }
  expect(await faultsOf(page)).toEqual([]);
  await doors.getByRole('button', { name: /^Look up/ }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('questions');
});

test('one goes to the glossary by ?', async () => {
  const { page } = await visits.open('/runs');
  await page.getByRole('heading', { level: 1, name: 'Runs and builds' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('searchbox').fill('bank conflict');
  await page.getByText('two lanes of a phase that want different words of one bank').waitFor();
});

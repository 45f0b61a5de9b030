/** The gallery and the way through it: every entry is drawn, and every link leads to what it promises. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { changedSince, coloursOf, exhibitOn, PATIENCE, pixelsOf } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const cards = (page: Page): Locator => page.getByRole('region', { name: 'Pictures' }).getByRole('listitem');

async function allPictures(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^All \d+ pictures$/ }).click();
}

const nowhere = (page: Page): Promise<number> => page.getByRole('heading', { name: 'Nothing is drawn here' }).count();

describe('the gallery', () => {
  test('draws every entry', async () => {
    const { page } = await visits.open('/');
    await allPictures(page);
    const count = await cards(page).count();
    expect(count).toBeGreaterThan(15);
    for (let at = 0; at < count; at++) {
      const card = cards(page).nth(at);
      await card.scrollIntoViewIfNeeded();
      const title = await card.getByRole('heading').textContent();
      await expect
        .poll(() => coloursOf(card.locator('canvas')), { ...PATIENCE, message: `${title}` })
        .toBeGreaterThan(5);
    }
  });

  test('links only to what exists', async () => {
    const { page } = await visits.open('/');
    await allPictures(page);
    const links = await cards(page)
      .getByRole('link')
      .evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href));
    for (const link of links) {
      await page.goto(link);
      await page.locator('main figure canvas').first().waitFor();
      expect(await nowhere(page), link).toBe(0);
      if (!link.includes('/banks/')) continue;
      await exhibitOn(page).settled();
      expect(await page.getByRole('alert').count(), link).toBe(0);
    }
  });

  test('has questions, each answered on one screen', async () => {
    const { page } = await visits.open('/');
    const questions = page.getByRole('region', { name: 'Questions' });
    for (const level of ['At work', 'Expert']) await questions.getByRole('heading', { name: level }).click();
    const links = await questions
      .getByRole('link')
      .evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href));
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) {
      await page.goto(link);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await nowhere(page), link).toBe(0);
    }
    await page.goto(links.find(link => link.includes('base=256'))!);
    await page.getByText(/^2 lines of 128 B off the repeat of 1,024 B/).waitFor();
    await page.goto(links.find(link => link.includes('box=128.64'))!);
    await page.getByRole('button', { name: 'Use 64' }).first().waitFor();
  });

  test('has a page for what is not there', async () => {
    const { page } = await visits.open('/picture/none');
    for (const address of ['/picture/none', '/banks/none', '/no/such/page']) {
      await page.goto(`${visits.url()}#${address}`);
      await expect.poll(() => nowhere(page), PATIENCE).toBe(1);
    }
    await page.getByRole('main').getByRole('link', { name: 'gallery' }).click();
    await cards(page).first().waitFor();
  });
});

describe('the find dialog', () => {
  test('finds by words and opens by keyboard', async () => {
    const { page } = await visits.open('/runs');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('padded');
    const options = page.getByRole('dialog').getByRole('option');
    await options.first().waitFor();
    expect(await options.first().textContent()).toContain('one pad word');
    expect(await options.count()).toBeGreaterThan(1);
    await page.keyboard.press('ArrowDown');
    expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const exhibit = exhibitOn(page);
    await exhibit.expectSearch({ v: 'padded' });
    await exhibit.settled();
    expect(await exhibit.wavefronts('Emulated')).toEqual(['1']);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('finds an answer by the words of its question', async () => {
    const { page } = await visits.open('/');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.keyboard.type('tma scrambled base');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Swizzle/ }).waitFor();
    expect(page.url()).toContain('base=256');
  });

  test('says when it finds nothing', async () => {
    const { page } = await visits.open('/');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.keyboard.type('qqqq');
    await page.getByText('Nothing matches these words.').waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
  });
});

describe('a picture of 256 x 256', () => {
  test('zooms by wheel and by keys, and fits again', async () => {
    const { page } = await visits.open('/picture/tile-256');
    const picture = page.getByRole('application').first();
    const canvas = picture.locator('canvas');
    await canvas.waitFor();
    await page.mouse.move(0, 0);
    const fitted = await pixelsOf(canvas);
    expect(await coloursOf(canvas)).toBeGreaterThan(30);
    const seen = async () => {
      await canvas.hover({ position: { x: 120, y: 120 } });
      await page.getByText(/^element \d+ = /).waitFor();
      return page.locator('[class*=lens] strong').textContent();
    };
    const before = await seen();
    for (let i = 0; i < 3; i++) await page.mouse.wheel(0, -400);
    await expect.poll(() => changedSince(canvas, fitted), PATIENCE).not.toBeNull();
    await page.mouse.move(0, 0);
    await picture.press('0');
    await page.keyboard.press('Escape');
    await expect.poll(() => changedSince(canvas, fitted), PATIENCE).toBeNull();
    for (let i = 0; i < 6; i++) await page.keyboard.press('+');
    await expect.poll(() => changedSince(canvas, fitted), PATIENCE).not.toBeNull();
    expect(await seen()).not.toBe(before);
    await page.mouse.move(0, 0);
    await picture.press('-');
    await picture.press('0');
    await page.keyboard.press('Escape');
    await expect.poll(() => changedSince(canvas, fitted), PATIENCE).toBeNull();
  });
});

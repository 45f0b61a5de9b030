/** The transport and the page's keys: the playhead is scrubbed, stepped and played, and nothing needs a mouse. */

import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { changedSince, exhibitOn, PATIENCE, pixelsOf, saidIn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

async function openExhibit(search = '', options: BrowserContextOptions = {}) {
  const { page } = await visits.open(`/banks/transpose${search}`, options);
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  const position = exhibit.transport.locator('p').first();
  const stands = (words: string) => expect.poll(() => saidIn(position), PATIENCE).toContain(words);
  return { page, exhibit, stands };
}

/** Every text that an element shows from now on, in order. */
const watchTexts = (page: Page, selector: string): Promise<void> =>
  page.evaluate(where => {
    const element = document.querySelector(where) as HTMLElement;
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => seen.push(element.textContent ?? '')).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, selector);

const seenTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { readonly seen: string[] }).seen);

describe('playing', () => {
  test('runs through every wavefront once and stops', async () => {
    const { page, exhibit } = await openExhibit('?v=padded&pad=4');
    await watchTexts(page, '[aria-label=Transport] strong');
    await page.keyboard.press(' ');
    await exhibit.transport.getByRole('button', { name: 'Pause' }).waitFor();
    await exhibit.transport.getByRole('button', { name: 'Play' }).waitFor();
    expect(await seenTexts(page)).toEqual([0, 1, 2, 3, 4].map(n => `Wavefront ${n}`));
  });

  test('pauses where it is', async () => {
    const { exhibit, stands, page } = await openExhibit();
    await exhibit.transport.getByRole('button', { name: 'Play' }).click();
    await stands('Wavefront 2 of 32');
    await exhibit.transport.getByRole('button', { name: 'Pause' }).click();
    await exhibit.transport.getByRole('button', { name: 'Play' }).waitFor();
    const paused = await saidIn(exhibit.transport);
    // The link follows a playhead that rests, and only then.
    await expect.poll(() => exhibit.search().at, PATIENCE).toBe(/Wavefront (\d+)/.exec(paused)?.[1]);
    expect(await saidIn(exhibit.transport)).toBe(paused);
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  });

  test('is stepping where less motion is wanted', async () => {
    const { page, exhibit, stands } = await openExhibit('', { reducedMotion: 'reduce' });
    for (const n of [1, 2, 3]) {
      await exhibit.transport.getByRole('button', { name: 'Play' }).click();
      await stands(`Wavefront ${n} of 32`);
    }
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  });
});

describe('stepping', () => {
  test('by keys and by buttons, within the track', async () => {
    const { page, exhibit, stands } = await openExhibit();
    const all = await pixelsOf(exhibit.canvas('A', 'Bank map'));
    for (const [key, n] of [
      ['Home', 0],
      ['ArrowLeft', 0],
      ['ArrowRight', 1],
      ['.', 2],
      ['.', 3],
      [',', 2],
      ['ArrowLeft', 1],
      ['End', 32],
      ['ArrowRight', 32],
      ['ArrowLeft', 31],
    ] as const) {
      await page.keyboard.press(key);
      await stands(`Wavefront ${n} of 32`);
    }
    await exhibit.transport.getByRole('button', { name: 'One wavefront back' }).click();
    await stands('Wavefront 30 of 32');
    await exhibit.transport.getByRole('button', { name: 'One wavefront on' }).click();
    await stands('Wavefront 31 of 32');
    expect(await changedSince(exhibit.canvas('A', 'Bank map'), all)).not.toBeNull();
    expect(await saidIn(exhibit.transport)).toContain('A lane 30 → bank 0 at 0x0F00 · B finished after 1');
    await page.keyboard.press('End');
    await stands('Wavefront 32 of 32');
    await page.mouse.move(0, 0);
    await expect.poll(() => changedSince(exhibit.canvas('A', 'Bank map'), all), PATIENCE).toBeNull();
  });

  test('from access to access, and no further than the last', async () => {
    const { page, exhibit, stands } = await openExhibit();
    for (const [key, words] of [
      ['ArrowUp', 'access 1 of 32, warp 0'],
      ['ArrowDown', 'access 2 of 32, warp 1'],
      ['ArrowDown', 'access 3 of 32, warp 2'],
      ['ArrowUp', 'access 2 of 32, warp 1'],
    ] as const) {
      await page.keyboard.press(key);
      await stands(words);
    }
    await exhibit.expectSearch({ warp: '1' });
    await exhibit.choice('Warp').selectOption('31');
    await exhibit.transport.getByRole('button', { name: 'Next access' }).click();
    await stands('access 32 of 32, warp 31');
  });
});

describe('scrubbing', () => {
  test('by mouse, with one drag', async () => {
    const { page, exhibit, stands } = await openExhibit();
    const track = await boxOf(exhibit.transport.getByRole('img', { name: /Wavefronts by variant/ }));
    // Letters stand before the cells, 6 px are free behind them (`wavefront-track/draw.ts`).
    const [x, pitch] = [track.x + 16, (track.width - 22) / 32];
    await page.mouse.move(x + 3.5 * pitch, track.y + 10);
    await page.mouse.down();
    await stands('Wavefront 4 of 32');
    await page.mouse.move(x + 19.5 * pitch, track.y + 40);
    await stands('Wavefront 20 of 32');
    await page.mouse.move(x - 300, track.y);
    await stands('Wavefront 0 of 32');
    await page.mouse.move(x + 9.5 * pitch, track.y);
    await page.mouse.up();
    await stands('Wavefront 10 of 32');
    await page.mouse.move(x + 25 * pitch, track.y + 10);
    await exhibit.expectSearch({ at: '10' });
    await stands('Wavefront 10 of 32');
  });

  test('by the slider of the keyboard, which says where it is', async () => {
    const { page, exhibit, stands } = await openExhibit();
    const slider = exhibit.transport.getByRole('slider', { name: 'Wavefront' });
    await slider.focus();
    await page.keyboard.press('Home');
    await stands('Wavefront 0 of 32');
    await page.keyboard.press('ArrowRight');
    await stands('Wavefront 1 of 32');
    expect(await slider.getAttribute('aria-valuetext')).toBe('wavefront 1 of 32');
    await page.keyboard.press('End');
    await stands('Wavefront 32 of 32');
  });
});

describe('keys of the page', () => {
  test('a letter shows one variant alone, and all again', async () => {
    const { page } = await openExhibit('?v=naive,tiled,padded,xor');
    const shown = () =>
      page
        .getByRole('region', { name: /^Variant [A-D]:/ })
        .evaluateAll(all => all.map(region => region.getAttribute('aria-label')?.[8]).join(''));
    expect(await shown()).toBe('ABCD');
    for (const [key, letters] of [
      ['b', 'B'],
      ['d', 'D'],
      ['d', 'ABCD'],
      ['a', 'A'],
      ['c', 'C'],
      ['c', 'ABCD'],
    ]) {
      await page.keyboard.press(key);
      await expect.poll(shown, PATIENCE).toBe(letters);
    }
  });

  test('P is for presenting', async () => {
    const { page } = await openExhibit();
    await page.keyboard.press('p');
    await page.getByRole('banner').waitFor({ state: 'hidden' });
    await page.getByRole('complementary', { name: 'Parameters' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('p');
    await page.getByRole('banner').waitFor();
  });

  test('before an audience, page keys step, and pointer and transport go out of sight', async () => {
    const { page } = await openExhibit();
    const transport = page.getByRole('region', { name: 'Transport' });
    const isAt = (wavefront: number) => transport.getByText(`Wavefront ${wavefront}`, { exact: true }).waitFor();
    await isAt(32);
    await page.keyboard.press('PageDown');
    await isAt(32);
    await page.keyboard.press('p');
    for (const [key, wavefront] of [
      ['PageDown', 1],
      ['PageDown', 2],
      ['PageUp', 1],
    ] as const) {
      await page.keyboard.press(key);
      await isAt(wavefront);
    }
    const sight = () =>
      transport.evaluate(bar => [
        getComputedStyle(bar).opacity,
        getComputedStyle(document.querySelector('h2')!).cursor,
      ]);
    await expect.poll(sight, PATIENCE).toEqual(['0', 'none']);
    await page.keyboard.press('PageDown');
    await expect.poll(sight, PATIENCE).toEqual(['1', 'none']);
    await page.mouse.move(300, 300);
    await expect.poll(sight, PATIENCE).toEqual(['1', 'auto']);
  });

  test('/ finds, Escape closes; in a field both are text', async () => {
    const { page, exhibit } = await openExhibit();
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog', { name: 'Find a picture' });
    await dialog.waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByRole('region', { name: /^Variant [AB]:/ }).count()).toBe(2);
    await exhibit.field('Rows').press('/');
    expect(await exhibit.field('Rows').inputValue()).toContain('/');
    expect(await dialog.isVisible()).toBe(false);
  });
});

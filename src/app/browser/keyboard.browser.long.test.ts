/** The whole exhibit by keyboard alone: every stop in its place, in sight and visibly focused, and none a trap. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { exhibitOn, PATIENCE, saidIn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

async function openExhibit(search = '') {
  const { page } = await visits.open(`/banks/transpose${search}`);
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  // The measured column comes late, and brings stops of its own.
  await page.getByRole('button', { name: 'Run on the GPU' }).waitFor();
  return { page, exhibit };
}

interface Stop {
  readonly name: string;
  /** The landmark or region around it. */
  readonly part: string;
  readonly isOutlined: boolean;
  readonly isInSight: boolean;
}

const PARTS = ['banner', 'Parameters', 'stage', 'Source', 'Evidence', 'Transport'];

/** The element with the focus; null for the page itself. */
const focused = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    const within = (selector: string) => element.closest(selector) ?? element.querySelector(selector);
    const label = ['Parameters', 'Source', 'Evidence', 'Transport'].find(part => within(`[aria-label=${part}]`));
    const part = label ?? (within('main') ? 'stage' : 'banner');
    // A hidden radio or slider shows its focus on the drawing that stands for it.
    const near = [element, element.parentElement, element.parentElement?.parentElement];
    const isOutlined = near.some(e => {
      const style = e && getComputedStyle(e);
      return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
    });
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isInSight = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return { name: `${element.tagName} ${element.id} ${name}`, part, isOutlined, isInSight };
  });

async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (stop === null || (stops.length > 0 && stop.name === stops[0].name)) return stops;
    stops.push(stop);
  }
  throw new Error(`the focus does not come round: ${stops.at(-1)?.name}`);
}

/** Parts below the window come with the first Tab. A tester's keys are faster than their code arrives. */
async function everyPart(page: Page): Promise<void> {
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true })));
  await page.getByRole('slider', { name: /^Wavefronts by pitch/ }).waitFor();
  const drawn = (name: RegExp) => page.getByRole('application', { name }).count();
  await expect.poll(() => drawn(/^Punch card/), PATIENCE).toBe(await drawn(/^Bank map/));
}

describe('the tabulator', () => {
  test('goes through all parts in their order, always in sight', async () => {
    const { page } = await openExhibit();
    await everyPart(page);
    const stops = await tabThrough(page);
    expect(stops.length).toBeGreaterThan(40);
    expect(stops.filter(stop => !stop.isOutlined).map(stop => stop.name)).toEqual([]);
    expect(stops.filter(stop => !stop.isInSight).map(stop => stop.name)).toEqual([]);
    const parts = stops.map(stop => stop.part).filter((part, at, all) => part !== all[at - 1]);
    expect(parts).toEqual(PARTS);
    const pictures = stops.filter(stop => stop.name.includes('Arrow keys move'));
    expect(pictures.filter(({ part }) => part === 'stage')).toHaveLength(6);
    expect(pictures.filter(({ part }) => part === 'Evidence')).toHaveLength(1);
  });

  test('goes back the same way', async () => {
    const { page } = await openExhibit('?v=xor');
    await everyPart(page);
    const forth = await tabThrough(page);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const back: string[] = [];
    for (const _ of forth) {
      await page.keyboard.press('Shift+Tab');
      back.push((await focused(page))?.name ?? '');
    }
    expect(back.reverse()).toEqual(forth.map(stop => stop.name));
  });

  test('may skip what stands before the picture', async () => {
    const { page } = await openExhibit();
    await page.keyboard.press('Tab');
    expect((await focused(page))?.name).toContain('Skip to the picture');
    await page.keyboard.press('Enter');
    expect((await focused(page))?.name).toContain('Tile:');
  });
});

describe('a picture with the focus', () => {
  test('has a cursor that is announced, linked, pinned and cleared', async () => {
    const { page, exhibit } = await openExhibit();
    await exhibit.surface('B', 'Tile').focus();
    const live = exhibit.picture('B', 'Tile').locator('[aria-live]');
    const announced = (words: string) => expect.poll(() => live.textContent(), PATIENCE).toContain(words);
    await page.keyboard.press('ArrowRight');
    await announced('row 0, column 0; word 0 = 0·33 + 0');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await announced('row 9, column 1; word 298 = 9·33 + 1; 0x04A8 → bank 10');
    await page.keyboard.press('Enter');
    await exhibit.expectSearch({ pin: '9.1' });
    await page.keyboard.press('Escape');
    await expect.poll(() => exhibit.search().pin, PATIENCE).toBeUndefined();
    await announced('');
    expect(await saidIn(exhibit.transport)).toContain('Wavefront 32 of 32');
  });

  test('goes on from what is pinned', async () => {
    const { page, exhibit } = await openExhibit('?pin=10.5');
    for (const [title, words] of [
      ['Bank map', 'row 10, column 6'],
      ['Tile', 'row 10, column 7'],
    ] as const) {
      await exhibit.surface('A', title).focus();
      await page.keyboard.press('ArrowRight');
      const live = exhibit.picture('A', title).locator('[aria-live]');
      await expect.poll(() => live.textContent(), PATIENCE).toContain(words);
    }
  });

  test('the pitch sweep says what each pitch costs, and Enter takes one', async () => {
    const { page, exhibit } = await openExhibit();
    await page.getByRole('heading', { name: 'Pitch sweep' }).scrollIntoViewIfNeeded();
    const sweep = page.getByRole('slider', { name: /^Wavefronts by pitch/ });
    await sweep.focus();
    expect(await sweep.getAttribute('aria-valuetext')).toBe('32 elements: 32 wavefronts');
    for (const _ of [1, 2]) await page.keyboard.press('ArrowRight');
    expect(await sweep.getAttribute('aria-valuetext')).toBe('34 elements: 2 wavefronts');
    await page.keyboard.press('Enter');
    await exhibit.expectSearch({ pad: '2' });
  });

  test('lets the page have its other keys', async () => {
    const { page, exhibit } = await openExhibit();
    await exhibit.surface('A', 'Bank map').focus();
    await page.keyboard.press('Home');
    await expect.poll(() => saidIn(exhibit.transport), PATIENCE).toContain('Wavefront 0 of 32');
    await page.keyboard.press('b');
    await page.getByRole('region', { name: 'Variant A:' }).waitFor({ state: 'detached' });
  });
});

describe('everything that opens', () => {
  test('the export menu opens, and gives the focus back', async () => {
    const { page } = await openExhibit();
    const opener = page.getByRole('button', { name: 'Export' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: /Pictures as SVG/ });
    await item.waitFor();
    await expect.poll(async () => (await focused(page))?.name, PATIENCE).toContain('Pictures as SVG');
    await page.keyboard.press('Escape');
    await item.waitFor({ state: 'hidden' });
    expect((await focused(page))?.name).toContain('Export');
  });

  test('what is typed before the find dialog is there stands in it, and is no key of the page', async () => {
    const { page } = await openExhibit();
    await page.route('**/find-dialog*.js', async route => {
      await new Promise(resolve => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.keyboard.press('/');
    await page.keyboard.type('padded ');
    const field = page.getByRole('combobox', { name: 'Find a picture' });
    await field.waitFor();
    await page.keyboard.type('tile');
    await expect.poll(() => field.inputValue(), PATIENCE).toBe('padded tile');
    expect(await page.locator('[data-presenter]').count()).toBe(0);
  });

  test.each([0, 5, 15, 30, 45, 60])('no letter is lost while it comes: one every %i ms', async delay => {
    const { page } = await visits.open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('swizzle of a tile', { delay });
    const field = page.getByRole('combobox', { name: 'Find a picture' });
    await expect.poll(() => field.inputValue(), PATIENCE).toBe('swizzle of a tile');
  });

  test('Escape gives the find dialog up before it is there', async () => {
    const { page } = await visits.open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const arrived = page.waitForResponse(/find-dialog.*\.js/);
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await arrived;
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('combobox', { name: 'Find a picture' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('the find dialog keeps the focus inside, and gives it back', async () => {
    const { page } = await openExhibit();
    await page.getByRole('button', { name: 'Find' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Find a picture' });
    await dialog.waitFor();
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).not.toBeNull();
      expect(await page.evaluate(() => document.querySelector('header')?.contains(document.activeElement))).toBe(false);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await focused(page))?.name).toContain('Find');
  });

  test('the text table of a picture opens by key and scrolls by key', async () => {
    const { page, exhibit } = await openExhibit();
    await exhibit.picture('A', 'Tile').getByRole('button', { name: 'Read Tile as table' }).press('Enter');
    const table = exhibit.picture('A', 'Tile').getByRole('table');
    await table.waitFor();
    expect(await table.locator('tbody tr').count()).toBe(32);
    await page.keyboard.press('Tab');
    expect((await focused(page))?.isInSight).toBe(true);
  });
});

describe('what the focus stood on goes', () => {
  test('so a control beside it has the focus, or the page', async () => {
    const { page } = await openExhibit();
    const nameAfter = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).press('Enter');
      await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
      await expect.poll(() => focused(page), PATIENCE).not.toBeNull();
      return (await focused(page))?.name;
    };
    expect(await nameAfter('Remove variant A, Tiled')).toContain('Variant A');
    expect(await nameAfter('Quiz me')).toMatch(/^MAIN main/);
  });

  test('but a focus that left by itself stays away', async () => {
    const { page } = await openExhibit();
    const opener = page.getByRole('button', { name: 'Remove variant A, Tiled' });
    await opener.focus();
    await opener.blur();
    await page.keyboard.press('b');
    await page.getByRole('region', { name: 'Variant A:' }).waitFor({ state: 'detached' });
    expect(await focused(page)).toBeNull();
  });
});

describe('keys that scroll', () => {
  const scrolled = (page: Page) => page.locator('main').evaluate(main => main.scrollTop);

  test('scroll the page from anywhere, since its frame does not scroll', async () => {
    const { page } = await visits.open('/glossary');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('PageDown');
    await expect.poll(() => scrolled(page), PATIENCE).toBeGreaterThan(500);
    await page.getByRole('link', { name: 'Learn' }).focus();
    await page.keyboard.press('PageUp');
    await expect.poll(() => scrolled(page), PATIENCE).toBe(0);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => scrolled(page), PATIENCE).toBe(40);
    await page.keyboard.press('End');
    await expect.poll(() => scrolled(page), PATIENCE).toBeGreaterThan(2000);
    await page.keyboard.press('Home');
    await expect.poll(() => scrolled(page), PATIENCE).toBe(0);
  });

  test('are those of who has the focus: a field, or what is played', async () => {
    const { page } = await visits.open('/glossary');
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    expect(await scrolled(page)).toBe(0);
    const { page: played, exhibit } = await openExhibit();
    await played.keyboard.press('Home');
    await expect.poll(() => saidIn(exhibit.transport), PATIENCE).toContain('Wavefront 0 of 32');
  });
});

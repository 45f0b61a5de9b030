/** Each part of the kit by keyboard, on the page that shows them all. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const kit = async () => (await visits.open('/kit')).page;

const errors = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });

describe('a number field', () => {
  test('steps, says what is wrong when it is left, and gives up', async () => {
    const page = await kit();
    const padding = page.getByRole('textbox', { name: 'Padding', exact: true });
    await padding.press('Shift+ArrowUp');
    expect(await padding.inputValue()).toBe('11');
    await padding.fill('99');
    await padding.press('Tab');
    await errors(page, 'Padding: a whole number from 0 to 33 (elements)').waitFor();
    expect(await padding.getAttribute('aria-invalid')).toBe('true');
    await padding.press('Escape');
    expect(await padding.inputValue()).toBe('11');
    expect(await errors(page, 'Padding').count()).toBe(0);
  });

  test('goes back by its button, and its slider follows', async () => {
    const page = await kit();
    const pitch = page.getByRole('textbox', { name: 'Pitch' });
    await page.getByRole('button', { name: 'Pitch: back to 1' }).press('Enter');
    expect(await pitch.inputValue()).toBe('1');
    await page.getByRole('slider', { name: 'Pitch, elements' }).press('ArrowRight');
    expect(await pitch.inputValue()).toBe('2');
  });

  test('that is off says why and takes no focus', async () => {
    const page = await kit();
    const stages = page.getByRole('textbox', { name: 'Stages' });
    expect(await stages.isDisabled()).toBe(true);
    expect(await page.getByTitle('The link locks it').filter({ has: stages }).count()).toBe(1);
  });
});

describe('a table', () => {
  const table = (page: Page, name: string) => page.getByRole('table', { name });

  test('is sorted by its heads: up, down, as the rows come', async () => {
    const page = await kit();
    const sorted = table(page, 'Sorted stores');
    const names = () => sorted.getByRole('rowheader').allInnerTexts();
    const head = sorted.getByRole('columnheader', { name: 'ns' });
    await head.getByRole('button').press('Enter');
    expect(await names()).toEqual(['xor', 'padded', 'tiled', 'coarsened']);
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.getByRole('button').press('Enter');
    expect(await names()).toEqual(['tiled', 'padded', 'xor', 'coarsened']);
    await head.getByRole('button').press('Enter');
    expect(await names()).toEqual(['tiled', 'padded', 'xor', 'coarsened']);
    expect(await head.getAttribute('aria-sort')).toBe(null);
  });

  test('has rows that are gone through by arrows, and chosen by Enter or a click anywhere', async () => {
    const page = await kit();
    const stores = table(page, 'Chosen store');
    const chosen = () => stores.getByRole('button', { pressed: true }).allInnerTexts();
    await stores.getByRole('button', { name: 'padded' }).press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await chosen()).toEqual(['xor']);
    for (const key of ['End', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    expect(await chosen()).toEqual(['tiled']);
    await stores.getByRole('cell', { name: '2,169' }).click();
    expect(await chosen()).toEqual(['padded']);
  });

  test('that is a list brings the chosen row into sight', async () => {
    const page = await kit();
    const box = page.getByRole('group', { name: 'Many stores' });
    await table(page, 'Many stores').getByRole('button', { name: 'v0', exact: true }).press('End');
    await page.keyboard.press('Enter');
    expect(await box.evaluate(element => element.scrollTop)).toBeGreaterThan(100);
  });

  test('whose first rows alone are in sight shows the next ones', async () => {
    const page = await kit();
    const rows = table(page, 'First stores').locator('tbody tr');
    await expect.poll(() => rows.count(), PATIENCE).toBe(2);
    await page.getByRole('button', { name: 'Show 1 more of 2' }).press('Enter');
    await page.getByRole('button', { name: 'Show 1 more of 1' }).press('Enter');
    await expect.poll(() => rows.count(), PATIENCE).toBe(4);
    expect(await page.getByRole('button', { name: /more of/ }).count()).toBe(0);
  });
});

describe('a box that scrolls', () => {
  test('is reached by keyboard while there is something to scroll', async () => {
    const page = await kit();
    const stop = (name: string) => page.getByRole('region', { name }).getAttribute('tabindex');
    await expect.poll(() => stop('Box without room'), PATIENCE).toBe('0');
    expect(await stop('Box with room')).toBe(null);
  });
});

describe('a text field', () => {
  test('keeps wrong text with its reason until Escape', async () => {
    const page = await kit();
    const shape = page.getByRole('textbox', { name: 'Shape', exact: true });
    await shape.fill('32,x');
    await shape.press('Enter');
    await errors(page, 'Shape: numbers with commas between them').waitFor();
    expect(await shape.inputValue()).toBe('32,x');
    await shape.press('Escape');
    expect(await shape.inputValue()).toBe('32,8');
  });

  test('that the page refuses says the page’s reason', async () => {
    const page = await kit();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('two words');
    await errors(page, 'Name: a name without spaces').waitFor();
    await name.fill('words');
    expect(await errors(page, 'Name').count()).toBe(0);
  });
});

describe('a choice', () => {
  test('moves by arrows, and Tab comes to it once', async () => {
    const page = await kit();
    const row = page.getByRole('radiogroup', { name: 'Swizzle of the row' });
    await page.getByRole('radiogroup', { name: 'Direction' }).getByRole('radio', { name: 'Load' }).press('Tab');
    expect(await row.getByRole('radio', { name: 'none' }).evaluate(radio => radio === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press('ArrowRight');
    expect(await row.getByRole('radio', { name: '32 B', exact: true }).isChecked()).toBe(true);
  });

  test('in a list goes by its first letters, and Space ticks a box', async () => {
    const page = await kit();
    const swizzle = page.getByRole('combobox', { name: 'Swizzle' });
    await swizzle.press('1');
    expect(await swizzle.inputValue()).toBe('128 B');
    const box = page.getByRole('checkbox', { name: 'Persistent' });
    await box.press(' ');
    expect(await box.isChecked()).toBe(true);
  });
});

describe('a copy button', () => {
  test('says that it copied', async () => {
    const { page, context } = await visits.open('/kit');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy text' }).press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('(32,8):(8,1)');
    await page.getByRole('button', { name: 'Copy text' }).waitFor();
  });

  test('says that the browser refused', async () => {
    const page = await kit();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await page.getByRole('button', { name: 'Copy text' }).press('Enter');
    await page.getByRole('button', { name: 'The browser does not allow copying here' }).waitFor();
    await page.getByRole('button', { name: 'Copy layout' }).press('Enter');
    await page.getByRole('alert').filter({ hasText: 'The browser does not allow copying here' }).waitFor();
  });
});

describe('a menu', () => {
  const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
  const opened = async (page: Page, name: string, key: string) => {
    await page.getByRole('button', { name }).press(key);
    await page.getByRole('menu', { name }).waitFor();
  };
  const expectFocus = (page: Page, text: string) =>
    expect.poll(() => focusedText(page), PATIENCE).toMatch(new RegExp(`^${text}`));

  test('opens at its beginning or its end, and moves by arrows, Home, End and letters', async () => {
    const page = await kit();
    await opened(page, 'Order of cells', 'ArrowUp');
    await expectFocus(page, 'Column swizzled');
    for (const [key, text] of [
      ['ArrowDown', 'Row'],
      ['ArrowUp', 'Column swizzled'],
      ['Home', 'Row'],
      ['t', 'Tile'],
      ['End', 'Column swizzled'],
      ['c', 'Column as'],
      ['c', 'Column swizzled'],
      ['Home', 'Row'],
      ['c', 'Column as'],
    ]) {
      await page.keyboard.press(key);
      await expectFocus(page, text);
    }
    await page.keyboard.press('Enter');
    await page.getByLabel('Picked of Order of cells').getByText('Column').waitFor();
    await expectFocus(page, 'Order of cells');
  });

  test('gives the focus back at Escape, and goes on at Tab', async () => {
    const page = await kit();
    await opened(page, 'Order of cells', 'Enter');
    await expectFocus(page, 'Row');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await expectFocus(page, 'Order of cells');
    await opened(page, 'Order of cells', 'ArrowDown');
    await expectFocus(page, 'Row');
    await page.keyboard.press('Tab');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await expectFocus(page, 'Only one');
  });

  test('closes at a click outside, and one that is off stays shut', async () => {
    const page = await kit();
    await opened(page, 'Amounts', 'Enter');
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: 'Presets' }).isDisabled()).toBe(true);
  });

  test.each([
    ['the foot', 'end'],
    ['the head', 'start'],
  ] as const)('stays within the window at %s of it', async (_, block) => {
    const { page } = await visits.open('/kit', { viewport: { width: 390, height: 844 } });
    for (const name of ['Start at', 'Amounts']) {
      const opener = page.getByRole('button', { name });
      await opener.evaluate((button, block) => button.scrollIntoView({ block }), block);
      await opener.click();
      const menu = page.getByRole('menu', { name });
      await menu.waitFor();
      const { x, y, width, height } = await boxOf(menu);
      expect([x >= 0, y >= 0, x + width <= 390, y + height <= 844], `${name} ${x} ${y} ${width} ${height}`).toEqual([
        true,
        true,
        true,
        true,
      ]);
      expect(height).toBeGreaterThan(200);
      await page.keyboard.press('Escape');
    }
  });

  test('has no fault for axe while it is open', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await visits.open('/kit', { colorScheme });
      await opened(page, 'Order of cells', 'ArrowDown');
      await expectFocus(page, 'Row');
      expect(await faultsOf(page)).toEqual([]);
    }
  });
});

describe('an export menu', () => {
  test('saves what is picked by key', async () => {
    const page = await kit();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).first().press('ArrowDown');
    // A menu has the focus a moment after it is seen.
    await page.locator('[role="menuitem"]:focus').waitFor();
    await page.keyboard.press('l');
    await page.keyboard.press('Enter');
    expect((await saved).suggestedFilename()).toBe('lanes.csv');
  });

  test('says why nothing was saved', async () => {
    const page = await kit();
    await page.getByRole('button', { name: 'Export' }).last().press('Enter');
    await page.getByRole('menuitem', { name: 'Trace as JSON' }).press('Enter');
    await errors(page, 'There is no run yet').waitFor();
  });
});

test('a popup takes the keyboard in, and Escape closes it', async () => {
  const page = await kit();
  const opener = page.getByRole('button', { name: 'Ring of 3' });
  await opener.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await page.getByRole('button', { name: 'Ring of 4' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Ring' }).waitFor({ state: 'hidden' });
});

describe('tabs', () => {
  const shown = (page: Page, tab: string) => page.getByRole('tabpanel', { name: tab }).getByText(`What ${tab} names.`);

  test('are chosen by arrows, Home and End, and each names its panel', async () => {
    const page = await kit();
    const row = page.getByRole('tablist', { name: 'Texts' });
    await row.getByRole('tab', { name: 'CUDA' }).focus();
    for (const [key, tab] of [
      ['ArrowRight', 'PTX'],
      ['End', 'SASS'],
      ['ArrowRight', 'CUDA'],
      ['ArrowLeft', 'SASS'],
      ['Home', 'CUDA'],
    ]) {
      await page.keyboard.press(key);
      await shown(page, tab).waitFor();
      expect(await page.evaluate(() => document.activeElement?.textContent), key).toBe(tab);
      expect(await row.getByRole('tab', { selected: true }).allTextContents()).toEqual([tab]);
    }
  });

  test('take Tab once, at the chosen one', async () => {
    const page = await kit();
    await page.getByRole('tab', { name: 'PTX', exact: true }).click();
    await shown(page, 'PTX').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('PTX alone');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('PTX');
  });
});

describe('a dialog', () => {
  /** Past its last part the browser's own bar has the focus, and the page none. */
  const isInDialog = () => document.activeElement === document.body || !!document.activeElement?.closest('dialog');
  const OPENERS = ['Forget the run?', 'Choose a tile', 'Sizes'];

  test('keeps the focus inside, and gives it back at Escape', async () => {
    const page = await kit();
    for (const name of OPENERS) {
      const opener = page.getByRole('button', { name });
      await opener.press('Enter');
      const dialog = page.getByRole('dialog', { name });
      await dialog.waitFor();
      for (let i = 0; i < 4; i++) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate(isInDialog), name).toBe(true);
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(await opener.evaluate(button => button === document.activeElement), name).toBe(true);
    }
  });

  test('closes at a click beside it, and not at one on its edge', async () => {
    const page = await kit();
    await page.getByRole('button', { name: 'Forget the run?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forget the run?' });
    await dialog.click({ position: { x: 5, y: 5 } });
    expect(await dialog.isVisible()).toBe(true);
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'hidden' });
  });

  test.each(['light', 'dark'] as const)('has no fault for axe, %s', async colorScheme => {
    const { page } = await visits.open('/kit', { colorScheme });
    for (const name of OPENERS) {
      await page.getByRole('button', { name }).press('Enter');
      await page.getByRole('dialog', { name }).waitFor();
      expect(await faultsOf(page), name).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
});

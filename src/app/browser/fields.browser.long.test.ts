/** Fields take what is typed in one way, on every page: live values, errors that are named, Escape, arrows. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

/** The error shown beside a field. */
const errorOf = (page: Page, field: Locator) =>
  field.getAttribute('aria-describedby').then(id => page.locator(`[id="${id?.split(' ')[0]}"]`).textContent());

describe('a number', () => {
  test('that cannot be stays with its reason, and Escape brings back the value', async () => {
    const { page } = await visits.open('/banks/transpose');
    const padding = page.getByRole('textbox', { name: 'Padding, elements' });
    await padding.fill('99');
    expect(await errorOf(page, padding)).toBe('Padding, elements: a whole number from 0 to 33');
    expect(await padding.getAttribute('aria-invalid')).toBe('true');
    await padding.press('Tab');
    expect(await padding.inputValue()).toBe('99');
    await padding.press('Escape');
    expect(await padding.inputValue()).toBe('1');
    expect(await padding.getAttribute('aria-invalid')).toBe('false');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('steps with the arrows, by ten with Shift, within its limits', async () => {
    const { page } = await visits.open('/banks/transpose');
    const padding = page.getByRole('textbox', { name: 'Padding, elements' });
    for (const [key, value] of [
      ['ArrowUp', '2'],
      ['Shift+ArrowUp', '12'],
      ['ArrowDown', '11'],
      ['Shift+ArrowDown', '1'],
      ['Shift+ArrowDown', '0'],
    ]) {
      await padding.press(key);
      expect(await padding.inputValue(), key).toBe(value);
    }
    await expect.poll(() => page.url(), PATIENCE).toContain('pad=0');
  });

  test('gives way to its slider once it was left', async () => {
    const { page } = await visits.open('/swizzle');
    const base = page.getByRole('textbox', { name: 'Base, bytes' });
    await base.fill('x');
    await page.getByRole('slider', { name: 'Base, bytes' }).press('ArrowRight');
    expect(await base.inputValue()).toBe('16');
    expect(await base.getAttribute('aria-invalid')).toBe('false');
  });
});

test('a list that waits for another one keeps its text until Escape', async () => {
  const { page } = await visits.open('/banks/permute');
  const order = page.getByRole('textbox', { name: 'Order' });
  await order.fill('1,x');
  expect(await errorOf(page, order)).toContain('Order: ');
  await order.press('Tab');
  expect(await order.inputValue()).toBe('1,x');
  await order.press('Escape');
  expect(await order.inputValue()).toBe('1,2,0,3');
});

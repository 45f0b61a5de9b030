/** What explains itself on the pages: words with their cards, answers above pages, and colours that mean one thing. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { themes } from '../../pictures/theme.ts';
import { faultsOf } from './fixtures/axe.ts';
import { exhibitOn, PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const ZOOMED = { viewport: { width: 720, height: 450 } };
const bankIn = (page: Page) => page.locator('h1 + div').getByRole('button', { name: 'bank', exact: true });
const card = (page: Page) => page.getByRole('dialog', { name: 'bank', exact: true });

describe('a word', () => {
  test('opens its card by pointer and by key, keeps the focus, and closes with Escape', async () => {
    const { page } = await visits.open('/banks/transpose', { reducedMotion: 'reduce' });
    await bankIn(page).hover();
    await card(page).getByText('1 wavefront').waitFor();
    await page.mouse.move(700, 700);
    await expect.poll(() => card(page).isVisible(), PATIENCE).toBe(false);
    await bankIn(page).press('Enter');
    await card(page).getByRole('link', { name: 'In the glossary' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => card(page).isVisible(), PATIENCE).toBe(false);
    await page.keyboard.press('Enter');
    await card(page).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => card(page).isVisible(), PATIENCE).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('bank');
  });

  test('opens and closes by tap, within a phone', async () => {
    const phone = {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    } as const;
    const { page } = await visits.open('/banks/transpose', phone);
    await bankIn(page).tap();
    const box = await card(page).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    await bankIn(page).tap();
    await expect.poll(() => card(page).isVisible(), PATIENCE).toBe(false);
  });

  test('is found by name, and leads to its entry', async () => {
    const { page } = await visits.open('/');
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find a picture' }).fill('parity what it means');
    await page.getByRole('option', { name: /^parity: what it means/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('each flip begins the next phase').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('parity');
  });
});

test('a question is answered above the page that it opens, until it is closed', async () => {
  const { page } = await visits.open('/');
  await page.getByRole('link', { name: 'What is a bank conflict?' }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.getByText(/A bank hands out one word/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await answer.getByRole('link', { name: 'Close the answer' }).click();
  await expect.poll(() => answer.count(), PATIENCE).toBe(0);
  expect(page.url()).not.toContain('q=');
});

test('a sheet without an address offers lessons and kernels', async () => {
  const { page } = await visits.open('/sheet', { colorScheme: 'dark' });
  await page.getByRole('link', { name: 'What is a bank?' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'What is a bank?' }).click();
  await page.getByRole('article', { name: 'Answers' }).waitFor();
});

describe.each([
  '/',
  '/learn',
  '/glossary',
  '/runs',
  '/sheet',
  '/banks/transpose?q=conflict-column',
  '/banks/transpose?v=padded&pad=0&warp=5&lesson=banks.3',
  '/banks/transpose?quiz=1',
  '/swizzle?rows=8&lesson=swizzle.1',
  '/workbench?task=banks&lesson=banks.6',
  '/banks/gemm',
  '/pipeline',
])('%s', address => {
  test('fits a window at 200 %, and holds still while it comes', async () => {
    const { page } = await visits.open('/kit', ZOOMED);
    await page.addInitScript(noteShifts);
    await page.goto(`${visits.url()}?${encodeURIComponent(address)}#${address}`);
    await page.waitForTimeout(3000);
    const { shift, overflow } = await page.evaluate(() => ({
      shift: (window as unknown as { shift: number }).shift,
      overflow: document.documentElement.scrollWidth - innerWidth,
    }));
    expect(shift).toBeLessThanOrEqual(0.02);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

/** Sums what moves by itself from now on: the browser's own measure of it. */
function noteShifts(): void {
  const sum = window as unknown as { shift: number };
  sum.shift = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
      if (!entry.hadRecentInput) sum.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: false });
}

/** How often each colour of conflicts stands in the pictures, and behind the words, of the page: legends aside. */
const warmPlaces = (page: Page, ramp: readonly string[]) =>
  page.evaluate(steps => {
    const found: Record<string, number> = Object.fromEntries(steps.map(step => [step, 0]));
    const hex = (r: number, g: number, b: number) =>
      `#${[r, g, b].map(channel => channel.toString(16).padStart(2, '0')).join('')}`;
    const isLegend = (element: Element) => element.closest('[class*=legends]') !== null;
    for (const canvas of document.querySelectorAll('canvas')) {
      if (isLegend(canvas) || canvas.width === 0) continue;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4) {
        const colour = hex(data[at], data[at + 1], data[at + 2]);
        if (colour in found) found[colour]++;
      }
    }
    for (const element of document.querySelectorAll('main *')) {
      const [r, g, b] = getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
      const colour = hex(r ?? 0, g ?? 0, b ?? 0);
      if (colour in found && !isLegend(element)) found[colour]++;
    }
    return found;
  }, ramp);

const FREE = [
  '/banks/transpose?v=padded,xor&warp=5',
  '/banks/transpose?v=vectorized&warp=1',
  '/banks/probe?table=lane+*+16&widthBytes=16',
  '/banks/probe?table=0+*+lane',
  '/banks/tensor-copy',
  '/banks/swizzle?v=ldmatrix-read',
  '/banks/gemm?v=v0-cp-async,v1-tma',
  '/banks/attention?v=a1-tiled',
  '/banks/scan?v=blelloch-padded',
];

describe.each(['light', 'dark'] as const)('in the %s theme', colorScheme => {
  const ramp = themes[colorScheme].degree.steps;

  test.each(FREE)('%s has no conflict, and no colour of one', async address => {
    const { page } = await visits.open(address, { colorScheme });
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    const excess = await exhibit.row('Predicted', 'Excess wavefronts');
    if (excess.some(each => each !== '0' && each !== '—'))
      return expect(excess, 'the address is no longer free').toEqual([]);
    const found = await warmPlaces(page, ramp);
    expect(found).toEqual(Object.fromEntries(ramp.map(step => [step, 0])));
  });

  test('a conflict of 32 ways has its own colour, brighter than any other in the dark', async () => {
    const { page } = await visits.open('/banks/transpose?v=tiled&warp=5', { colorScheme });
    await exhibitOn(page).settled();
    const found = await warmPlaces(page, ramp);
    expect(found[ramp[4]]).toBeGreaterThan(200);
    for (const other of ramp.slice(0, 4)) expect(found[other]).toBe(0);
    const light = (hex: string) => Number.parseInt(hex.slice(1, 3), 16) + Number.parseInt(hex.slice(3, 5), 16);
    if (colorScheme === 'dark') expect(Math.max(...ramp.map(light))).toBe(light(ramp[4]));
  });
});

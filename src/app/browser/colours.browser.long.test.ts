/** The colours of conflict stand for ways on all pages: where nothing conflicts, none of them is to be seen, in both themes. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Theme, themes } from '../../pictures/theme.ts';
import { exhibitOn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

/** Each page is loaded, drawn and read. */
const MANY_PAGES_MS = 240_000;

/** Pages whose shown accesses are all free of conflicts, or that show no access. */
const FREE = [
  '/learn',
  '/runs',
  '/layouts',
  '/pipeline',
  '/attention',
  '/attention/published',
  '/banks/transpose?v=padded,xor',
  '/banks/probe?table=lane+*+4',
  '/banks/permute?v=tile-v',
  '/banks/tensor-copy',
  '/banks/gemm?v=v3-wgmma',
  '/banks/attention?v=a7-seamless',
] as const;

/** Pages that show a conflict: the test can see. */
const QUEUED = ['/banks/transpose?v=tiled', '/banks/probe?table=lane+*+128'] as const;

/**
 * Colours of conflict on a page: of texts, grounds and edges that can be seen, and of the pictures' pixels. A picture
 * needs a few pixels of one, since mixed edges of other shapes may hit it once. Legends and the comparison of all pitches
 * show conflicts of other accesses and are left out.
 */
const degreesOn = (page: Page, theme: Theme): Promise<string[]> =>
  page.evaluate(
    steps => {
      const FEW = 12;
      const rgb = new Map(
        steps.map(hex => [[1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)).join(', '), hex]),
      );
      const isSkipped = (element: Element) =>
        element.closest('[aria-label*="itch sweep"], [aria-label^="Colours of"]') !== null;
      const found: string[] = [];
      for (const element of document.querySelectorAll('body *')) {
        if (isSkipped(element) || !element.checkVisibility()) continue;
        const style = getComputedStyle(element);
        for (const colour of [style.backgroundColor, style.fill, style.borderLeftColor]) {
          const hex = rgb.get(colour.replace(/^rgb\(|\)$/g, ''));
          if (hex !== undefined) found.push(`${element.localName} "${element.textContent.slice(0, 40)}" ${hex}`);
        }
      }
      for (const canvas of document.querySelectorAll('canvas')) {
        if (isSkipped(canvas) || canvas.width === 0 || canvas.height === 0) continue;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        const counts = new Map<string, number>();
        for (let at = 0; at < data.length; at += 4) {
          const hex = rgb.get(`${data[at]}, ${data[at + 1]}, ${data[at + 2]}`);
          if (hex !== undefined && data[at + 3] === 255) counts.set(hex, (counts.get(hex) ?? 0) + 1);
        }
        const name = canvas.closest('[aria-label]')?.getAttribute('aria-label') ?? 'picture';
        for (const [hex, n] of counts) if (n >= FEW) found.push(`${name.slice(0, 60)}: ${n} pixels of ${hex}`);
      }
      return found;
    },
    theme.degree.steps as readonly string[],
  );

async function show(page: Page, address: string): Promise<void> {
  await page.goto(`${visits.url()}?${encodeURIComponent(address)}#${address}`);
  await page.locator('main h1').first().waitFor();
  if (address.startsWith('/banks/')) await exhibitOn(page).settled();
  else await page.waitForTimeout(1500);
}

describe.each(['light', 'dark'] as const)('in the %s theme', colorScheme => {
  test(
    'nothing conflicts, and nothing is in a colour of conflict',
    async () => {
      const { page } = await visits.open('/', { colorScheme });
      const all: string[] = [];
      for (const address of FREE) {
        await show(page, address);
        all.push(...(await degreesOn(page, themes[colorScheme])).map(found => `${address}: ${found}`));
      }
      expect(all).toEqual([]);
    },
    MANY_PAGES_MS,
  );

  test('a conflict is in its colour', async () => {
    const { page } = await visits.open('/', { colorScheme });
    for (const address of QUEUED) {
      await show(page, address);
      expect(await degreesOn(page, themes[colorScheme]), address).toContainEqual(
        expect.stringContaining(themes[colorScheme].degree.steps.at(-1)!),
      );
    }
  });
});

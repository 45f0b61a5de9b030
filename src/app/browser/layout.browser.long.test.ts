/** The page fits every screen: no sideways scrolling, nothing over anything else, and on a phone room for a finger. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { exhibitOn, PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const SCREENS = [
  [1440, 900],
  [1920, 1080],
  [1280, 800],
  [1000, 800],
  [390, 844],
] as const;
const FINGER_PX = 44;
const PICTURE_PAGES = ['/swizzle', '/tensor-map', '/layouts'];
const PIPELINE_PAGES = ['/pipeline', '/attention'];

async function openExhibit(search: string, [width, height]: readonly [number, number]) {
  const { page } = await visits.open(`/banks/transpose${search}`, { viewport: { width, height } });
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  return { page, exhibit };
}

/** Elements of a kind that share more than a pixel with another of the kind, none inside the other. */
const overlaps = (page: Page, within: string): Promise<string[]> =>
  page.evaluate(root => {
    const parts = [...document.querySelectorAll(root)].flatMap(element => [
      ...element.querySelectorAll('button, a, input, select, p, canvas, label'),
    ]);
    const seen = parts
      .filter(
        part => part.checkVisibility({ opacityProperty: true }) && !part.closest('[popover], dialog, .visually-hidden'),
      )
      .map(part => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ part, box }) => box.width > 2 && box.height > 2 && !part.matches('.visually-hidden'));
    const name = (part: Element) => `${part.tagName} ${part.getAttribute('aria-label') ?? part.textContent?.trim()}`;
    return seen.flatMap((a, i) =>
      seen
        .slice(i + 1)
        .filter(b => !a.part.contains(b.part) && !b.part.contains(a.part))
        .filter(
          b =>
            Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
            Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1,
        )
        .map(b => `${name(a.part)} over ${name(b.part)}`),
    );
  }, within);

/** Elements that stick out of the window to the left or right. */
const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isScrolled = document.scrollingElement!.scrollWidth > innerWidth;
    const wide = [...document.querySelectorAll('header *, h1, main p, [aria-label=Transport] *, main section')].filter(
      element => {
        const box = element.getBoundingClientRect();
        return element.checkVisibility() && box.width > 2 && (box.right > innerWidth + 1 || box.left < -1);
      },
    );
    const hidden = wide.filter(element => !element.closest('ol, pre, [popover], dialog, .visually-hidden'));
    return [
      ...(isScrolled ? ['the page scrolls sideways'] : []),
      ...hidden.map(element => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`),
    ];
  });

describe.each(SCREENS)('%i x %i', (width, height) => {
  test.each([
    ['two variants', ''],
    ['four variants', '?v=naive,tiled,padded,xor'],
    ['one variant', '?v=missing-barrier&tile=64&elementBytes=8&at=3'],
  ])('%s fit', async (_, search) => {
    const { page, exhibit } = await openExhibit(search, [width, height]);
    expect(await stickingOut(page)).toEqual([]);
    expect(await overlaps(page, 'header')).toEqual([]);
    expect(await overlaps(page, '[aria-label=Transport]')).toEqual([]);
    const foot = await boxOf(exhibit.transport);
    expect(Math.round(foot.y + foot.height)).toBe(height);
    expect([foot.x, foot.width]).toEqual([0, width]);
    expect(foot.height).toBeLessThan(height / 6);
    expect((await boxOf(page.getByRole('heading', { level: 1 }))).y).toBeLessThan(height / 4);
  });

  test.each([
    '/',
    '/workbench',
    '/workbench?fork=transpose',
    '/pipeline',
    '/pipeline?a=v3-wgmma&b=fa3-forward&editor=1',
    '/attention',
    '/kit',
    '/glossary',
    '/swizzle',
    '/tensor-map',
    '/layouts',
    '/permute/statistics',
    '/banks/transpose?embed=1',
    '/runs',
    '/picture/tile-256',
    '/no/such/page',
  ])('%s fits as well', async address => {
    // A page of its own each: after a link behind the `#` the heading of the page before stands for a while.
    const { page } = await visits.open(address, { viewport: { width, height } });
    await page.getByRole('heading', { level: 1 }).waitFor();
    // A fork is there when it can be run; before, the header has less.
    if (address.includes('fork')) await page.getByRole('button', { name: 'Run both' }).waitFor(PATIENCE);
    await expect.poll(() => stickingOut(page), PATIENCE).toEqual([]);
    await expect.poll(() => overlaps(page, 'header'), PATIENCE).toEqual([]);
  });
});

describe('columns of one comparison', () => {
  test('are those of a variant alone, too: its bank map stands beside a square tile', async () => {
    for (const size of SCREENS) {
      const { exhibit } = await openExhibit('?v=tiled', size);
      const [tile, map] = [await boxOf(exhibit.canvas('A', 'Tile')), await boxOf(exhibit.canvas('A', 'Bank map'))];
      if (size[0] >= 1280) expect([map.x > tile.x + tile.width, map.y < tile.y + tile.height]).toEqual([true, true]);
      else expect(map.y).toBeGreaterThan(tile.y + tile.height);
    }
  });

  test('have one cell size and one top, at every width that shows both', async () => {
    for (const size of SCREENS.slice(0, 4)) {
      const { exhibit } = await openExhibit('', size);
      const [a, b] = [await boxOf(exhibit.canvas('A', 'Tile')), await boxOf(exhibit.canvas('B', 'Tile'))];
      expect([b.y, b.height], `${size}`).toEqual([a.y, a.height]);
      expect(b.x).toBeGreaterThan(a.x + a.width);
    }
  });

  test.each([
    ['two', '?v=tiled,padded', ['Tile', 'Bank map', 'Punch card', 'Output']],
    ['four', '?v=tiled,padded,xor,pad-not-used', ['Tile', 'Bank map', 'Punch card', 'Output']],
    // Without a tile there are sectors and a reason, as high as they come.
    ['one without a tile and one with', '?v=naive,tiled', ['Output']],
  ])('begin each picture side by side: %s', async (_, search, titles) => {
    const { page } = await openExhibit(search, [1440, 2400]);
    const columns = page.getByRole('region', { name: /^Variant [A-D]:/ });
    for (const title of titles) {
      const heads = columns.locator('strong', { hasText: new RegExp(`^${title}$`) });
      await expect.poll(() => heads.count(), PATIENCE).toBe(await columns.count());
      const tops = await heads.evaluateAll(all => all.map(head => Math.round(head.getBoundingClientRect().top)));
      // Two columns: the third and fourth variant stand below the first and second.
      expect(tops.map((top, at) => top - tops[at - (at % 2)])).toEqual(tops.map(() => 0));
    }
  });
});

describe('a phone', () => {
  /** Names and sizes of what a finger may press and is too small for it. */
  const tooSmall = (page: Page): Promise<string[]> =>
    page.evaluate(least => {
      const pressed = [...document.querySelectorAll('button, select, a, label, input:not([type=radio], [type=range])')];
      return (
        pressed
          .filter(element => element.checkVisibility() && !element.closest('p, .visually-hidden'))
          // A word within a text is as high as its line.
          .filter(element => element.getAttribute('popovertargetaction') !== 'show')
          .map(element => ({ element, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 2 && box.bottom > 0 && Math.min(box.width, box.height) < least)
          .filter(({ element }) => element.tagName !== 'LABEL' || element.querySelector('input'))
          .map(({ element, box }) => {
            const name = element.getAttribute('aria-label') ?? element.textContent?.trim();
            return `${element.tagName} ${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`;
          })
      );
    }, FINGER_PX);

  test('has no target smaller than a finger', async () => {
    const { page } = await openExhibit('', [390, 844]);
    expect(await tooSmall(page)).toEqual([]);
    await page.getByRole('button', { name: 'Parameters' }).click();
    await page.getByRole('dialog', { name: 'Parameters' }).waitFor();
    expect(await tooSmall(page)).toEqual([]);
  });

  test('has four variants in its switch, none of them beyond its frame', async () => {
    const { page } = await openExhibit('?v=naive,tiled,padded,xor', [390, 844]);
    const frame = page.getByRole('group', { name: 'Variant shown' });
    const beyond = await frame.evaluate(
      box =>
        [...box.querySelectorAll('button')].filter(
          button => button.getBoundingClientRect().right > box.getBoundingClientRect().right,
        ).length,
    );
    expect(beyond).toBe(0);
  });

  test('changes parameters in a sheet, and sees the picture change', async () => {
    const { page, exhibit } = await openExhibit('?v=padded', [390, 844]);
    await page.getByRole('button', { name: 'Parameters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Parameters' });
    await sheet.getByRole('textbox', { name: 'Padding, elements' }).fill('8');
    await sheet.getByRole('button', { name: 'Done' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await exhibit.expectWavefronts(['8']);
  });
});

test.each(['/layouts', '/permute/statistics', '/picture/steps-strided'])(
  '%s has larger axes on a projector',
  async address => {
    const { page } = await visits.open(address, { viewport: { width: 1919, height: 1080 } });
    const picture = page.locator('figure canvas').first();
    const before = (await boxOf(picture)).height;
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect.poll(async () => (await boxOf(picture)).height, PATIENCE).toBeGreaterThan(before + 4);
  },
);

test('the header of a wide window says which variants are shown', async () => {
  const { page } = await openExhibit('', [1920, 1080]);
  const shown = page.getByRole('banner').locator('strong', { hasText: 'Tiled' });
  const hiddenPx = await shown.evaluate(
    name => name.getBoundingClientRect().right - name.parentElement!.getBoundingClientRect().right,
  );
  expect(hiddenPx).toBeLessThanOrEqual(1);
});

describe('pages of pictures', () => {
  test.each([
    [1440, 900],
    [1920, 1080],
  ])('begin alike at %i × %i, and leave no caption as a stub', async (width, height) => {
    const heads: { readonly x: number; readonly y: number }[] = [];
    for (const address of PICTURE_PAGES) {
      const { page } = await visits.open(address, { viewport: { width, height } });
      await page.locator('figure canvas').first().waitFor();
      const { x, y } = await boxOf(page.getByRole('heading', { level: 1 }));
      heads.push({ x, y });
      const stubs = await page.locator('figcaption > span > span').evaluateAll(all =>
        all.flatMap(text => {
          const seen = text.parentElement!.getBoundingClientRect();
          const own = text.getBoundingClientRect();
          const isSeen = own.top < seen.bottom - 1;
          return isSeen && own.width < Math.min(text.scrollWidth, 80) ? [text.textContent] : [];
        }),
      );
      expect(stubs, address).toEqual([]);
    }
    expect(heads).toEqual(heads.map(() => heads[0]));
  });

  test.each([...PICTURE_PAGES, ...PIPELINE_PAGES, '/banks/swizzle'])(
    '%s is printed as long as it is',
    async address => {
      const { page } = await visits.open(address);
      await page.locator('figure canvas').first().waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('banner').isVisible()).toBe(false);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(899);
      expect(
        await page.evaluate(
          () =>
            [...document.querySelectorAll('main, main > div, #picture > div')].filter(
              box => box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === 'auto',
            ).length,
        ),
      ).toBe(0);
    },
  );
});

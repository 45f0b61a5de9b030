/** One fact, several views, one highlight: what the pointer or a finger on one picture does to the others. */
import type { JSHandle } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  changedSince,
  type ExhibitObject,
  exhibitOn,
  type Letter,
  PATIENCE,
  pixelsOf,
  saidIn,
} from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const CELL = { row: 11, column: 5 };
const PICTURES = [
  ['A', 'Tile'],
  ['A', 'Bank map'],
  ['B', 'Tile'],
  ['B', 'Bank map'],
] as const;

async function openExhibit(search = '') {
  const { page } = await visits.open(`/banks/transpose${search}`);
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  return { page, exhibit };
}

type Kept = ReadonlyMap<string, JSHandle<ImageData>>;

async function keep(exhibit: ExhibitObject): Promise<Kept> {
  const entries = PICTURES.map(
    async ([letter, title]) => [letter + title, await pixelsOf(exhibit.canvas(letter, title))] as const,
  );
  return new Map(await Promise.all(entries));
}

const changeOf = (exhibit: ExhibitObject, kept: Kept, letter: Letter, title: string) =>
  changedSince(exhibit.canvas(letter, title), kept.get(letter + title) as JSHandle<ImageData>);

describe('the pointer on a cell', () => {
  test('rings the same element in both tiles and both bank maps, and nothing else', async () => {
    const { page, exhibit } = await openExhibit();
    await page.mouse.move(0, 0);
    const kept = await keep(exhibit);
    await exhibit.hoverCell('A', CELL);
    await exhibit.lens('A', 'Tile').waitFor();
    for (const letter of ['A', 'B'] as const) {
      const { x, y, pitch } = await exhibit.cellPoint(letter, CELL);
      await expect.poll(() => changeOf(exhibit, kept, letter, 'Tile'), PATIENCE).not.toBeNull();
      const change = (await changeOf(exhibit, kept, letter, 'Tile'))!;
      expect([change.left <= x, change.right >= x, change.top <= y, change.bottom >= y]).toEqual(Array(4).fill(true));
      // The ring and its halo, 6 px on each side at most.
      expect(Math.max(change.right - change.left, change.bottom - change.top)).toBeLessThan(pitch + 12);
    }
    // 11·32 + 5 lies in bank 5, and 11·33 + 5 in bank 16: eleven columns further.
    const banks = [];
    for (const letter of ['A', 'B'] as const) {
      await expect.poll(() => changeOf(exhibit, kept, letter, 'Bank map'), PATIENCE).not.toBeNull();
      const change = (await changeOf(exhibit, kept, letter, 'Bank map'))!;
      banks.push((change.left + change.right) / 2);
    }
    const { pitch } = await exhibit.cellPoint('A', CELL);
    expect(Math.round((banks[1] - banks[0]) / pitch)).toBe(11);
    await page.mouse.move(0, 0);
    for (const [letter, title] of PICTURES)
      await expect.poll(() => changeOf(exhibit, kept, letter, title), PATIENCE).toBeNull();
  });

  test('shows the formula with the numbers put in', async () => {
    const { exhibit } = await openExhibit();
    await exhibit.hoverCell('B', CELL);
    const lens = exhibit.lens('B', 'Tile');
    await lens.waitFor();
    const words = await saidIn(lens);
    expect(words).toContain('row 11, column 5');
    expect(words).toContain('word 368 = 11·33 + 5');
    expect(words).toContain('0x05C0 → bank 16');
    await exhibit.hoverCell('A', CELL);
    await exhibit.lens('A', 'Tile').waitFor();
    expect(await saidIn(exhibit.lens('A', 'Tile'))).toContain('word 357 = 11·32 + 5');
    expect(await saidIn(exhibit.lens('A', 'Tile'))).toContain('0x0594 → bank 5');
  });

  test('names lane and wavefront of a cell that the access asks for', async () => {
    const { exhibit } = await openExhibit('?warp=5');
    await exhibit.hoverCell('A', CELL);
    await exhibit.lens('A', 'Tile').getByText('lane 11, wavefront 12').waitFor();
  });

  test('calls padding what it is', async () => {
    const { exhibit } = await openExhibit();
    await exhibit.hoverCell('B', { row: 4, column: 32 });
    await exhibit.lens('B', 'Tile').getByText('pad, never read').waitFor();
    await exhibit.clickCell('B', { row: 4, column: 32 });
    expect(exhibit.search().pin).toBeUndefined();
  });

  test('on a word of the bank map, rings the element in the tiles', async () => {
    const { page, exhibit } = await openExhibit();
    await page.mouse.move(0, 0);
    const kept = await keep(exhibit);
    await exhibit.hoverCell('A', CELL);
    const word = await expect
      .poll(() => changeOf(exhibit, kept, 'B', 'Bank map'), PATIENCE)
      .not.toBeNull()
      .then(() => changeOf(exhibit, kept, 'B', 'Bank map'));
    await page.mouse.move(0, 0);
    await expect.poll(() => changeOf(exhibit, kept, 'B', 'Bank map'), PATIENCE).toBeNull();
    await exhibit.surface('B', 'Bank map').hover({
      position: { x: (word!.left + word!.right) / 2, y: (word!.top + word!.bottom) / 2 },
    });
    await exhibit.lens('B', 'Bank map').getByText('row 11, column 5').waitFor();
    await expect.poll(() => changeOf(exhibit, kept, 'A', 'Tile'), PATIENCE).not.toBeNull();
    const { x, y } = await exhibit.cellPoint('A', CELL);
    const ring = (await changeOf(exhibit, kept, 'A', 'Tile'))!;
    expect([ring.left < x, ring.right > x, ring.top < y, ring.bottom > y]).toEqual(Array(4).fill(true));
  });
});

describe('the source', () => {
  test('has the line of the chosen access lit, with its cost, and the PTX behind it', async () => {
    const { page, exhibit } = await openExhibit();
    const source = page.getByRole('region', { name: 'Source', exact: true });
    const lit = source.getByRole('list', { name: 'CUDA source of Tiled' }).locator('[data-lit]');
    expect(await saidIn(lit)).toContain('tile[threadIdx.x][threadIdx.y + step]');
    expect(await saidIn(lit)).toContain('A 32');
    const behind = page.getByRole('region', { name: 'PTX of the chosen access' });
    expect(await behind.locator('[data-lit]').allTextContents()).toEqual([
      expect.stringMatching(/^ld\.shared\.f32/),
      expect.stringMatching(/^ld\.shared\.f32/),
    ]);
    await page.getByText('Store row').click();
    await expect.poll(() => saidIn(lit), PATIENCE).toContain('tile[threadIdx.y + step][threadIdx.x]');
    await source.getByRole('button', { name: 'A 32' }).click();
    await exhibit.expectSearch({ side: 'load' });
    await expect.poll(() => saidIn(lit), PATIENCE).toContain('tile[threadIdx.x][threadIdx.y + step]');
  });

  test.each([
    ['low', '', { width: 1440, height: 900 }],
    ['tall', '', { width: 1920, height: 1080 }],
    ['low, of four variants', '?v=tiled,padded,xor,pad-not-used', { width: 1440, height: 900 }],
  ])('has the access of every variant in sight when the window is %s', async (_, search, viewport) => {
    const { page } = await visits.open(`/banks/transpose${search}`, { viewport });
    await exhibitOn(page).settled();
    const behind = page.getByRole('region', { name: 'PTX of the chosen access' });
    const hidden = () =>
      behind.evaluate(region => {
        const { top, bottom } = region.getBoundingClientRect();
        const lines = [...region.querySelectorAll('[data-lit]')].map(line => line.getBoundingClientRect());
        return lines.length === 0 ? 'none lit' : lines.filter(line => line.top < top || line.bottom > bottom).length;
      });
    await expect.poll(hidden, PATIENCE).toBe(0);
  });

  test('shows each language of each variant', async () => {
    const { page } = await openExhibit();
    const source = page.getByRole('region', { name: 'Source', exact: true });
    await source.getByText('PTX', { exact: true }).click();
    await source.getByRole('list', { name: 'PTX of Tiled' }).getByText('.visible .entry transpose').waitFor();
    await source.getByRole('button', { name: 'Source of B, Padded' }).click();
    await source.getByRole('list', { name: 'PTX of Padded' }).waitFor();
    await source.getByText('CUDA', { exact: true }).click();
    await source.getByRole('list', { name: 'CUDA source of Padded' }).waitFor();
    expect(await saidIn(source)).toContain('cuda/kernels/transpose/padded.cu');
  });
});

describe('a click', () => {
  test('pins a cell in every picture, and a second one lets it go', async () => {
    const { page, exhibit } = await openExhibit();
    await page.mouse.move(0, 0);
    const kept = await keep(exhibit);
    await exhibit.clickCell('A', CELL);
    await exhibit.expectSearch({ pin: '11.5' });
    await page.mouse.move(0, 0);
    for (const [letter, title] of PICTURES)
      await expect.poll(() => changeOf(exhibit, kept, letter, title), PATIENCE).not.toBeNull();
    await exhibit.clickCell('B', CELL);
    await expect.poll(() => exhibit.search().pin, PATIENCE).toBeUndefined();
    await page.mouse.move(0, 0);
    for (const [letter, title] of PICTURES)
      await expect.poll(() => changeOf(exhibit, kept, letter, title), PATIENCE).toBeNull();
  });
});

describe('a finger', () => {
  test('selects with one tap and clears with the next', async () => {
    const { page } = await visits.open('/banks/transpose', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    const position = await exhibit.cellPoint('A', CELL);
    await exhibit.surface('A', 'Tile').tap({ position });
    await exhibit.expectSearch({ pin: '11.5' });
    await page.getByRole('button', { name: 'B Padded' }).tap();
    await page.getByRole('region', { name: 'Variant B: Padded' }).waitFor();
    expect(await exhibit.canvas('A', 'Tile').isVisible()).toBe(false);
    await exhibit.surface('B', 'Tile').tap({ position: await exhibit.cellPoint('B', CELL) });
    await expect.poll(() => exhibit.search().pin, PATIENCE).toBeUndefined();
  });
});

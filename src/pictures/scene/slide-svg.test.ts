import { expect, test } from 'vitest';
import { themes } from '../theme.ts';
import { defaultView } from '../view.ts';
import { plainPen } from './pen.ts';
import type { SlideFact } from './slide-parts.ts';
import { slideSvg } from './slide-svg.ts';

const theme = themes.light;

function figure(width: number, height: number) {
  const { scene } = plainPen(theme);
  scene.rect({ x: 0, y: 0, width, height }, theme.ink);
  const { source } = defaultView(theme, 'predicted', width);
  return { title: 'Tile', text: '', differing: '', source, scene: scene.finish(width + 60, height) };
}

const fact = (letter: SlideFact['letter'], time: SlideFact['time']): SlideFact => ({
  letter,
  verdict: { words: '32-way conflict', ways: 32 },
  number: { value: '32', unit: 'passes' },
  time,
});

const picturesOf = (letters: readonly (SlideFact['letter'] | null)[], side = 350) => ({
  title: 'T',
  description: '',
  theme,
  columns: letters.map(letter => ({ letter, title: 'Tiled', note: 'pitch 32', figures: [figure(side, side)] })),
});

const slide = (facts: readonly SlideFact[], pictures: ReturnType<typeof picturesOf>) =>
  slideSvg({ title: 'T', because: '', facts, said: [] }, pictures, false);

/** Left, top, width and height of each part that is enlarged. */
const boxes = (svg: string) =>
  [...svg.matchAll(/<svg x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g)].map(([, ...box]) => box.map(Number));

test('a variant has its verdict, number and time; without a time it says that there is none', () => {
  const svg = slide(
    [fact('A', { value: '133 µs', ratio: '' }), fact('B', { value: null, ratio: '' })],
    picturesOf(['A', 'B']),
  );
  for (const words of ['32-way conflict', '32', 'passes', '133 µs', '—, not', 'measured yet'])
    expect(svg).toContain(`>${words}<`);
});

test('what is said of variants that share a picture stands in one line', () => {
  const svg = slide([fact('A', null), { ...fact('B', null), verdict: null }], picturesOf([null]));
  expect(svg).toContain('>A: 32-way conflict, 32 passes   ·   B: 32 passes<');
});

test.each([1, 2, 3, 4])('pictures of %i variants have one scale, stay on the slide and apart', n => {
  const letters = (['A', 'B', 'C', 'D'] as const).slice(0, n);
  for (const side of [60, 350, 900]) {
    const parts = boxes(
      slide(
        letters.map(letter => fact(letter, { value: '133 µs', ratio: '' })),
        picturesOf(letters, side),
      ),
    );
    for (const [x, y, width, height] of parts) {
      expect(x).toBeGreaterThanOrEqual(60);
      expect(x + width).toBeLessThanOrEqual(1920 - 60);
      expect(y + height).toBeLessThanOrEqual(1080);
    }
    // A badge and a picture for each variant, in this order.
    const pictures = parts.filter((_, i) => i % 2 === 1).slice(0, n);
    expect(new Set(pictures.map(([, , width]) => width)).size).toBe(1);
    for (let i = 1; i < n; i++) expect(pictures[i - 1][0] + pictures[i - 1][2]).toBeLessThan(pictures[i][0]);
  }
});

test('the legend says what the numbers of a picture are, where it has some', () => {
  const says = (numbers?: string) => {
    const pictures = picturesOf(['A']);
    const columns = pictures.columns.map(column => ({
      ...column,
      figures: column.figures.map(each => ({ ...each, ...(numbers === undefined ? {} : { numbers }) })),
    }));
    return slide([], { ...pictures, columns }).includes('number = bank');
  };
  expect([says('number = bank of the lane’s word'), says()]).toEqual([true, false]);
});

/** Larger text and strokes, as for a projector: everything stays in the picture and where a point finds it. */
import { describe, expect, test } from 'vitest';
import { caseView } from '../cases/builders.ts';
import { pictureCases } from '../cases/index.ts';
import { themes } from '../theme.ts';
import type { Scene } from './scene.ts';
import { textPx } from './text-metrics.ts';

const ADVANCE = 0.62;
const plain = caseView(themes.light);
const scaled = { ...plain, textScale: 1.5, strokeScale: 1.5 };

/** Texts that leave their scene, by the advance of a wide font. */
const outside = ({ width, height, layers }: Scene): string[] =>
  layers
    .filter(layer => layer.clip === null)
    .flatMap(layer => layer.texts)
    .filter(({ x, y, text, size, anchor }) => {
      const wide = text.length * size * ADVANCE;
      const left = anchor === 'end' ? x - wide : anchor === 'middle' ? x - wide / 2 : x;
      return left < -1 || left + wide > width + 1 || y > height || y - size * 0.75 < 0;
    })
    .map(({ text }) => text);

/** Share of the advance that the narrowest usual font takes; height above and below the baseline, in shares of the text size. */
const NARROWEST = 0.75;
const ABOVE = 0.74;
const BELOW = 0.2;

/** Pairs of texts that lie on each other, by the advance of a narrow font. */
function overlaps({ layers }: Scene): string[] {
  const boxes = layers
    .flatMap(layer => layer.texts)
    .map(({ x, y, text, size, anchor, mono, weight }) => {
      const wide = textPx(text, size, mono ? 'mono' : weight > 400 ? 'bold' : 'words') * NARROWEST;
      const left = anchor === 'end' ? x - wide : anchor === 'middle' ? x - wide / 2 : x;
      return { text, left, right: left + wide, top: y - ABOVE * size, bottom: y + BELOW * size };
    });
  return boxes.flatMap((a, i) =>
    boxes
      .slice(i + 1)
      .filter(b => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1)
      .filter(b => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
      .map(b => `${a.text} over ${b.text}`),
  );
}

describe.each(pictureCases.filter(({ large }) => !large))('$id', entry => {
  test('keeps its texts inside at both sizes', () => {
    expect(outside(entry.figureIn(plain).scene)).toEqual([]);
    expect(outside(entry.figureIn(scaled).scene)).toEqual([]);
  });

  test('lays no text over another at both sizes', () => {
    expect(overlaps(entry.figureIn(plain).scene)).toEqual([]);
    expect(overlaps(entry.figureIn(scaled).scene)).toEqual([]);
  });

  test('has no text of axes below 15 px', () => {
    const { layers } = entry.figureIn(scaled).scene;
    const sizes = layers.findLast(({ texts }) => texts.length > 0)!.texts.map(({ size }) => size);
    expect(Math.round(Math.min(...sizes))).toBeGreaterThanOrEqual(15);
  });
});

test('bins of a narrow column have labels apart', () => {
  const waste = pictureCases.find(({ id }) => id === 'distributions-waste')!;
  const texts = waste.figureIn({ ...scaled, width: 350 }).scene.layers.flatMap(layer => layer.texts);
  const foot = Math.max(...texts.map(({ y }) => y));
  const labels = texts.filter(({ y }) => y === foot);
  const apart = labels[1].x - labels[0].x;
  expect(labels.filter(({ text, size }) => textPx(text, size) > apart).map(({ text }) => text)).toEqual([]);
});

test('outlines grow by their factor', () => {
  const widths = (view: typeof plain) =>
    pictureCases[0]
      .figureIn(view)
      .scene.layers.flatMap(layer => [...layer.paths, ...layer.rings])
      .map(m => m.width);
  expect(widths(scaled)).toEqual(widths(plain).map(width => width * 1.5));
  expect(widths(plain).length).toBeGreaterThan(0);
});

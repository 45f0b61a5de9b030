/** Larger text and strokes, as for a projector: everything stays in the picture and where a point finds it. */
import { describe, expect, test } from 'vitest';
import { caseView } from '../cases/builders.ts';
import { pictureCases } from '../cases/index.ts';
import { themes } from '../theme.ts';
import type { Scene } from './scene.ts';

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

describe.each(pictureCases.filter(({ large }) => !large))('$id', entry => {
  test('keeps its texts inside at both sizes', () => {
    expect(outside(entry.figureIn(plain).scene)).toEqual([]);
    expect(outside(entry.figureIn(scaled).scene)).toEqual([]);
  });

  test('has no text of axes below 15 px', () => {
    const { layers } = entry.figureIn(scaled).scene;
    const sizes = layers.findLast(({ texts }) => texts.length > 0)!.texts.map(({ size }) => size);
    expect(Math.round(Math.min(...sizes))).toBeGreaterThanOrEqual(15);
  });
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

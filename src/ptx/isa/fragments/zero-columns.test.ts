/** The examples of the manual ("tcgen05: Zero-column mask descriptor"), columns from the right. */
import { expect, test } from 'vitest';
import { lanes } from '../assembly.ts';
import { readZeroColumns } from './zero-columns.ts';

const wordsOf = (
  counts: readonly number[],
  spans: readonly number[],
  isMask: number,
  skip: number,
  use: number,
  shift: number,
) =>
  [
    counts.reduce((word, count, i) => word | (count << (8 * i)), 0),
    spans.reduce((word, span, i) => word | (span << i), (shift << 24) | (use << 16) | (skip << 8) | (isMask << 7)),
  ] as const;

function maskOf(rows: number, columns: number, words: readonly [number, number]): string[] {
  const mask = readZeroColumns(...words, rows, columns);
  if (typeof mask === 'string') throw new Error(mask);
  const parts = 128 / rows;
  const width = columns / parts;
  return lanes(part => lanes(i => (mask.isZero((part + 1) * width - 1 - i) ? '1' : '0'), width).join(''), parts);
}

test.each([
  [128, 64, wordsOf([0], [0], 0, 4, 3, 0), ['0000000']],
  [128, 64, wordsOf([0], [0], 1, 2, 3, 0), ['11100001110000']],
  [64, 64, wordsOf([0, 0], [1, 0], 1, 2, 3, 0), ['11100001110000111', '000011100001110000'.slice(1)]],
  [
    32,
    128,
    wordsOf([0, 1, 2, 1], [1, 1, 0, 0], 1, 2, 3, 2),
    ['00001110000111', '0000111000011', '111000011100', '1110000111000'],
  ],
] as const)('%i rows, %i columns', (rows, columns, words, endings) => {
  const masks = maskOf(rows, columns, words);
  endings.forEach((ending, i) => {
    expect(masks[i].endsWith(ending), `${masks[i]} ends with ${ending}`).toBe(true);
  });
});

test('of another shift or with reserved bits is none', () => {
  expect(readZeroColumns(0, 17 << 24, 32, 64)).toBe('columns are shifted by at most 16, not 17');
  expect(readZeroColumns(0, 33 << 24, 64, 64)).toBe('columns are shifted by at most 32, not 33');
  expect(readZeroColumns(0, 0x10, 128, 64)).toContain('bits 36-38');
  expect(readZeroColumns(0, 1 << 30, 128, 64)).toContain('bits 62-63');
});

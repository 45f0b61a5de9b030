import { expect, it } from 'vitest';
import { limitWords, readNumber, steppedNumber, withUnit } from './number-text.ts';

it.each([
  ['12', { min: 0, max: 33 }, 12],
  [' 1,048,576 ', {}, 1_048_576],
  ['-4', { min: -8 }, -4],
  ['7', { min: 1, max: 9, step: 2 }, 7],
  ['0.25', { min: 0.1, step: 0 }, 0.25],
] as const)('reads %j', (text, limits, value) => {
  expect(readNumber(limits)(text)).toEqual({ ok: true, value });
});

it.each([
  ['', {}, 'a whole number'],
  ['1.5', { min: 0 }, 'a whole number from 0 up'],
  ['34', { min: 0, max: 33, unit: 'elements' }, 'a whole number from 0 to 33 (elements)'],
  ['6', { min: 0, max: 64, step: 4, unit: 'B' }, 'a multiple of 4 from 0 to 64 (B)'],
  ['4', { min: 1, max: 9, step: 2 }, 'a whole number from 1 to 9 in steps of 2'],
  ['x', { min: 0.1, max: 3, step: 0 }, 'a number from 0.1 to 3'],
  ['9', { max: 8 }, 'a whole number up to 8'],
] as const)('refuses %j and names the limits', (text, limits, words) => {
  expect(readNumber(limits)(text)).toEqual({ ok: false, error: words });
  expect(limitWords(limits)).toBe(words);
});

it.each([
  ['4', 1, { min: 0, max: 33 }, '5'],
  ['30', 10, { min: 0, max: 33 }, '33'],
  ['5', -1, { min: 0, max: 64, step: 4 }, '0'],
  ['60', 10, { min: 0, max: 63, step: 4 }, '60'],
  ['0.3', 1, { min: 0.1, step: 0 }, '0.4'],
  ['no', 1, {}, null],
] as const)('steps %j by %i', (text, steps, limits, next) => {
  expect(steppedNumber(limits, text, steps)).toBe(next);
});

it.each([
  ['Padding', 'elements', 'Padding, elements'],
  ['Base address', 'B', 'Base address, B'],
  ['Rows', 'rows', 'Rows'],
  ['Query heads to each', 'heads', 'Query heads to each'],
  ['Stages', undefined, 'Stages'],
])('names %j with %j', (label, unit, name) => {
  expect(withUnit(label, unit)).toBe(name);
});

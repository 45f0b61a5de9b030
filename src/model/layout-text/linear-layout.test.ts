/** Tests linear layouts against the layouts from which they were made. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MMA_ATOMS } from '../layout/atoms.ts';
import { layouts } from '../layout/fixtures/arbitrary-layouts.ts';
import { layoutFromText } from '../layout/fixtures/layout-text.ts';
import { modesOf, offsetAt, sizeOf } from '../layout/layout.ts';
import { type LinearLayout, linearLayout, linearText, linearThreadValues } from './linear-layout.ts';
import { offsetsOf, plain } from './operand.ts';

/** Evaluates a linear layout, by XOR alone. */
const linearAt = ({ inputs, outputs }: LinearLayout, indices: readonly number[]): number[] =>
  outputs.map((_, output) => {
    let bits = 0;
    for (const [input, { bases }] of inputs.entries())
      for (const [bit, basis] of bases.entries()) if ((indices[input] >> bit) & 1) bits ^= basis[output];
    return bits;
  });

/** The coordinates of a whole number, one for each mode. */
function indicesOf(lengths: readonly number[], index: number): number[] {
  let rest = index;
  return lengths.map(length => {
    const within = rest % length;
    rest = (rest - within) / length;
    return within;
  });
}

describe('of a layout', () => {
  test('gives the same offsets, or is refused for a reason', () => {
    let agreed = 0;
    const strides = fc.constantFrom(0, 1, 2, 4, 8, 16, 32, 3);
    const swizzle = fc.constantFrom({ bits: 0, base: 0, shift: 0 }, { bits: 2, base: 1, shift: 2 });
    const operands = fc.record({ swizzle, offset: fc.constant(0), layout: layouts(strides, [1, 2, 4, 8]) });
    fc.assert(
      fc.property(operands, operand => {
        const linear = linearLayout(operand);
        const { layout } = operand;
        const lengths = modesOf(layout).map(sizeOf);
        const offsets = offsetsOf(operand);
        const plainOffset = offsetsOf(plain(layout));
        const powers = lengths.flatMap((length, mode) => {
          const before = lengths.slice(0, mode).reduce((all, n) => all * n, 1);
          return Array.from({ length: Math.log2(length) }, (_, bit) => plainOffset(before * 2 ** bit));
        });
        const carries = powers.some((a, i) => powers.some((b, j) => j < i && (a & b) !== 0));
        expect(linear.ok).toBe(!carries);
        if (!linear.ok) return;
        agreed++;
        for (let i = 0; i < sizeOf(layout); i++)
          expect(linearAt(linear.value, indicesOf(lengths, i))).toEqual([offsets(i)]);
      }),
    );
    expect(agreed).toBeGreaterThan(10);
  });

  test.each([
    ['(6,8):(8,1)', 'a length of 6: lengths are powers of two'],
    ['(4,8):(3,16)', 'steps of 3 and 6 share a bit: their sum carries, XOR does not'],
    ['(4,8):(1,-4)', 'a stride of -4: bits have no sign'],
  ])('%s is refused', (text, message) => {
    const linear = linearLayout(plain(layoutFromText(text)));
    expect(linear.ok ? '' : linear.error.message).toContain(message);
  });

  test('with a constant is refused', () => {
    const linear = linearLayout({ ...plain(layoutFromText('8:1')), offset: 4 });
    expect(linear.ok ? '' : linear.error.message).toContain('a constant of 4');
  });
});

test.each(MMA_ATOMS.map(atom => [atom.name, atom] as const))('threads and values of %s', (_, { a, m, k }) => {
  const linear = linearThreadValues(a, { rows: m, columns: k, order: 'columns first' });
  if (!linear.ok) throw new Error(linear.error.message);
  const [threads, values] = modesOf(a);
  for (let t = 0; t < sizeOf(threads); t++)
    for (let v = 0; v < sizeOf(values); v++) {
      const offset = offsetAt(threads, t) + offsetAt(values, v);
      expect(linearAt(linear.value, [v, t])).toEqual([offset % m, Math.floor(offset / m)]);
    }
});

test('a matrix that is counted along its rows', () => {
  const { b, n, k } = MMA_ATOMS[0];
  const linear = linearThreadValues(b, { rows: k, columns: n, order: 'rows first' });
  // Thread 5, value 1: row 3 of column 1.
  expect(linear.ok && linearAt(linear.value, [1, 5])).toEqual([3, 1]);
});

test('is written as Triton writes it', () => {
  const atom = MMA_ATOMS[0];
  const linear = linearThreadValues(atom.c, { rows: atom.m, columns: atom.n, order: 'columns first' });
  expect(linear.ok && linearText(linear.value)).toBe(
    [
      ' - register=1 -> (0, 1)',
      '   register=2 -> (8, 0)',
      ' - lane=1 -> (0, 2)',
      '   lane=2 -> (0, 4)',
      '   lane=4 -> (1, 0)',
      '   lane=8 -> (2, 0)',
      '   lane=16 -> (4, 0)',
      'where out dims are: [dim0 (size 16), dim1 (size 8)]',
    ].join('\n'),
  );
  const odd = linearThreadValues(layoutFromText('(128,(24,16)):(0,(1,24))'), {
    rows: 24,
    columns: 16,
    order: 'columns first',
  });
  expect(odd.ok ? '' : odd.error.message).toBe('a side of 24: sides are powers of two');
});

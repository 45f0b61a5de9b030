/** Formulas: values by the rules of arithmetic, errors with their column, and nothing that runs on or throws. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateFormula, type FormulaValue } from './evaluate-formula.ts';
import { buffersIn, unknownName } from './formula-names.ts';
import { parseFormula } from './parse-formula.ts';

const SCALARS = new Map<string, FormulaValue>([
  ['n', 4n],
  ['a', 0.5],
]);
const element = (buffer: string, index: number): FormulaValue | null =>
  buffer !== 'x' || index < 0 || index >= 8 ? null : BigInt(index * index);

function result(text: string, i = 0): FormulaValue | string {
  const formula = parseFormula(text);
  if (!formula.ok) return `${formula.error.column}: ${formula.error.message}`;
  let last: FormulaValue = 0n;
  const done = evaluateFormula(formula.value, i + 1, { scalars: SCALARS, element }, (_, value) => {
    last = value;
  });
  return done.ok ? last : `${done.error.column}: ${done.error.message}`;
}

describe('values', () => {
  it.each<[text: string, value: FormulaValue]>([
    ['2 + 3 * 4', 14n],
    ['(2 + 3) * 4', 20n],
    ['7 / 2', 3.5],
    ['7 // 2', 3n],
    ['-7 // 2', -4n],
    ['-7 % 3', 2n],
    ['7.5 % 2', 1.5],
    ['2 ** 3 ** 2', 512n],
    ['-2 ** 2', -4n],
    ['2 ** -1', 0.5],
    ['1 << 40 | 1', 2n ** 40n + 1n],
    ['6 & 3 == 2', 1n],
    ['5 ^ 1', 4n],
    ['~0', -1n],
    ['!3 || 2 && 0', 0n],
    ['n > 3 ? 10 : 20', 10n],
    ['1 ? 2 : 0 ? 3 : 4', 2n],
    ['0x10', 16n],
    ['1e3', 1000],
    ['.5 + a', 1],
    ['min(3, 2.5)', 2.5],
    ['max(n, 9)', 9n],
    ['abs(-3)', 3n],
    ['floor(-1.5)', -2n],
    ['sqrt(16)', 4],
    ['exp(log(1))', 1],
    ['sum(k, 0, n, x[k])', 14n],
    ['sum(k, 1, 3, sum(j, 0, k, k * 10 + j))', 10n + 20n + 21n],
    ['sum(k, 3, 3, x[99])', 0n],
    ['18446744073709551615 * 3', 55340232221128654845n],
  ])('%s = %s', (text, value) => {
    expect(result(text)).toBe(value);
  });

  it('know the index of the element', () => {
    expect(result('i * i + x[i]', 5)).toBe(50n);
  });

  it('agree with exact integer arithmetic', () => {
    const operators = ['+', '-', '*', '&', '|', '^'] as const;
    const exact: Record<(typeof operators)[number], (a: bigint, b: bigint) => bigint> = {
      '+': (a, b) => a + b,
      '-': (a, b) => a - b,
      '*': (a, b) => a * b,
      '&': (a, b) => a & b,
      '|': (a, b) => a | b,
      '^': (a, b) => a ^ b,
    };
    fc.assert(
      fc.property(fc.bigInt(), fc.constantFrom(...operators), fc.bigInt(), (a, operator, b) => {
        expect(result(`(${a}) ${operator} (${b})`)).toBe(exact[operator](a, b));
      }),
    );
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (a, b) => {
        expect(result(`(${a}) // ${b} * ${b} + (${a}) % ${b}`)).toBe(a);
      }),
    );
  });
});

describe('errors', () => {
  it.each<[text: string, column: number]>([
    ['', 1],
    ['1 +', 4],
    ['1 2', 3],
    ['(1', 3],
    ['x[', 3],
    ['1 @ 2', 3],
    ['  $', 3],
    ['foo(1)', 1],
    ['min(1)', 1],
    ['sum(1, 0, 2, 3)', 5],
    ['1 ? 2', 6],
    ['* 2', 1],
  ])('%j is refused at column %i', (text, column) => {
    const parsed = parseFormula(text);
    expect(!parsed.ok && parsed.error.column).toBe(column);
  });

  it.each<[text: string, words: string]>([
    ['1 // 0', '3: element 0: division by zero'],
    ['x[8]', "1: element 0: 'x' has no element 8"],
    ['x[0.5]', "1: element 0: 0.5 is no place in 'x'; // divides and rounds down"],
    ['1.5 & 1', '5: element 0: 1.5 is no integer; // divides and rounds down'],
    ['1 << -1', '3: element 0: a shift by -1'],
    ['1 << 1025', '3: element 0: a shift by 1025'],
  ])('%s: %s', (text, words) => {
    expect(result(text)).toBe(words);
  });

  it.each(['2 ** 100000', '10 ** 300 * 10 ** 300', 'sum(k, 0, 10 ** 12, k)', 'sum(k, 0, 1/0, k)'])(
    '%s ends soon',
    text => {
      expect(result(text)).toMatch(/more than/);
    },
  );

  it.each(['('.repeat(5000), '-'.repeat(1999), '1?'.repeat(900), '1**'.repeat(600)])('deep nesting ends', text => {
    expect(parseFormula(text).ok).toBe(false);
  });

  it('never throws, whatever the text', () => {
    const part = fc.constantFrom(...'i n x [ ] ( ) + - * / // % ** ? : , sum( min( 1 2.5 0x < == & ~ ! k'.split(' '));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part, { maxLength: 30 }).map(parts => parts.join(' ')),
        ),
        text => {
          result(text, 2);
        },
      ),
    );
  });
});

describe('names', () => {
  const known = { buffers: new Set(['x', 'y']), scalars: new Set(['n']) };
  const problem = (text: string): string | null => {
    const formula = parseFormula(text);
    if (!formula.ok) return 'no formula';
    const error = unknownName(formula.value, known);
    return error && `${error.column}: ${error.message}`;
  };
  it('are buffers, scalars, i and what a sum counts', () => {
    expect(problem('n * x[i] + sum(k, 0, n, y[k])')).toBeNull();
    expect(problem('1 + m')).toBe("5: no scalar 'm'; known are i, n");
    expect(problem('x + 1')).toBe("1: 'x' is a buffer: take one element, as in x[i]");
    expect(problem('z[0]')).toBe("1: no buffer 'z'; known are x, y");
    expect(problem('sum(k, 0, k, 1)')).toContain("no scalar 'k'");
  });
  it('of buffers are found wherever they stand', () => {
    const formula = parseFormula('sum(k, x[0], 2, y[z[i]] > 0 ? -1 : min(1, 2))');
    expect(formula.ok && [...buffersIn(formula.value)].sort()).toEqual(['x', 'y', 'z']);
  });
});

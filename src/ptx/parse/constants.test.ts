/** Constant expressions, against the same ones in BigInt. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operand } from './ast.ts';
import { parseModule } from './module.ts';

function parsedOperand(text: string): Operand | string {
  const module = parseModule(
    `.version 9.0\n.target sm_90\n.address_size 64\n.entry k() { .reg .b64 %x; .reg .pred %p; mov.b64 %x, ${text}; }`,
  );
  return module.ok ? module.value.functions[0].instructions[0].operands[1] : module.error.message;
}

function integerOf(text: string): bigint {
  const operand = parsedOperand(text);
  if (typeof operand === 'string' || operand.kind !== 'integer') throw new Error(`${text}: ${JSON.stringify(operand)}`);
  return operand.value;
}

test.each<[string, bigint]>([
  ['1 + 2 * 3', 7n],
  ['(1 + 2) * 3', 9n],
  ['10 - 4 - 3', 3n],
  ['-7 / 2', -3n],
  ['-7 % 3', -1n],
  ['1 << 4 | 3', 19n],
  ['6 & 3 ^ 1', 3n],
  ['~0 & 0xFF', 255n],
  ['!5 + !0', 1n],
  ['- -3', 3n],
  ['-(2 + 3)', -5n],
  ['+4', 4n],
  ['1 < 2 == 1', 1n],
  ['3 >= 4 || 2 != 2', 0n],
  ['1 && 0 || 1', 1n],
  ['0 ? 5 : 1 ? 6 : 7', 6n],
  ['(.u64) -1 > 0', 1n],
  ['-1 > 0', 0n],
  ['-1 >> 60', -1n],
  ['(.u64) -1 >> 60', 15n],
  ['(.s64) 18446744073709551615', -1n],
  ['18446744073709551615 / 2', 9223372036854775807n],
  ['5U - 6', 18446744073709551615n],
  ['1 << 64', 0n],
  ['WARP_SZ - 1', 31n],
  ['2*WARP_SZ', 64n],
  ['8/*eight*/ % 3 // and no more\n', 2n],
  ['0b101 + 017 + 0x1f', 51n],
])('%s', (text, expected) => {
  expect(integerOf(text)).toBe(expected);
});

test('doubles', () => {
  const pattern = (value: number) => new BigUint64Array(new Float64Array([value]).buffer)[0];
  const found = parsedOperand('1.5 * 2 + 0.25 - 1.0 / 4.0');
  expect(found).toEqual({ kind: 'float', bits: 64, pattern: pattern(3) });
  expect(parsedOperand('0d3FF0000000000000')).toEqual({ kind: 'float', bits: 64, pattern: pattern(1) });
});

describe('what is refused', () => {
  test.each([
    ['1 / 0', 'division by zero'],
    ['1 +', "expected a number, found ';'"],
    ['(1', "expected ')' at the end of the expression"],
    ['(.b32) 1', "expected '.s64' or '.u64'"],
    ['0f3F800000 + 1.0', '0f literal stands alone'],
    ['1.5 & 1', "'&' needs integers"],
    ['~1.5', '~ needs an integer'],
    ['1 ? 2', "expected ':'"],
    ['%x + 4', 'is no variable'],
    [`${'('.repeat(5000)}1`, 'nest deeper'],
    [`${'- '.repeat(5000)}1`, 'nest deeper'],
    [`${'~'.repeat(5000)}1`, 'nest deeper'],
    [`${'1 ? '.repeat(5000)}1`, 'nest deeper'],
    [`${'(.u64)'.repeat(5000)}1`, 'nest deeper'],
  ])('%.20s', (text, words) => {
    expect(parsedOperand(text)).toContain(words);
  });
});

const SIGNS: Readonly<Record<string, (x: bigint, y: bigint) => bigint>> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '&': (x, y) => x & y,
  '|': (x, y) => x | y,
  '^': (x, y) => x ^ y,
};

test('random expressions', () => {
  const leaf = fc.bigInt({ min: 0n, max: 2n ** 62n }).map(value => ({ text: `${value}`, value }));
  const { tree } = fc.letrec<{ tree: { text: string; value: bigint } }>(tie => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      leaf,
      fc.tuple(tie('tree'), fc.constantFrom(...Object.keys(SIGNS)), tie('tree')).map(([a, sign, b]) => ({
        text: `(${a.text}${sign}${b.text})`,
        value: BigInt.asIntN(64, SIGNS[sign](a.value, b.value)),
      })),
    ),
  }));
  fc.assert(
    fc.property(tree, ({ text, value }) => integerOf(text) === value),
    { numRuns: 200 },
  );
});

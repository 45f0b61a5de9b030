/** Results of the operators of constant expressions. */

/** An integer as 64 bits say it, with C's signedness; or a double. */
export type Constant =
  | { readonly kind: 'integer'; readonly value: bigint; readonly unsigned: boolean }
  | { readonly kind: 'float'; readonly value: number };

const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);

export const integer = (value: bigint, unsigned: boolean): Constant => ({
  kind: 'integer',
  value: unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value),
  unsigned,
});
export const truth = (value: boolean): Constant => integer(value ? 1n : 0n, false);
export const isTrue = ({ value }: Constant): boolean => Number(value) !== 0;

/** `a sign b`, or why it has no value. */
export function combine(sign: string, a: Constant, b: Constant): Constant | string {
  if (sign === '&&') return truth(isTrue(a) && isTrue(b));
  if (sign === '||') return truth(isTrue(a) || isTrue(b));
  if (a.kind === 'integer' && b.kind === 'integer') {
    const unsigned = a.unsigned || b.unsigned;
    if (sign === '<<' || sign === '>>') return integer(shifted(sign, a.value, b.value), a.unsigned);
    const [x, y] = [a, b].map(c => (unsigned ? BigInt.asUintN(64, c.value) : c.value));
    if (COMPARISONS.has(sign)) return truth(compares(sign, x, y));
    return y === 0n && (sign === '/' || sign === '%') ? 'division by zero' : integer(integerOf(sign, x, y), unsigned);
  }
  const [x, y] = [Number(a.value), Number(b.value)];
  if (COMPARISONS.has(sign)) return truth(compares(sign, x, y));
  const value = floatOf(sign, x, y);
  return value === null ? `'${sign}' needs integers` : { kind: 'float', value };
}

function shifted(sign: '<<' | '>>', value: bigint, by: bigint): bigint {
  const count = by < 0n || by > 63n ? 64n : by;
  return sign === '<<' ? value << count : value >> count;
}

function compares<T extends bigint | number>(sign: string, x: T, y: T): boolean {
  if (sign === '==') return x === y;
  if (sign === '!=') return x !== y;
  if (sign[0] === '<') return sign === '<' ? x < y : x <= y;
  return sign === '>' ? x > y : x >= y;
}

function integerOf(sign: string, x: bigint, y: bigint): bigint {
  switch (sign) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return x / y;
    case '%':
      return x % y;
    case '&':
      return x & y;
    case '|':
      return x | y;
    default:
      return x ^ y;
  }
}

function floatOf(sign: string, x: number, y: number): number | null {
  if (sign === '+') return x + y;
  if (sign === '-') return x - y;
  if (sign === '*') return x * y;
  return sign === '/' ? x / y : null;
}

/**
 * Constant expressions (PTX ISA, "Constant Expressions"): C's operators on 64-bit integers, signed unless an operand is
 * unsigned, and on doubles. `WARP_SZ` is a constant too.
 */
import { CODE, isDigit, type Scanner } from './scanner.ts';

/** An integer as 64 bits say it, with C's signedness; or a double. */
export type Constant =
  | { readonly kind: 'integer'; readonly value: bigint; readonly unsigned: boolean }
  | { readonly kind: 'float'; readonly value: number };

/** By priority, loosest first; of each level the longer signs first. */
const BINARY: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);
const DEEPEST = 64;

const integer = (value: bigint, unsigned: boolean): Constant => ({
  kind: 'integer',
  value: unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value),
  unsigned,
});
const truth = (value: boolean): Constant => integer(value ? 1n : 0n, false);
const isTrue = ({ value }: Constant): boolean => Number(value) !== 0;

export class ConstantReader {
  readonly #scanner: Scanner;
  readonly #literal: () => Constant;
  #depth = 0;

  /** `literal` reads a number. */
  constructor(scanner: Scanner, literal: () => Constant) {
    this.#scanner = scanner;
    this.#literal = literal;
  }

  /** `a ? b : c`, and everything that binds closer. */
  read(): Constant {
    if (++this.#depth > DEEPEST) this.#scanner.fail(`constants nest deeper than ${DEEPEST}`);
    const condition = this.#binary(0);
    let value = condition;
    if (this.#scanner.take(CODE.question)) {
      const yes = this.read();
      this.#scanner.expect(CODE.colon, 'between the values of a condition');
      const no = this.read();
      value = isTrue(condition) ? yes : no;
    }
    this.#depth--;
    return value;
  }

  #binary(level: number): Constant {
    if (level === BINARY.length) return this.#unary();
    let left = this.#binary(level + 1);
    for (let sign = this.#sign(level); sign !== null; sign = this.#sign(level)) {
      const start = this.#scanner.position;
      this.#scanner.position += sign.length;
      left = this.#combine(sign, left, this.#binary(level + 1), start);
    }
    return left;
  }

  /** The operator of this level that comes next; `<` is none where `<<` stands, nor `&` where `&&` does. */
  #sign(level: number): string | null {
    const scanner = this.#scanner;
    scanner.peek();
    const { text, position } = scanner;
    const sign = BINARY[level].find(s => text.startsWith(s, position)) ?? null;
    const isLonger = sign?.length === 1 && text[position + 1] === sign && '|&<>'.includes(sign);
    return isLonger ? null : sign;
  }

  #unary(): Constant {
    const scanner = this.#scanner;
    const code = scanner.peek();
    const start = scanner.position;
    if (code === CODE.openParen) return this.#parenthesised();
    if (code !== CODE.minus && code !== CODE.plus && code !== CODE.bang && code !== CODE.tilde) return this.#atom();
    scanner.position++;
    if (++this.#depth > DEEPEST) scanner.fail(`constants nest deeper than ${DEEPEST}`);
    const operand = this.#unary();
    this.#depth--;
    if (code === CODE.bang) return truth(!isTrue(operand));
    if (code === CODE.plus) return operand;
    if (operand.kind === 'integer') {
      return integer(code === CODE.minus ? -operand.value : ~operand.value, operand.unsigned);
    }
    return code === CODE.minus ? { kind: 'float', value: -operand.value } : scanner.fail('~ needs an integer', start);
  }

  /** `(expression)`, or a cast: `(.u64) value`. */
  #parenthesised(): Constant {
    const scanner = this.#scanner;
    scanner.position++;
    if (scanner.peek() !== CODE.dot) {
      const value = this.read();
      scanner.expect(CODE.closeParen, 'at the end of the expression');
      return value;
    }
    const start = scanner.position;
    const type = scanner.directive();
    if (type !== '.s64' && type !== '.u64') scanner.fail("expected '.s64' or '.u64'", start);
    scanner.expect(CODE.closeParen, 'after the type');
    if (++this.#depth > DEEPEST) scanner.fail(`constants nest deeper than ${DEEPEST}`);
    const operand = this.#unary();
    this.#depth--;
    if (operand.kind === 'float') scanner.fail('a cast needs an integer', start);
    return integer(operand.value as bigint, type === '.u64');
  }

  #atom(): Constant {
    const scanner = this.#scanner;
    if (isDigit(scanner.peek())) return this.#literal();
    const start = scanner.position;
    if (scanner.word() === 'WARP_SZ') return integer(32n, false);
    scanner.position = start;
    return scanner.failExpecting('a number');
  }

  #combine(sign: string, a: Constant, b: Constant, offset: number): Constant {
    if (sign === '&&') return truth(isTrue(a) && isTrue(b));
    if (sign === '||') return truth(isTrue(a) || isTrue(b));
    if (a.kind === 'integer' && b.kind === 'integer') {
      const unsigned = a.unsigned || b.unsigned;
      if (sign === '<<' || sign === '>>') return integer(shifted(sign, a.value, b.value), a.unsigned);
      const [x, y] = [a, b].map(c => (unsigned ? BigInt.asUintN(64, c.value) : c.value));
      if (COMPARISONS.has(sign)) return truth(compares(sign, x, y));
      if (y === 0n && (sign === '/' || sign === '%')) this.#scanner.fail('division by zero', offset);
      return integer(integerOf(sign, x, y), unsigned);
    }
    const [x, y] = [Number(a.value), Number(b.value)];
    if (COMPARISONS.has(sign)) return truth(compares(sign, x, y));
    return { kind: 'float', value: floatOf(sign, x, y) ?? this.#scanner.fail(`'${sign}' needs integers`, offset) };
  }
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

/** Reads constants: literals, and expressions of them. */
import { CODE, isDigit, isWordCode } from './characters.ts';
import type { Constant } from './constant-arithmetic.ts';
import { ConstantReader } from './constants.ts';
import { doubleOf, type FloatLiteral, floatPattern, integerValue, type Literal, patternOf } from './number-words.ts';
import type { Scanner } from './scanner.ts';

const BEGINS = 1;
const GOES_ON = 2;
/**
 * For each character code: whether a constant may begin with it, and whether it makes a literal the first part of an
 * expression.
 */
const CLASS = new Uint8Array(128);
for (let code = 48; code <= 57; code++) CLASS[code] = BEGINS;
for (const code of [CODE.dot, CODE.openParen, CODE.tilde]) CLASS[code] = BEGINS;
for (const code of [CODE.minus, CODE.plus, CODE.bang]) CLASS[code] = BEGINS | GOES_ON;
const { star, slash, percent, less, greater, equals, ampersand, bar, caret, question } = CODE;
for (const code of [star, slash, percent, less, greater, equals, ampersand, bar, caret, question])
  CLASS[code] = GOES_ON;

/** True for the character that a constant may begin with, names apart. */
export const beginsConstant = (code: number): boolean => (CLASS[code] & BEGINS) !== 0;
/** True for one that goes on with a constant. `(` is none: `0xFF00(address)` is something else. */
export const isOperator = (code: number): boolean => (CLASS[code] & GOES_ON) !== 0;

/** The part of a decimal float that is one word: `1e3`, or `1e` before a sign. */
const WITH_EXPONENT = /^[0-9]+[eE][0-9]*$/;
const DECIMAL = /(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;

/** Reads literals and keeps one object per spelling, since the same few come again and again. */
export class LiteralReader {
  readonly #scanner: Scanner;
  readonly #known = new Map<string, Literal>();
  readonly #constants: ConstantReader;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#constants = new ConstantReader(scanner, () => this.#operand());
  }

  /** A literal, or an expression of literals. A decimal float (`0.5`) becomes a pattern of `floatBits`. */
  constant(floatBits: 32 | 64): Literal {
    const scanner = this.#scanner;
    const code = scanner.peek();
    const start = scanner.position;
    if (isDigit(code) || (code === CODE.minus && isDigit(scanner.text.charCodeAt(start + 1)))) {
      const literal = this.#signed(floatBits);
      if (!isOperator(scanner.peek())) return literal;
      scanner.position = start;
    }
    const constant = this.#constants.read();
    if (constant.kind === 'float') return patternOf(constant.value, floatBits);
    return { kind: 'integer', value: constant.value };
  }

  integer(): bigint {
    const start = this.#scanner.position;
    const literal = this.constant(64);
    return literal.kind === 'integer' ? literal.value : this.#scanner.fail('expected an integer', start);
  }

  /** An integer from 0 to `largest`, as a number. */
  count(largest: number): number {
    this.#scanner.peek();
    return this.#checkedCount(this.#scanner.position, this.integer(), largest);
  }

  /** The same where '>' ends it: a literal. */
  literalCount(largest: number): number {
    this.#scanner.peek();
    const start = this.#scanner.position;
    const literal = this.#signed(64);
    return this.#checkedCount(start, literal.kind === 'integer' ? literal.value : -1n, largest);
  }

  #checkedCount(start: number, value: bigint, largest: number): number {
    if (value < 0n || value > BigInt(largest)) this.#scanner.fail(`expected a number from 0 to ${largest}`, start);
    return Number(value);
  }

  /** A literal as an operand of an expression. */
  #operand(): Constant {
    const scanner = this.#scanner;
    const start = scanner.position;
    const literal = this.#signed(64);
    if (literal.kind === 'integer') {
      const unsigned = literal.value >= 1n << 63n || scanner.text[scanner.position - 1] === 'U';
      return { ...literal, unsigned };
    }
    if (literal.bits === 32) scanner.fail('a 0f literal stands alone, not in an expression', start);
    return { kind: 'float', value: doubleOf(literal.pattern) };
  }

  /** `[-] literal`. */
  #signed(floatBits: 32 | 64): Literal {
    const scanner = this.#scanner;
    const negative = scanner.take(CODE.minus);
    const code = scanner.peek();
    if (!isDigit(code) && code !== CODE.dot) scanner.failExpecting('a number');
    const start = scanner.position;
    const word = scanner.word();
    if (scanner.text.charCodeAt(scanner.position) === CODE.dot) return this.#decimal(start, negative, floatBits);
    const key = negative ? `-${word}` : word;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (WITH_EXPONENT.test(word)) return this.#decimal(start, negative, floatBits);
    const literal = this.#make(word, negative, start);
    this.#known.set(key, literal);
    return literal;
  }

  #make(word: string, negative: boolean, start: number): Literal {
    const value = integerValue(word);
    if (value !== null) return { kind: 'integer', value: negative ? -value : value };
    const float = negative ? null : floatPattern(word);
    return float ?? this.#scanner.fail(`'${word.slice(0, 80)}' is no number of at most 64 bits`, start);
  }

  /** Digits, '.', digits, exponent. Rare: nvcc writes patterns. */
  #decimal(start: number, negative: boolean, bits: 32 | 64): FloatLiteral {
    const scanner = this.#scanner;
    DECIMAL.lastIndex = start;
    const text = DECIMAL.exec(scanner.text)?.[0] ?? '';
    scanner.position = start + text.length;
    const next = scanner.text.charCodeAt(scanner.position);
    if (text === '' || isWordCode(next) || next === CODE.dot) {
      scanner.position = start;
      scanner.fail(`'${scanner.dottedWord().slice(0, 80)}' is no number`, start);
    }
    return patternOf(negative ? -Number(text) : Number(text), bits);
  }
}

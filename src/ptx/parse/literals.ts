/** Integer and float constants (PTX ISA, "Constants"). Integers are exact; floats are bit patterns. */
import type { Operand } from './ast.ts';
import type { Constant } from './constant-arithmetic.ts';
import { ConstantReader } from './constants.ts';
import { CODE, isDigit, type Scanner } from './scanner.ts';

export type Literal = Extract<Operand, { readonly kind: 'integer' | 'float' }>;
type FloatLiteral = Extract<Operand, { readonly kind: 'float' }>;

const ZERO = 48;
/** Enough for 64 binary digits with their prefix; longer words are refused before they cost time. */
const LONGEST_INTEGER = 66;
const TWO_TO_64 = 1n << 64n;

const scratch = new DataView(new ArrayBuffer(8));

/** True when all characters from `start` on are digits of the base. By hand: a first match of a regular expression is slow. */
function areDigits(word: string, start: number, base: number): boolean {
  for (let i = start; i < word.length; i++) {
    const code = word.charCodeAt(i);
    // '0' to '9', else 'a' to 'f' in either case.
    const digit = code <= 57 ? code - 48 : (code | 32) - 87;
    if (digit < 0 || digit >= base) return false;
  }
  return word.length > start;
}

/** What `BigInt` reads, or null: decimal, `0x1F`, `0b101`, octal `017`, each with or without a final `U`. */
function integerText(word: string): string | null {
  const text = word.endsWith('U') ? word.slice(0, -1) : word;
  if (text.charCodeAt(0) !== ZERO || text.length === 1) return areDigits(text, 0, 10) ? text : null;
  const letter = text[1];
  if (letter === 'x' || letter === 'X') return areDigits(text, 2, 16) ? text : null;
  if (letter === 'b' || letter === 'B') return areDigits(text, 2, 2) ? text : null;
  return areDigits(text, 1, 8) ? `0o${text.slice(1)}` : null;
}

/** Exact value of an unsigned integer literal below 2^64; null if the word is none. */
function integerValue(word: string): bigint | null {
  const text = word.length > LONGEST_INTEGER + 1 ? null : integerText(word);
  const value = text === null ? TWO_TO_64 : BigInt(text);
  return value < TWO_TO_64 ? value : null;
}

/** `0f` and 8 hexadecimal digits, or `0d` and 16. */
function floatPattern(word: string): FloatLiteral | null {
  const letter = word[1];
  const bits = letter === 'f' || letter === 'F' ? 32 : letter === 'd' || letter === 'D' ? 64 : null;
  if (bits === null || word.length !== 2 + bits / 4 || word.charCodeAt(0) !== ZERO) return null;
  return areDigits(word, 2, 16) ? { kind: 'float', bits, pattern: BigInt(`0x${word.slice(2)}`) } : null;
}

function decimalFloat(value: number, bits: 32 | 64): FloatLiteral {
  if (bits === 32) scratch.setFloat32(0, value);
  else scratch.setFloat64(0, value);
  return { kind: 'float', bits, pattern: bits === 32 ? BigInt(scratch.getUint32(0)) : scratch.getBigUint64(0) };
}

const BEGINS = 1;
const GOES_ON = 2;
/** By character code: what a constant may begin with, and what makes a literal the first part of an expression. */
const CLASS = new Uint8Array(128);
for (let code = 48; code <= 57; code++) CLASS[code] = BEGINS;
for (const code of [CODE.openParen, CODE.tilde]) CLASS[code] = BEGINS;
for (const code of [CODE.minus, CODE.plus, CODE.bang]) CLASS[code] = BEGINS | GOES_ON;
const { star, slash, percent, less, greater, equals, ampersand, bar, caret, question } = CODE;
for (const code of [star, slash, percent, less, greater, equals, ampersand, bar, caret, question])
  CLASS[code] = GOES_ON;

/** True for the character that a constant may begin with, names apart. */
export const beginsConstant = (code: number): boolean => (CLASS[code] & BEGINS) !== 0;
/** True for one that goes on with a constant. `(` is none: `0xFF00(address)` is something else. */
export const isOperator = (code: number): boolean => (CLASS[code] & GOES_ON) !== 0;

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
    if (constant.kind === 'float') return decimalFloat(constant.value, floatBits);
    return { kind: 'integer', value: constant.value };
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
    scratch.setBigUint64(0, literal.pattern);
    return { kind: 'float', value: scratch.getFloat64(0) };
  }

  /** `[-] literal`. */
  #signed(floatBits: 32 | 64): Literal {
    const scanner = this.#scanner;
    const negative = scanner.take(CODE.minus);
    if (!isDigit(scanner.peek())) scanner.failExpecting('a number');
    const start = scanner.position;
    const word = scanner.word();
    if (scanner.text.charCodeAt(scanner.position) === CODE.dot) return this.#decimal(start, negative, floatBits);
    const key = negative ? `-${word}` : word;
    let literal = this.#known.get(key);
    if (literal === undefined) {
      literal = this.#make(word, negative, start);
      this.#known.set(key, literal);
    }
    return literal;
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

  #make(word: string, negative: boolean, start: number): Literal {
    const value = integerValue(word);
    if (value !== null) return { kind: 'integer', value: negative ? -value : value };
    const float = negative ? null : floatPattern(word);
    return float ?? this.#scanner.fail(`'${word.slice(0, 80)}' is no number of at most 64 bits`, start);
  }

  /** Digits, '.', digits, exponent. Rare: nvcc writes patterns. */
  #decimal(start: number, negative: boolean, bits: 32 | 64): FloatLiteral {
    const scanner = this.#scanner;
    scanner.position++;
    scanner.word();
    const code = scanner.text.charCodeAt(scanner.position);
    const exponent = /[eE]$/.test(scanner.text.slice(scanner.position - 1, scanner.position));
    if (exponent && (code === CODE.plus || code === CODE.minus)) {
      scanner.position++;
      scanner.word();
    }
    const text = scanner.text.slice(start, scanner.position);
    if (!/^[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?$/.test(text)) scanner.fail(`'${text.slice(0, 80)}' is no number`, start);
    return decimalFloat(negative ? -Number(text) : Number(text), bits);
  }
}

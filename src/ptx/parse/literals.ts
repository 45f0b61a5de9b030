/** Integer and float literals (PTX ISA, "Constants"). Integers are exact; floats are bit patterns. */
import type { Operand } from './ast.ts';
import { CODE, isDigit, type Scanner } from './scanner.ts';

export type Literal = Extract<Operand, { readonly kind: 'integer' | 'float' }>;
type FloatLiteral = Extract<Operand, { readonly kind: 'float' }>;

const INTEGER = /^(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)U?$/;
const FLOAT = /^0(?:[fF][0-9a-fA-F]{8}|[dD][0-9a-fA-F]{16})$/;
/** Enough for 64 binary digits with prefix and suffix; longer words are refused before they cost time. */
const LONGEST_INTEGER = 67;
const TWO_TO_64 = 1n << 64n;

const scratch = new DataView(new ArrayBuffer(8));

/** Exact value of an unsigned integer literal below 2^64; null if the word is none. */
function integerValue(word: string): bigint | null {
  if (word.length > LONGEST_INTEGER || !INTEGER.test(word)) return null;
  const digits = word.endsWith('U') ? word.slice(0, -1) : word;
  const isOctal = digits.length > 1 && digits[0] === '0' && isDigit(digits.charCodeAt(1));
  const value = BigInt(isOctal ? `0o${digits.slice(1)}` : digits);
  return value < TWO_TO_64 ? value : null;
}

function floatPattern(word: string): FloatLiteral | null {
  if (!FLOAT.test(word)) return null;
  return { kind: 'float', bits: word.length === 10 ? 32 : 64, pattern: BigInt(`0x${word.slice(2)}`) };
}

function decimalFloat(value: number, bits: 32 | 64): FloatLiteral {
  if (bits === 32) scratch.setFloat32(0, value);
  else scratch.setFloat64(0, value);
  return { kind: 'float', bits, pattern: bits === 32 ? BigInt(scratch.getUint32(0)) : scratch.getBigUint64(0) };
}

/** Reads literals and keeps one object per spelling, since the same few come again and again. */
export class LiteralReader {
  readonly #scanner: Scanner;
  readonly #known = new Map<string, Literal>();

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  /** `[-] literal`. A decimal float (`0.5`) becomes a pattern of `floatBits`. */
  literal(floatBits: 32 | 64): Literal {
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

  /** `[-] integer`. */
  integer(): bigint {
    const start = this.#scanner.position;
    const literal = this.literal(64);
    return literal.kind === 'integer' ? literal.value : this.#scanner.fail('expected an integer', start);
  }

  /** An integer from 0 to `largest`, as a number. */
  count(largest: number): number {
    this.#scanner.peek();
    const start = this.#scanner.position;
    const value = this.integer();
    if (value < 0n || value > BigInt(largest)) this.#scanner.fail(`expected a number from 0 to ${largest}`, start);
    return Number(value);
  }

  #make(word: string, negative: boolean, start: number): Literal {
    const value = integerValue(word);
    if (value !== null) return { kind: 'integer', value: negative ? -value : value };
    const float = negative ? null : floatPattern(word);
    return float ?? this.#scanner.fail(`'${word.slice(0, 80)}' is no number of at most 64 bits`, start);
  }

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

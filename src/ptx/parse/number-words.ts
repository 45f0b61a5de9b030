/** Words that are numbers (PTX ISA, "Constants"). Integers are exact; floats are bit patterns. */
import type { Operand } from './ast.ts';

export type Literal = Extract<Operand, { readonly kind: 'integer' | 'float' }>;
export type FloatLiteral = Extract<Operand, { readonly kind: 'float' }>;

const ZERO = 48;
/** Enough for 64 binary digits with their prefix; longer words are refused before they cost time. */
const LONGEST_INTEGER = 66;
const TWO_TO_64 = 1n << 64n;

const scratch = new DataView(new ArrayBuffer(8));

/**
 * Whether all characters from `start` on are digits of the base. It uses no regular expression, since the first match
 * of one is slow.
 */
function areDigits(word: string, start: number, base: number): boolean {
  for (let i = start; i < word.length; i++) {
    const code = word.charCodeAt(i);
    // '0' to '9', else 'a' to 'f' in either case.
    const digit = code <= 57 ? code - 48 : (code | 32) - 87;
    if (digit < 0 || digit >= base) return false;
  }
  return word.length > start;
}

/** Text that `BigInt` reads, or null: decimal, `0x1F`, `0b101`, octal `017`, each with or without a final `U`. */
function integerText(word: string): string | null {
  const text = word.endsWith('U') ? word.slice(0, -1) : word;
  if (text.charCodeAt(0) !== ZERO || text.length === 1) return areDigits(text, 0, 10) ? text : null;
  const letter = text[1];
  if (letter === 'x' || letter === 'X') return areDigits(text, 2, 16) ? text : null;
  if (letter === 'b' || letter === 'B') return areDigits(text, 2, 2) ? text : null;
  return areDigits(text, 1, 8) ? `0o${text.slice(1)}` : null;
}

/** Exact value of an unsigned integer literal below 2^64; null if the word is none. */
export function integerValue(word: string): bigint | null {
  const text = word.length > LONGEST_INTEGER + 1 ? null : integerText(word);
  const value = text === null ? TWO_TO_64 : BigInt(text);
  return value < TWO_TO_64 ? value : null;
}

/** `0f` and 8 hexadecimal digits, or `0d` and 16. */
export function floatPattern(word: string): FloatLiteral | null {
  const letter = word[1];
  const bits = letter === 'f' || letter === 'F' ? 32 : letter === 'd' || letter === 'D' ? 64 : null;
  if (bits === null || word.length !== 2 + bits / 4 || word.charCodeAt(0) !== ZERO) return null;
  return areDigits(word, 2, 16) ? { kind: 'float', bits, pattern: BigInt(`0x${word.slice(2)}`) } : null;
}

export function patternOf(value: number, bits: 32 | 64): FloatLiteral {
  if (bits === 32) scratch.setFloat32(0, value);
  else scratch.setFloat64(0, value);
  return { kind: 'float', bits, pattern: bits === 32 ? BigInt(scratch.getUint32(0)) : scratch.getBigUint64(0) };
}

export function doubleOf(pattern: bigint): number {
  scratch.setBigUint64(0, pattern);
  return scratch.getFloat64(0);
}

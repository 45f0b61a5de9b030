/** The operations of atom and red: their types, and what they leave in memory, as functions of bit patterns. */
import { BF16, decodeFloat, encodeFloat, F16, type FloatFormat } from '../../../base/float-formats.ts';
import { bitsOfNumber, doubleOfWords, floatOfBits, highWordOfDouble, lowWordOfDouble } from '../float.ts';
import { flush, oddSum } from '../float-arithmetic.ts';
import { highWord, lowWord, unsigned64 } from '../wide-integers.ts';
import { maximum, minimum } from './float.ts';

export const REDUCTIONS = ['add', 'min', 'max', 'and', 'or', 'xor', 'inc', 'dec'] as const;
export const OPERATORS = [...REDUCTIONS, 'exch', 'cas'] as const;
export type Operator = (typeof OPERATORS)[number];

/** The types that each operator takes (manual, atom: table of operations). */
export const TYPES: Readonly<Record<Operator, RegExp>> = {
  add: /^([us]32|u64|f32|f64|b?f16(x2)?)$/,
  exch: /^b(32|64|128)$/,
  cas: /^b(16|32|64|128)$/,
  min: /^[us](32|64)$/,
  max: /^[us](32|64)$/,
  and: /^b(32|64)$/,
  or: /^b(32|64)$/,
  xor: /^b(32|64)$/,
  inc: /^u32$/,
  dec: /^u32$/,
};
export const VECTOR_TYPES: Readonly<Partial<Record<Operator, RegExp>>> = {
  add: /^(f32|b?f16(x2)?)$/,
  min: /^b?f16(x2)?$/,
  max: /^b?f16(x2)?$/,
};

/** New value from the old one and the operands; 32-bit patterns. */
export type Update = (old: number, b: number, c: number) => number;

const floatAdd: Update = (old, b) => bitsOfNumber(floatOfBits(old) + floatOfBits(b));
/** Sum in global memory, where subnormals are flushed (manual, atom: floating-point operations). */
export const flushingAdd: Update = (old, b) =>
  bitsOfNumber(flush(Math.fround(flush(floatOfBits(old)) + flush(floatOfBits(b)))));

/** An operation on values of a small format, as one on patterns; and on two of them in a word. */
const onPatterns =
  (format: FloatFormat, run: (x: number, y: number) => number): Update =>
  (old, b) =>
    encodeFloat(format, run(decodeFloat(format, old), decodeFloat(format, b)));
const onPairs =
  (run: Update): Update =>
  (old, b, c) =>
    run(old, b, c) | (run(old >>> 16, b >>> 16, c) << 16);

/** add, min and max of one type and of pairs of it. */
function smallFloatUpdates(type: string, format: FloatFormat): Record<string, Update> {
  const runs = { add: oddSum, min: minimum, max: maximum };
  return Object.fromEntries(
    Object.entries(runs).flatMap(([name, run]) => {
      const update = onPatterns(format, run);
      return [
        [`${name}.${type}`, update],
        [`${name}.${type}x2`, onPairs(update)],
      ];
    }),
  );
}

export const UPDATES: Readonly<Record<string, Update>> = {
  'add.b32': (old, b) => old + b,
  'exch.b32': (_old, b) => b,
  'cas.b32': (old, b, c) => (old === b ? c : old),
  'min.s32': (old, b) => Math.min(old, b),
  'max.s32': (old, b) => Math.max(old, b),
  'min.u32': (old, b) => (old >>> 0 < b >>> 0 ? old : b),
  'max.u32': (old, b) => (old >>> 0 > b >>> 0 ? old : b),
  'and.b32': (old, b) => old & b,
  'or.b32': (old, b) => old | b,
  'xor.b32': (old, b) => old ^ b,
  'inc.u32': (old, b) => (old >>> 0 >= b >>> 0 ? 0 : old + 1),
  'dec.u32': (old, b) => (old === 0 || old >>> 0 > b >>> 0 ? b : old - 1),
  'add.f32': floatAdd,
  'cas.b16': (old, b, c) => (old === b ? c : old),
  ...smallFloatUpdates('f16', F16),
  ...smallFloatUpdates('bf16', BF16),
};

export type WideUpdate = (old: bigint, b: bigint, c: bigint) => bigint;
const exchange: WideUpdate = (_old, b) => b;
const compareAndSwap: WideUpdate = (old, b, c) => (old === b ? c : old);
const choose = (first: boolean, a: bigint, b: bigint): bigint => (first ? a : b);
export const WIDE_UPDATES: Readonly<Record<string, WideUpdate>> = {
  'add.b64': (old, b) => old + b,
  'exch.b64': exchange,
  'exch.b128': exchange,
  'cas.b64': compareAndSwap,
  'cas.b128': compareAndSwap,
  'min.s64': (old, b) => choose(BigInt.asIntN(64, old) < BigInt.asIntN(64, b), old, b),
  'max.s64': (old, b) => choose(BigInt.asIntN(64, old) > BigInt.asIntN(64, b), old, b),
  'min.u64': (old, b) => choose(old < b, old, b),
  'max.u64': (old, b) => choose(old > b, old, b),
  'and.b64': (old, b) => old & b,
  'or.b64': (old, b) => old | b,
  'xor.b64': (old, b) => old ^ b,
  'add.f64': (old, b) => bigOfDouble(doubleOf(old) + doubleOf(b)),
};

const doubleOf = (bits: bigint): number => doubleOfWords(lowWord(bits), highWord(bits));
const CANONICAL_NAN = 0xfff8_0000_0000_0000n;
const bigOfDouble = (value: number): bigint =>
  Number.isNaN(value) ? CANONICAL_NAN : unsigned64(lowWordOfDouble(value), highWordOfDouble(value));

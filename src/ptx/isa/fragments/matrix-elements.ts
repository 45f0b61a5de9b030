/** The element types of matrices: their widths, and the numbers behind their bits. */
import {
  BF16,
  decodeFloat,
  E2M1,
  E2M3,
  E3M2,
  E4M3,
  E5M2,
  encodeFloat,
  F16,
  type FloatFormat,
} from '../../../base/float-formats.ts';
import { bitsOfNumber, floatOfBits } from '../float.ts';

/**
 * Bits of an element, where the lowest start. f64 has registers of its own width. Those of 6 bits are at the bottom of a byte, those
 * of 4 in its middle, but where they are packed.
 */
const BITS = {
  f16: 16,
  bf16: 16,
  tf32: 32,
  f32: 32,
  e4m3: 8,
  e5m2: 8,
  e3m2: 8,
  e2m3: 8,
  e2m1: 8,
  packedE2m1: 4,
  s8: 8,
  u8: 8,
  s4: 4,
  u4: 4,
  s32: 32,
  f64: 64,
} as const;

export type MatrixElementType = keyof typeof BITS;

/** Types that instructions multiply; elements of one bit are held as words of 32. */
export type MultipliedType = MatrixElementType | 'b1';
export const elementOf = (type: MultipliedType): MatrixElementType => (type === 'b1' ? 's32' : type);
/** Elements of the type in one that is held. */
export const bundleOf = (type: MultipliedType): number => (type === 'b1' ? 32 : 1);

/** Elements that a register holds. */
export const perRegister = (type: MatrixElementType): number => Math.max(1, 32 / BITS[type]);

type Decode = (pattern: number) => number;
const float =
  (format: FloatFormat): Decode =>
  pattern =>
    decodeFloat(format, pattern);

const DECODE = {
  f16: float(F16),
  bf16: float(BF16),
  e4m3: float(E4M3),
  e5m2: float(E5M2),
  e3m2: pattern => decodeFloat(E3M2, pattern & 0x3f),
  e2m3: pattern => decodeFloat(E2M3, pattern & 0x3f),
  e2m1: pattern => decodeFloat(E2M1, (pattern >> 2) & 0xf),
  packedE2m1: float(E2M1),
  s8: pattern => (pattern << 24) >> 24,
  u8: pattern => pattern,
  s4: pattern => (pattern << 28) >> 28,
  u4: pattern => pattern,
} as const satisfies Readonly<Partial<Record<MatrixElementType, Decode>>>;

export type NarrowType = keyof typeof DECODE;
export const isNarrow = (type: MatrixElementType): type is NarrowType => Object.hasOwn(DECODE, type);

const tables = new Map<NarrowType, Float32Array>();

/** The number of each pattern of a type of at most 16 bits; f32 holds them all exactly. */
export function numbersOf(type: NarrowType): Float32Array {
  const table =
    tables.get(type) ?? Float32Array.from({ length: 2 ** BITS[type] }, (_, pattern) => DECODE[type](pattern));
  tables.set(type, table);
  return table;
}

/** tf32 is an f32 of which the lowest 13 bits do not count. */
const TF32_MASK = ~0x1fff;

/** The number behind a word. */
export const DECODE_WORD: Readonly<Record<'tf32' | 'f32' | 's32', Decode>> = {
  tf32: word => floatOfBits(word & TF32_MASK),
  f32: floatOfBits,
  s32: word => word,
};

/** The pattern of an accumulator of at most 32 bits, rounded once. */
export const ENCODE: Readonly<Record<'f16' | 'f32' | 's32', (value: number) => number>> = {
  f16: value => encodeFloat(F16, value),
  f32: bitsOfNumber,
  s32: value => value | 0,
};

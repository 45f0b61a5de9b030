/**
 * Elements that `tcgen05.mma` multiplies, in shared memory and in tensor memory (PTX ISA, "tcgen05: Packing formats of elements"): 16
 * elements of 6 or 4 bits are at the start of 16 bytes, but for the kinds of 4 bits alone, which pack 32 into these.
 */
import { BF16, decodeFloat, E2M1, E2M3, E3M2, E4M3, E5M2, F16, type FloatFormat } from '../../../base/float-formats.ts';
import { DECODE_WORD } from './matrix-elements.ts';

export interface TensorElement {
  readonly name: string;
  readonly bits: number;
  /** Elements of 16 bytes of shared memory; the matrices are twice as deep. */
  readonly perPiece: number;
  /** Bits of an element in tensor memory; its own bits start at `shift`. */
  readonly heldBits: number;
  readonly shift: number;
  /** Exponent of the least normal number, as `tensor-sums.ts` has it. */
  readonly leastExponent: number;
  readonly decode: (pattern: number) => number;
}

/** Bytes are multiplied as f16. */
const LEAST_OF_BYTES = -14;

function tabled(bits: number, decode: (pattern: number) => number): (pattern: number) => number {
  const numbers = Float64Array.from({ length: 2 ** bits }, (_, pattern) => decode(pattern));
  return pattern => numbers[pattern];
}

const float = (name: string, format: FloatFormat, bits: number, leastExponent: number): TensorElement => ({
  ...{ name, bits, perPiece: 128 / bits, heldBits: bits, shift: 0, leastExponent },
  decode: tabled(bits, pattern => decodeFloat(format, pattern)),
});

/** In tensor memory an element of four bits stands in the middle of a byte. */
const SHIFT_OF_FOUR = 2;

const padded = (name: string, format: FloatFormat, bits: 4 | 6): TensorElement => ({
  ...float(name, format, bits, LEAST_OF_BYTES),
  ...{ perPiece: 16, heldBits: 8, shift: bits === 4 ? SHIFT_OF_FOUR : 0 },
});

const integer = (name: string, decode: (pattern: number) => number): TensorElement => ({
  ...{ name, bits: 8, perPiece: 16, heldBits: 8, shift: 0, leastExponent: 0 },
  decode: tabled(8, decode),
});

const TF32: TensorElement = {
  ...{ name: 'tf32', bits: 32, perPiece: 4, heldBits: 32, shift: 0, leastExponent: -126 },
  decode: DECODE_WORD.tf32,
};

/** Elements of kinds that have bytes in shared memory, by the field of the instruction descriptor. */
const SMALL: Readonly<Record<number, TensorElement>> = {
  0: float('e4m3', E4M3, 8, LEAST_OF_BYTES),
  1: float('e5m2', E5M2, 8, LEAST_OF_BYTES),
  3: padded('e2m3', E2M3, 6),
  4: padded('e3m2', E3M2, 6),
  5: padded('e2m1', E2M1, 4),
};

const PACKED: Readonly<Record<number, TensorElement>> = { 1: float('e2m1', E2M1, 4, LEAST_OF_BYTES) };

/** Elements by kind, then by the field of the instruction descriptor. */
export const TENSOR_ELEMENTS = {
  f16: { 0: float('f16', F16, 16, -14), 1: float('bf16', BF16, 16, -126) },
  tf32: { 2: TF32 },
  f8f6f4: SMALL,
  i8: { 0: integer('u8', pattern => pattern), 1: integer('s8', pattern => (pattern << 24) >> 24) },
  mxf8f6f4: SMALL,
  mxf4: PACKED,
  mxf4nvf4: PACKED,
} as const satisfies Readonly<Record<string, Readonly<Record<number, TensorElement>>>>;

export type TensorKind = keyof typeof TENSOR_ELEMENTS;

/** The pattern of `bits` bits from bit `first` on, counted from word `at`. */
function patternAt(words: Int32Array, at: number, first: number, bits: number): number {
  const [word, shift] = [at + (first >> 5), first & 31];
  const low = words[word] >>> shift;
  const pattern = shift + bits > 32 ? low | (words[word + 1] << (32 - shift)) : low;
  return bits === 32 ? pattern | 0 : pattern & (2 ** bits - 1);
}

/** The elements of 16 bytes of shared memory, put at `to` and every `step` behind; `count` of them. */
export function readPiece(
  words: Int32Array,
  byteOffset: number,
  { bits, decode }: TensorElement,
  into: Float64Array,
  to: number,
  step: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) into[to + i * step] = decode(patternAt(words, byteOffset >> 2, i * bits, bits));
}

/** Element k of a row in tensor memory, whose words `wordAt` gives by the column. */
export function heldElement(
  { bits, heldBits, shift, decode }: TensorElement,
  k: number,
  wordAt: (column: number) => number,
): number {
  const first = k * heldBits;
  const pattern = wordAt(first >> 5) >>> ((first & 31) + shift);
  return decode(bits === 32 ? pattern | 0 : pattern & (2 ** bits - 1));
}

/** Word `w` of the 16 bytes that 16 elements of so many bits become: each is in a byte, as in tensor memory or `shift` bits up. */
export function unpackedWord(
  words: Int32Array,
  byteOffset: number,
  w: number,
  bits: 4 | 6,
  shift = bits === 4 ? SHIFT_OF_FOUR : 0,
): number {
  let word = 0;
  for (let b = 0; b < 4; b++) word |= patternAt(words, byteOffset >> 2, (4 * w + b) * bits, bits) << (8 * b + shift);
  return word;
}

/** Effects of integer instructions that compilers seldom emit: `rows/rare-integers.ts`. */
import { popcount32 } from '../../../base/bits.ts';
import { type Effect, effect, type ValueKind } from '../effect.ts';
import { clampS32, exactly } from './integer-variants.ts';

const S3 = ['s32', 's32', 's32'] as const;

const size = (v: bigint): bigint => (v < 0n ? -v : v);

/** c + |a - b|. */
export const sumOfDifference = (type: string): Effect => exactly(type, 3, (a, b, c) => c + size(a - b));

/** Bits 0 to 31, or 16 to 47, of the product of two 24-bit numbers, + c where there is one. */
export function multiply24(type: string, part: 'lo' | 'hi', sources: 2 | 3, sat: boolean): Effect {
  const low24 = type === 's32' ? (v: bigint) => BigInt.asIntN(24, v) : (v: bigint) => BigInt.asUintN(24, v);
  const shift = part === 'lo' ? 0n : 16n;
  const cut = sat ? clampS32 : (v: bigint) => v;
  return exactly(type, sources, (a, b, c) => cut(((low24(a) * low24(b)) >> shift) + (sources === 3 ? c : 0n)));
}

/** The field of `bits` bits from bit `at` on. */
const field = (v: number, at: number, bits: number, signed: boolean): number => {
  const top = v << (32 - bits - at);
  return signed ? top >> (32 - bits) : top >>> (32 - bits);
};

/**
 * c + the products of `4` bytes with bytes (dp4a), or of `2` halves with two bytes from byte `firstByte` on (dp2a).
 * Types: those of a and b.
 */
export function dotProduct(terms: 2 | 4, firstByte: 0 | 2, [a, b]: readonly string[]): Effect {
  const isSigned = { a: a === 's32', b: b === 's32' };
  const width = 32 / terms;
  return effect('s32', S3, (x, y, c) => {
    let sum = c;
    for (let i = 0; i < terms; i++) {
      sum += field(x, i * width, width, isSigned.a) * field(y, 8 * (firstByte + i), 8, isSigned.b);
    }
    return sum | 0;
  });
}

/** Form of the differences of 4 bytes or 2 halves: each is clamped to its type, or their sum is added to c. */
export interface DifferenceForm {
  readonly parts: 2 | 4;
  readonly sat: boolean;
  readonly add: boolean;
}

/** |a - b| part by part. Types: those of d, a and b, which say how parts are extended and clamped. */
export function absoluteDifferences({ parts, sat, add }: DifferenceForm, [d, a, b]: readonly string[]): Effect {
  const width = 32 / parts;
  const [least, most] = d === 's32' ? [-(2 ** (width - 1)), 2 ** (width - 1) - 1] : [0, 2 ** width - 1];
  return effect('s32', S3, (x, y, c) => {
    let result = add ? c : 0;
    for (let i = 0; i < parts; i++) {
      const size = Math.abs(field(x, i * width, width, a === 's32') - field(y, i * width, width, b === 's32'));
      const part = sat ? Math.max(least, Math.min(most, size)) : size;
      result = add ? result + part : result | ((part & (2 ** width - 1)) << (i * width));
    }
    return result | 0;
  });
}

/** Types: those of d, a and b. `sat` clamps the sum or difference to d's range; c is added behind that. */
export function addedWords(name: 'add' | 'sub', sat: boolean, add: boolean, [d, a, b]: readonly string[]): Effect {
  const [least, most] = d === 's32' ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1];
  const sign = name === 'add' ? 1 : -1;
  const kinds = [a, b, ...(add ? [d] : [])] as ValueKind[];
  return effect('s32', kinds, (x, y, c) => {
    const sum = x + sign * y;
    return ((sat ? Math.max(least, Math.min(most, sum)) : sum) + (add ? c : 0)) | 0;
  });
}

/** Place of the n-th set bit from `base` on: upwards for n > 0, downwards for n < 0, at the base itself for 0; or -1. */
function nthSet(mask: number, base: number, n: number): number {
  if (base < 0 || base > 31) return -1;
  if (n === 0) return (mask >>> base) & 1 ? base : -1;
  const step = n > 0 ? 1 : -1;
  let left = Math.abs(n);
  if (popcount32(mask) < left) return -1;
  for (let i = base; i >= 0 && i < 32; i += step) if ((mask >>> i) & 1 && --left === 0) return i;
  return -1;
}

export const FIND_NTH_SET = effect('s32', S3, nthSet);

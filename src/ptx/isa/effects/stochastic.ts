/**
 * `.rs`: the bits of a mantissa that are cut off are added to random ones, and a carry rounds away from zero. The random bits lie at
 * the top of what is cut off. Manual: "Data Movement and Conversion Instructions: cvt".
 */
import { BF16, E2M1, E2M3, E3M2, E4M3, E5M2, encodeFloat, F16, type FloatFormat } from '../../../base/float-formats.ts';
import { type Effect, effect } from '../effect.ts';
import { bitsOfFloat } from '../float.ts';

/** Source of one value's random bits: takes the register's word, gives the bits. */
interface RandomBits {
  readonly count: number;
  readonly of: (word: number) => number;
}

export interface RandomLimits {
  readonly relu: boolean;
  readonly satfinite: boolean;
}

type Rounding = (value: number, word: number) => number;

/** `value` is an f32; the result is the pattern in `format`. */
function rounding(format: FloatFormat, random: RandomBits, { relu, satfinite }: RandomLimits): Rounding {
  const { mantissaBits, smallestExponent, largestFinite } = format;
  const carry = 2 ** random.count;
  return (value, word) => {
    if (Number.isNaN(value)) return format.nan;
    const exponent = Math.max(((bitsOfFloat(value) >> 23) & 255) - 127, smallestExponent);
    const step = 2 ** (exponent - mantissaBits);
    const steps = Math.abs(value) / step;
    const kept = Math.floor(steps);
    const cut = Math.floor((steps - kept) * carry);
    const size = Number.isFinite(value) ? (kept + (cut + random.of(word) >= carry ? 1 : 0)) * step : Math.abs(value);
    const isNegative = value < 0 || Object.is(value, -0);
    if (isNegative && relu) return 0;
    const limited = satfinite ? Math.min(size, largestFinite) : size;
    return encodeFloat(format, isNegative ? -limited : limited);
  };
}

const lowBits = (count: number, shift: number): RandomBits => ({
  count,
  of: word => (word >>> shift) & (2 ** count - 1),
});

/** `cvt.rs.f16x2.f32 d, a, b, random`: a becomes the upper half, with the upper half of the random bits. */
export function stochasticPair(to: 'f16x2' | 'bf16x2', limits: RandomLimits): Effect {
  const [format, count] = to === 'f16x2' ? [F16, 13] : [BF16, 16];
  const high = rounding(format, lowBits(count, 16), limits);
  const low = rounding(format, lowBits(count, 0), limits);
  return effect('s32', ['f32', 'f32', 's32'], (a, b, word) => (high(a, word) << 16) | low(b, word));
}

const FOURS = {
  e4m3x4: { format: E4M3, bits: 8 },
  e5m2x4: { format: E5M2, bits: 8 },
  e2m3x4: { format: E2M3, bits: 8 },
  e3m2x4: { format: E3M2, bits: 8 },
  e2m1x4: { format: E2M1, bits: 4 },
} as const;

export type FourFloats = keyof typeof FOURS;
export const FOUR_FLOATS = Object.keys(FOURS) as FourFloats[];

const RANDOM_OF_PAIR = 16;

function reversed(bits: number): number {
  let result = 0;
  for (let i = 0; i < RANDOM_OF_PAIR; i++) result |= ((bits >> i) & 1) << (RANDOM_OF_PAIR - 1 - i);
  return result;
}

/** 16 bits for the first pair (0) or the second (1): of e2m1 the upper or the lower byte of each half, else a half. */
function pairBits(to: FourFloats, pair: number, word: number): number {
  if (to !== 'e2m1x4') return (word >>> (pair === 0 ? 16 : 0)) & 0xffff;
  const shift = pair === 0 ? 8 : 0;
  return (((word >>> (16 + shift)) & 0xff) << 8) | ((word >>> shift) & 0xff);
}

/** The patterns of a, b, e, f, the first one highest. */
export function stochasticFour(
  to: FourFloats,
  limits: RandomLimits,
): (values: readonly [number, number, number, number], word: number) => number {
  const { format, bits } = FOURS[to];
  const roundings = [0, 1, 2, 3].map(i => {
    const pair = (word: number) => pairBits(to, i >> 1, word);
    // Two values share their pair's bits: the first of them reads those backwards.
    const of = i % 2 === 0 ? (word: number) => reversed(pair(word)) : pair;
    return rounding(format, { count: RANDOM_OF_PAIR, of }, limits);
  });
  return (values, word) => values.reduce((packed, value, i) => (packed << bits) | roundings[i](value, word), 0);
}

/**
 * Conversions into floats: one exact value, rounded once in the direction that the instruction names, then shaped by
 * `.ftz`, `.relu`, `.satfinite` and `.sat`. Manual: "Data Movement and Conversion Instructions: cvt".
 */
import { BF16, decodeFloat, encodeFloat, F16, type FloatFormat } from '../../../base/float-formats.ts';
import { type Effect, effect, wideEffect } from '../effect.ts';
import { highWordOfDouble, lowWordOfDouble } from '../float.ts';
import { flush, roundToOdd, saturate, sumError, toFloat } from '../float-arithmetic.ts';
import { doubleOfSigned, doubleOfUnsigned, signed64, unsigned64 } from '../wide-integers.ts';
import { type FloatType, type IntegerType, sourceKind } from './convert.ts';
import { TO_INTEGRAL } from './convert-to-integer.ts';

export type Direction = 'rn' | 'rz' | 'rm' | 'rp';
type Rounded = (value: number) => number;

/** How an exact value becomes one of the target type. */
export interface Shape {
  readonly rounding: Direction | keyof typeof TO_INTEGRAL;
  readonly ftz: boolean;
  readonly sat: boolean;
  readonly relu: boolean;
  readonly satfinite: boolean;
}

const LARGEST_F32 = (2 - 2 ** -23) * 2 ** 127;

/** The value of `format` beside `value` in the given direction; `value` is exact, or rounded to odd in double. */
export function roundTo(format: FloatFormat, value: number, direction: Direction): number {
  const pattern = encodeFloat(format, value);
  const nearest = decodeFloat(format, pattern);
  if (direction === 'rn' || nearest === value || Number.isNaN(value)) return nearest;
  const tooHigh = nearest > value;
  const down = direction === 'rm' || (direction === 'rz' && value > 0);
  if (down !== tooHigh) return nearest;
  const isNegative = (pattern & format.signBit) !== 0;
  return decodeFloat(format, pattern + (tooHigh === isNegative ? 1 : -1));
}

/** The double beside the integer in the given direction. */
function doubleBeside(integer: bigint, direction: Direction): number {
  const size = integer < 0n ? -integer : integer;
  const extra = BigInt(Math.max(0, size.toString(2).length - 53));
  const kept = (size >> extra) << extra;
  const away = (direction === 'rp' && integer > 0n) || (direction === 'rm' && integer < 0n);
  const chosen = away && kept !== size ? kept + (1n << extra) : kept;
  return Number(integer < 0n ? -chosen : chosen);
}

/** Rounding by `round` to a format whose largest number is `most`, between what comes before and after it. */
function shaping(round: Rounded, most: number, { relu, satfinite, sat }: Shape): Rounded {
  return v => {
    const result = round(satfinite ? Math.max(-most, Math.min(most, v)) : v);
    const positive = relu && result <= 0 ? 0 : result;
    return sat ? saturate(positive) : positive;
  };
}

/** Rounds an exact value to a small format; encoding the result loses nothing. */
export function shapedTo(format: FloatFormat, shape: Shape): Rounded {
  const { rounding } = shape;
  const round = integral(rounding) ?? (v => roundTo(format, v, rounding as Direction));
  return shaping(round, format.largestFinite, shape);
}

const integral = (rounding: Shape['rounding']): Rounded | null =>
  rounding in TO_INTEGRAL ? TO_INTEGRAL[rounding as keyof typeof TO_INTEGRAL] : null;

function shapedToType(to: FloatType, shape: Shape): Rounded {
  if (to === 'f16') return shapedTo(F16, shape);
  if (to === 'bf16') return shapedTo(BF16, shape);
  const { rounding, ftz } = shape;
  const round = integral(rounding) ?? (to === 'f32' ? v => toFloat(v, rounding as Direction) : v => v);
  return shaping(ftz && to === 'f32' ? v => flush(round(v)) : round, LARGEST_F32, shape);
}

export function integerToFloat(to: FloatType, from: IntegerType, shape: Shape): Effect {
  const finish = shapedToType(to, shape);
  const kind = sourceKind(from);
  if (kind !== 'b64') return effect(to, [kind], finish);
  const isSigned = from === 's64';
  const nearest = isSigned ? doubleOfSigned : doubleOfUnsigned;
  if (to === 'f64') {
    const { rounding } = shape;
    if (rounding === 'rn') return effect(to, ['b64'], (low, high) => finish(nearest(low, high)));
    const exact = isSigned ? signed64 : unsigned64;
    return effect(to, ['b64'], (low, high) => finish(doubleBeside(exact(low, high), rounding as Direction)));
  }
  return effect(to, ['b64'], (low, high) => {
    const s = nearest(low, high);
    return finish(roundToOdd(s, sumError((isSigned ? high : high >>> 0) * 2 ** 32, low >>> 0, s)));
  });
}

/** Float to float, rounding to an integral value (`.rni` and so on) included. */
export function floatToFloat(to: FloatType, from: FloatType, shape: Shape): Effect {
  const finish = shapedToType(to, shape);
  // Machines do not flush what becomes f16 (measured on sm_90): `.rp` makes the least subnormal of it.
  if (!shape.ftz || from !== 'f32' || to === 'f16') return effect(to, [from], finish);
  const flushed = (v: number): number => finish(flush(v));
  return to === 'f64' ? widenedResult(flushed) : effect(to, [from], flushed);
}

/** An f32 result as an f64. Its NaN is the canonical one of f32. */
const widenedResult = (run: Rounded): Effect =>
  wideEffect(
    ['f32'],
    v => (Number.isNaN(run(v)) ? -0x20000000 : lowWordOfDouble(run(v))),
    v => (Number.isNaN(run(v)) ? 0x7fffffff : highWordOfDouble(run(v))),
  );

/** Conversions of floats into integers. Manual: "Data Movement and Conversion Instructions: cvt". */
import type { Effect } from '../effect.ts';
import { flush, nearestInteger } from '../float-arithmetic.ts';
import {
  bitsOfType,
  clampTo,
  type FloatType,
  type IntegerType,
  integerResult,
  registerKind,
  wrapTo,
} from './convert.ts';

/** Rounding to an integral value. */
export const TO_INTEGRAL = { rni: nearestInteger, rzi: Math.trunc, rmi: Math.floor, rpi: Math.ceil } as const;

/** NaN gives 0, but 1 << (width - 1) when either side has 64 bits (manual, cvt: float-to-integer notes). */
export function floatToInteger(
  to: IntegerType,
  from: FloatType,
  rounding: keyof typeof TO_INTEGRAL,
  registerBits: number,
  ftz: boolean,
): Effect {
  const round = TO_INTEGRAL[rounding];
  const isWide = from === 'f64' || bitsOfType(to) === 64;
  const ofNaN = isWide ? wrapTo(to, 1n << BigInt(bitsOfType(to) - 1)) : 0n;
  const limit = (v: number): bigint => {
    const whole = round(ftz ? flush(v) : v);
    if (Number.isFinite(whole)) return BigInt(whole);
    return whole > 0 ? 1n << 70n : -(1n << 70n);
  };
  return integerResult(registerKind(registerBits), [from], v => (Number.isNaN(v) ? ofNaN : clampTo(to, limit(v))));
}

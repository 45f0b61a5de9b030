/**
 * Conversions that compiled kernels use all the time, as table effects; every other pair of types and modifiers is put
 * together by `conversion` from the same parts. Manual: "Data Movement and Conversion Instructions: cvt".
 */
import { BF16, encodeFloat, F16 } from '../../../base/float-formats.ts';
import { type Effect, effect, type Kind, wideEffect } from '../effect.ts';
import { flush, nearestInteger, roundToOdd, saturate, sumError, toFloat } from '../float.ts';
import { doubleOfSigned, doubleOfUnsigned } from '../wide.ts';

const clampSigned = (v: number): number => (v > 0x7fffffff ? 0x7fffffff : Math.max(v, -0x80000000));
const clampUnsigned = (v: number): number => (v > 0xffffffff ? 0xffffffff : Math.max(v, 0));
const orZero = (v: number): number => (Number.isNaN(v) ? 0 : v);

export const CONVERT = {
  'cvt.b32.u8': effect('s32', ['u8'], a => a),
  'cvt.b32.s8': effect('s32', ['s8'], a => a),
  'cvt.b32.u16': effect('s32', ['u16'], a => a),
  'cvt.b32.s16': effect('s32', ['s16'], a => a),
  'cvt.b32.b64': effect('s32', ['b64'], low => low),
  'cvt.b16.b32': effect('u16', ['s32'], a => a),
  'cvt.b16.b64': effect('u16', ['b64'], low => low),
  'cvt.b64.s16': wideEffect(
    ['s16'],
    a => a,
    a => a >> 31,
  ),
  'cvt.b64.u16': wideEffect(
    ['u16'],
    a => a,
    () => 0,
  ),
  'cvt.b64.s32': wideEffect(
    ['s32'],
    a => a,
    a => a >> 31,
  ),
  'cvt.b64.u32': wideEffect(
    ['s32'],
    a => a,
    () => 0,
  ),
  'cvt.f32.s32': effect('f32', ['s32'], a => a),
  'cvt.f32.u32': effect('f32', ['u32'], a => a),
  'cvt.f64.s32': effect('f64', ['s32'], a => a),
  'cvt.f64.u32': effect('f64', ['u32'], a => a),
  'cvt.f64.f32': effect('f64', ['f32'], a => a),
  'cvt.f32.f64': effect('f32', ['f64'], a => a),
  'cvt.f32.f16': effect('f32', ['f16'], a => a),
  'cvt.f16.f32': effect('f16', ['f32'], a => a),
  'cvt.f32.bf16': effect('f32', ['bf16'], a => a),
  'cvt.bf16.f32': effect('bf16', ['f32'], a => a),
  'cvt.rzi.s32.f32': effect('s32', ['f32'], a => clampSigned(orZero(a)) | 0),
  'cvt.rzi.u32.f32': effect('u32', ['f32'], a => Math.trunc(clampUnsigned(orZero(a)))),
  'cvt.f16x2.f32': effect('s32', ['f32', 'f32'], (a, b) => (encodeFloat(F16, a) << 16) | encodeFloat(F16, b)),
  'cvt.bf16x2.f32': effect('s32', ['f32', 'f32'], (a, b) => (encodeFloat(BF16, a) << 16) | encodeFloat(BF16, b)),
};

export type IntegerType = 'u8' | 's8' | 'u16' | 's16' | 'u32' | 's32' | 'u64' | 's64';
export type FloatType = 'f16' | 'bf16' | 'f32' | 'f64';

export const isSigned = (type: string): boolean => type.startsWith('s');
export const bitsOfType = (type: string): number => Number(/\d+/.exec(type)?.[0]);

/** A value exactly as a BigInt or a double, and back: slow, for the pairs that compilers hardly ever make. */
const exact = (type: IntegerType, low: number, high: number): bigint =>
  bitsOfType(type) === 64
    ? BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0)) + (type === 'u64' && high < 0 ? 1n << 64n : 0n)
    : BigInt(low);

function clampTo(type: IntegerType, value: bigint): bigint {
  const bits = BigInt(bitsOfType(type));
  const least = isSigned(type) ? -(1n << (bits - 1n)) : 0n;
  const most = (1n << (isSigned(type) ? bits - 1n : bits)) - 1n;
  return value < least ? least : value > most ? most : value;
}

const wrapTo = (type: IntegerType, value: bigint): bigint =>
  isSigned(type) ? BigInt.asIntN(bitsOfType(type), value) : BigInt.asUintN(bitsOfType(type), value);

const low32 = (value: bigint): number => Number(BigInt.asIntN(32, value));
const high32 = (value: bigint): number => Number(BigInt.asIntN(32, value >> 32n));

/** How a source of the type is read. */
export const sourceKind = (type: string): Kind =>
  type === 'u64' || type === 's64' || type === 'b64' ? 'b64' : (type.replace(/^b(8|16|32)$/, 'u$1') as Kind);

/** A result of an integer type goes into a register that may be wider: sign or zero extended to `kind`. */
const integerResult = (kind: Kind, from: readonly Kind[], value: (low: number, high: number) => bigint): Effect =>
  kind === 'b64'
    ? wideEffect(
        from,
        (l, h) => low32(value(l, h)),
        (l, h) => high32(value(l, h)),
      )
    : effect(kind, from, (l, h) => low32(value(l, h)));

/** The kind with which a register of `bits` bits is written whole. */
export const registerKind = (bits: number): Kind => (bits === 64 ? 'b64' : bits === 32 ? 's32' : 'u16');

export function integerConversion(to: IntegerType, from: IntegerType, registerBits: number, sat: boolean): Effect {
  const cut = sat ? clampTo : wrapTo;
  return integerResult(registerKind(registerBits), [sourceKind(from)], (l, h) => cut(to, exact(from, l, h)));
}

const ROUND: Readonly<Record<string, (v: number) => number>> = {
  rni: nearestInteger,
  rzi: Math.trunc,
  rmi: Math.floor,
  rpi: Math.ceil,
};

/** NaN gives 0, but 1 << (width - 1) when either side has 64 bits (manual, cvt: float-to-integer notes). */
export function floatToInteger(
  to: IntegerType,
  from: FloatType,
  rounding: string,
  registerBits: number,
  ftz: boolean,
): Effect {
  const round = ROUND[rounding];
  const isWide = from === 'f64' || bitsOfType(to) === 64;
  const ofNaN = isWide ? wrapTo(to, 1n << BigInt(bitsOfType(to) - 1)) : 0n;
  const limit = (v: number): bigint => {
    const whole = round(ftz ? flush(v) : v);
    if (Number.isFinite(whole)) return BigInt(whole);
    return whole > 0 ? 1n << 70n : -(1n << 70n);
  };
  return integerResult(registerKind(registerBits), [from], v => (Number.isNaN(v) ? ofNaN : clampTo(to, limit(v))));
}

type Rounded = (value: number) => number;

/** Rounds a double that is exact or rounded to odd to `type`; the result kind then stores it without loss. */
export function narrowing(type: FloatType, rounding: string): Rounded | null {
  if (type === 'f64') return rounding === 'rn' ? v => v : null;
  if (type === 'f32') return v => toFloat(v, rounding as 'rn' | 'rz' | 'rm' | 'rp');
  return rounding === 'rn' ? v => v : null;
}

export function integerToFloat(to: FloatType, from: IntegerType, rounding: string): Effect | null {
  const round = narrowing(to, rounding);
  if (!round) return null;
  const kind = sourceKind(from);
  if (kind !== 'b64') return effect(to, [kind], a => round(a));
  const top = from === 's64' ? (high: number) => high : (high: number) => high >>> 0;
  const nearest = from === 's64' ? doubleOfSigned : doubleOfUnsigned;
  return effect(to, ['b64'], (low, high) => {
    const s = nearest(low, high);
    if (to === 'f64') return s;
    return round(roundToOdd(s, sumError(top(high) * 2 ** 32, low >>> 0, s)));
  });
}

export interface FloatConversion {
  readonly rounding: string;
  readonly ftz: boolean;
  readonly sat: boolean;
  readonly relu: boolean;
}

/** Float to float, rounding to an integral value (`.rni` and so on) included. */
export function floatToFloat(to: FloatType, from: FloatType, form: FloatConversion): Effect | null {
  const integral = ROUND[form.rounding];
  const round = integral ?? narrowing(to, form.rounding);
  if (!round) return null;
  return effect(to, [from], a => {
    const value = round(form.ftz && from === 'f32' ? flush(a) : a);
    const flushed = form.ftz && to === 'f32' ? flush(value) : value;
    const positive = form.relu && flushed < 0 ? 0 : flushed;
    return form.sat ? saturate(positive) : positive;
  });
}

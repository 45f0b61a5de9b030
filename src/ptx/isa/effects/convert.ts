/**
 * Conversions that compiled kernels use all the time, as table effects; every other pair of types and modifiers is put
 * together by `conversion` from the same parts. Manual: "Data Movement and Conversion Instructions: cvt".
 */
import { BF16, encodeFloat, F16 } from '../../../base/float-formats.ts';
import { type Effect, effect, type ValueKind, wideEffect } from '../effect.ts';
import { highWord, lowWord, signed64, unsigned64 } from '../wide-integers.ts';

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
  // The upper half of an f32, NaNs and all.
  'cvt.f32.bf16': effect('s32', ['s32'], a => a << 16),
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

/** Slow, for the pairs that compilers hardly ever make. */
function exact(type: IntegerType, low: number, high: number): bigint {
  if (bitsOfType(type) !== 64) return BigInt(low);
  return isSigned(type) ? signed64(low, high) : unsigned64(low, high);
}

/** The value of the integer type nearest to `value`. */
export function clampTo(type: string, value: bigint): bigint {
  const bits = BigInt(bitsOfType(type));
  const least = isSigned(type) ? -(1n << (bits - 1n)) : 0n;
  const most = (1n << (isSigned(type) ? bits - 1n : bits)) - 1n;
  return value < least ? least : value > most ? most : value;
}

export const wrapTo = (type: IntegerType, value: bigint): bigint =>
  isSigned(type) ? BigInt.asIntN(bitsOfType(type), value) : BigInt.asUintN(bitsOfType(type), value);

/** How a source of the type is read. */
export const sourceKind = (type: string): ValueKind =>
  type === 'u64' || type === 's64' || type === 'b64' ? 'b64' : (type.replace(/^b(8|16|32)$/, 'u$1') as ValueKind);

/** A result of an integer type goes into a register that may be wider: sign or zero extended to `kind`. */
export const integerResult = (
  kind: ValueKind,
  from: readonly ValueKind[],
  value: (low: number, high: number) => bigint,
): Effect =>
  kind === 'b64'
    ? wideEffect(
        from,
        (l, h) => lowWord(value(l, h)),
        (l, h) => highWord(value(l, h)),
      )
    : effect(kind, from, (l, h) => lowWord(value(l, h)));

/** The kind with which a register of `bits` bits is written whole. */
export const registerKind = (bits: number): ValueKind => (bits === 64 ? 'b64' : bits === 32 ? 's32' : 'u16');

export function integerConversion(to: IntegerType, from: IntegerType, registerBits: number, sat: boolean): Effect {
  const cut = sat ? clampTo : wrapTo;
  return integerResult(registerKind(registerBits), [sourceKind(from)], (l, h) => cut(to, exact(from, l, h)));
}

/** `cvt.pack.sat.to.s32{.b32} d, a, b{, c}`: a above b, and the upper bits from the lower ones of c. */
export function packIntegers(to: string): Effect {
  const bits = bitsOfType(to);
  const keep = (1 << bits) - 1;
  const cut = (v: number): number => Number(clampTo(to, BigInt(v))) & keep;
  const pair = (a: number, b: number): number => (cut(a) << bits) | cut(b);
  if (bits === 16) return effect('s32', ['s32', 's32'], pair);
  return effect('s32', ['s32', 's32', 's32'], (a, b, c) => (c << (2 * bits)) | pair(a, b));
}

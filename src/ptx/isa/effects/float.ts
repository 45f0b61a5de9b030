/** Effects on f32, f64, f16 and bf16. The result kind rounds: what is written here is exact or rounded to odd. */
import { BF16, decodeFloat, encodeFloat, F16, type FloatFormat } from '../../../base/float-formats.ts';
import { type Effect, effect, wideEffect } from '../effect.ts';
import { bitsOfNumber, floatOfBits, fma32, oddSum } from '../float.ts';
import { fma64 } from '../fma64.ts';

const F = ['f32', 'f32'] as const;
const D = ['f64', 'f64'] as const;
const H = ['f16', 'f16'] as const;
const B = ['bf16', 'bf16'] as const;
const S = ['s32', 's32'] as const;

/** IEEE minimumNumber: a NaN loses, -0 is below +0. */
export const minimum = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b));
export const maximum = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b));

type Narrow = (a: number, b: number, c: number) => number;

/** Applies a scalar operation to both halves of packed words. */
const packed =
  (format: FloatFormat, run: Narrow) =>
  (a: number, b: number, c: number): number => {
    const half = (x: number, y: number, z: number): number =>
      encodeFloat(format, run(decodeFloat(format, x), decodeFloat(format, y), decodeFloat(format, z)));
    return half(a, b, c) | (half(a >>> 16, b >>> 16, c >>> 16) << 16);
  };
const fma32x2 = (a: number, b: number, c: number): number =>
  bitsOfNumber(fma32(floatOfBits(a), floatOfBits(b), floatOfBits(c)));
/** A pair of f32 in 64 bits: the same operation on the low and the high words. */
const pairs = (run: Narrow, sources: 2 | 3): Effect =>
  sources === 2
    ? wideEffect(
        ['b64', 'b64'],
        (al, _ah, bl) => run(al, bl, 0),
        (_al, ah, _bl, bh) => run(ah, bh, 0),
      )
    : wideEffect(
        ['b64', 'b64', 'b64'],
        (al, _ah, bl, _bh, cl) => run(al, bl, cl),
        (_al, ah, _bl, bh, _cl, ch) => run(ah, bh, ch),
      );

const halves = (run: Narrow) => packed(F16, run);
const bfloats = (run: Narrow) => packed(BF16, run);
const fmaNarrow = (a: number, b: number, c: number): number => oddSum(a * b, c);

export const FLOAT = {
  'add.f32': effect('f32', F, (a, b) => a + b),
  'sub.f32': effect('f32', F, (a, b) => a - b),
  'mul.f32': effect('f32', F, (a, b) => a * b),
  'div.f32': effect('f32', F, (a, b) => a / b),
  'fma.f32': effect('f32', ['f32', 'f32', 'f32'], fma32),
  'rcp.f32': effect('f32', ['f32'], a => 1 / a),
  'sqrt.f32': effect('f32', ['f32'], a => Math.sqrt(a)),
  'min.f32': effect('f32', F, minimum),
  'max.f32': effect('f32', F, maximum),
  'min.NaN.f32': effect('f32', F, (a, b) => Math.min(a, b)),
  'max.NaN.f32': effect('f32', F, (a, b) => Math.max(a, b)),
  'neg.f32': effect('s32', ['s32'], a => a ^ -0x80000000),
  'abs.f32': effect('s32', ['s32'], a => a & 0x7fffffff),
  'copysign.f32': effect('s32', S, (a, b) => (b & 0x7fffffff) | (a & -0x80000000)),
  'rsqrt.approx.f32': effect('f32', ['f32'], a => 1 / Math.sqrt(a)),
  'ex2.approx.f32': effect('f32', ['f32'], a => 2 ** a),
  'lg2.approx.f32': effect('f32', ['f32'], Math.log2),
  'sin.approx.f32': effect('f32', ['f32'], Math.sin),
  'cos.approx.f32': effect('f32', ['f32'], Math.cos),
  'tanh.approx.f32': effect('f32', ['f32'], Math.tanh),
  'add.f64': effect('f64', D, (a, b) => a + b),
  'sub.f64': effect('f64', D, (a, b) => a - b),
  'mul.f64': effect('f64', D, (a, b) => a * b),
  'div.f64': effect('f64', D, (a, b) => a / b),
  'fma.f64': effect('f64', ['f64', 'f64', 'f64'], fma64),
  'rcp.f64': effect('f64', ['f64'], a => 1 / a),
  'sqrt.f64': effect('f64', ['f64'], a => Math.sqrt(a)),
  'rsqrt.approx.f64': effect('f64', ['f64'], a => 1 / Math.sqrt(a)),
  'min.f64': effect('f64', D, minimum),
  'max.f64': effect('f64', D, maximum),
  'neg.f64': wideEffect(
    ['b64'],
    low => low,
    (_low, high) => high ^ -0x80000000,
  ),
  'abs.f64': wideEffect(
    ['b64'],
    low => low,
    (_low, high) => high & 0x7fffffff,
  ),
  'copysign.f64': wideEffect(
    ['b64', 'b64'],
    (_al, _ah, bl) => bl,
    (_al, ah, _bl, bh) => (bh & 0x7fffffff) | (ah & -0x80000000),
  ),
  'add.f16': effect('f16', H, (a, b) => a + b),
  'sub.f16': effect('f16', H, (a, b) => a - b),
  'mul.f16': effect('f16', H, (a, b) => a * b),
  'fma.f16': effect('f16', ['f16', 'f16', 'f16'], fmaNarrow),
  'min.f16': effect('f16', H, minimum),
  'max.f16': effect('f16', H, maximum),
  'add.bf16': effect('bf16', B, oddSum),
  'sub.bf16': effect('bf16', B, (a, b) => oddSum(a, -b)),
  'mul.bf16': effect('bf16', B, (a, b) => a * b),
  'fma.bf16': effect('bf16', ['bf16', 'bf16', 'bf16'], fmaNarrow),
  'min.bf16': effect('bf16', B, minimum),
  'max.bf16': effect('bf16', B, maximum),
  'neg.f16': effect('u16', ['u16'], a => a ^ 0x8000),
  'abs.f16': effect('u16', ['u16'], a => a & 0x7fff),
  'add.f16x2': effect(
    's32',
    S,
    halves((a, b) => a + b),
  ),
  'sub.f16x2': effect(
    's32',
    S,
    halves((a, b) => a - b),
  ),
  'mul.f16x2': effect(
    's32',
    S,
    halves((a, b) => a * b),
  ),
  'fma.f16x2': effect('s32', ['s32', 's32', 's32'], halves(fmaNarrow)),
  'min.f16x2': effect('s32', S, halves(minimum)),
  'max.f16x2': effect('s32', S, halves(maximum)),
  'add.bf16x2': effect('s32', S, bfloats(oddSum)),
  'sub.bf16x2': effect(
    's32',
    S,
    bfloats((a, b) => oddSum(a, -b)),
  ),
  'mul.bf16x2': effect(
    's32',
    S,
    bfloats((a, b) => a * b),
  ),
  'fma.bf16x2': effect('s32', ['s32', 's32', 's32'], bfloats(fmaNarrow)),
  'min.bf16x2': effect('s32', S, bfloats(minimum)),
  'max.bf16x2': effect('s32', S, bfloats(maximum)),
  'neg.f16x2': effect('s32', ['s32'], a => a ^ -0x7fff8000),
  'abs.f16x2': effect('s32', ['s32'], a => a & 0x7fff7fff),
  'add.f32x2': pairs((a, b) => bitsOfNumber(floatOfBits(a) + floatOfBits(b)), 2),
  'sub.f32x2': pairs((a, b) => bitsOfNumber(floatOfBits(a) - floatOfBits(b)), 2),
  'mul.f32x2': pairs((a, b) => bitsOfNumber(floatOfBits(a) * floatOfBits(b)), 2),
  'fma.f32x2': pairs(fma32x2, 3),
  'ex2.approx.f16': effect('f16', ['f16'], a => 2 ** a),
  'tanh.approx.f16': effect('f16', ['f16'], Math.tanh),
  'ex2.approx.f16x2': effect(
    's32',
    ['s32'],
    halves(a => 2 ** a),
  ),
  'tanh.approx.f16x2': effect('s32', ['s32'], halves(Math.tanh)),
  'ex2.approx.bf16': effect('bf16', ['bf16'], a => 2 ** a),
  'tanh.approx.bf16': effect('bf16', ['bf16'], Math.tanh),
};

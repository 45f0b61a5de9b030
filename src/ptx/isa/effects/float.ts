/** Effects on f32, f64, f16 and bf16. The result kind rounds: what is written here is exact or rounded to odd. */
import { effect, wideEffect } from '../effect.ts';
import { flush, fma32, oddSum, oddSumDown, toFloat } from '../float-arithmetic.ts';
import { fma64 } from '../fma64.ts';
import { isNan64, quieted } from '../nan.ts';
import { onElements, onNumbers } from './packed-float.ts';

const F = ['f32', 'f32'] as const;
const D = ['f64', 'f64'] as const;
const S = ['s32', 's32'] as const;

/** IEEE minimumNumber: a NaN loses, -0 is below +0. */
export const minimum = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b));
export const maximum = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b));

const add = (a: number, b: number): number => a + b;
const sub = (a: number, b: number): number => a - b;
const mul = (a: number, b: number): number => a * b;
const oddDifference = (a: number, b: number): number => oddSum(a, -b);
const fmaNarrow = (a: number, b: number, c: number): number => oddSum(a * b, c);

/** The sign bit changed, NaN made canonical: on patterns of 16 bits whose infinity is given. A NaN of f64 keeps its sign too. */
const negative = (infinity: number) => (a: number) => ((a & 0x7fff) > infinity ? 0x7fff : a ^ 0x8000);
const absolute = (infinity: number) => (a: number) => ((a & 0x7fff) > infinity ? 0x7fff : a & 0x7fff);
const F32_INFINITY = 0x7f800000;
const F16_INFINITY = 0x7c00;
const BF16_INFINITY = 0x7f80;

/**
 * `div.full`: a times the reciprocal of b, each rounded, as the hardware divides where an error is allowed. At the ends of the
 * range it scales; the rounded quotient is within the error there.
 */
function divideFully(a: number, b: number): number {
  const quotient = a / b;
  const isMidRange = Math.abs(b) >= 2 ** -126 && Math.abs(b) <= 2 ** 126 && Math.abs(quotient) > 2 ** -125;
  return isMidRange ? a * Math.fround(1 / b) : quotient;
}

/** `div.approx`: the reciprocal is 0 beyond 2^126. */
const divideApproximately = (a: number, b: number): number =>
  Math.abs(b) > 2 ** 126 ? a * (0 * Math.sign(b)) : divideFully(a, b);

/** `sin` and `cos` count in turns: the product with 1/(2 pi) is rounded towards zero, so that large angles lose their place. */
const TURNS_PER_RADIAN = Math.fround(1 / (2 * Math.PI));
const angle = (a: number): number => 2 * Math.PI * (toFloat(a * TURNS_PER_RADIAN, 'rz') % 1);

/** `.ftz` of a result that is still to be rounded to the nearest f32: flushed unless it rounds up to 2^-126. */
const flushNearest = (v: number): number => (Math.abs(v) < 2 ** -126 - 2 ** -151 ? v * 0 : v);

function fmaFlushing(a: number, b: number, c: number): number {
  const [x, y, z] = [flush(a), flush(b), flush(c)];
  const nearest = fma32(x, y, z);
  return Math.abs(nearest) > 2 ** -126 ? nearest : flushNearest(oddSum(x * y, z));
}

export const FLOAT = {
  'add.f32': effect('f32', F, add),
  'sub.f32': effect('f32', F, sub),
  'mul.f32': effect('f32', F, mul),
  'div.f32': effect('f32', F, (a, b) => a / b),
  'div.approx.f32': effect('f32', F, divideApproximately),
  'div.full.f32': effect('f32', F, divideFully),
  'fma.f32': effect('f32', ['f32', 'f32', 'f32'], fma32),
  // Effects that -use_fast_math makes of those above, and the steps of exp().
  'add.ftz.f32': effect('f32', F, (a, b) => flush(flush(a) + flush(b))),
  'sub.ftz.f32': effect('f32', F, (a, b) => flush(flush(a) - flush(b))),
  'mul.ftz.f32': effect('f32', F, (a, b) => flushNearest(flush(a) * flush(b))),
  'fma.ftz.f32': effect('f32', ['f32', 'f32', 'f32'], fmaFlushing),
  'fma.rm.f32': effect('f32', ['f32', 'f32', 'f32'], (a, b, c) => toFloat(oddSumDown(a * b, c), 'rm')),
  'rcp.ftz.f32': effect('f32', ['f32'], a => flushNearest(1 / flush(a))),
  'ex2.approx.ftz.f32': effect('f32', ['f32'], a => flush(2 ** flush(a))),
  'rcp.f32': effect('f32', ['f32'], a => 1 / a),
  'sqrt.f32': effect('f32', ['f32'], a => Math.sqrt(a)),
  'min.f32': effect('f32', F, minimum),
  'max.f32': effect('f32', F, maximum),
  'neg.f32': effect('s32', ['s32'], a => ((a & 0x7fffffff) > F32_INFINITY ? 0x7fffffff : a ^ -0x80000000)),
  'abs.f32': effect('s32', ['s32'], a => ((a & 0x7fffffff) > F32_INFINITY ? 0x7fffffff : a & 0x7fffffff)),
  'copysign.f32': effect('s32', S, (a, b) => (b & 0x7fffffff) | (a & -0x80000000)),
  'rsqrt.approx.f32': effect('f32', ['f32'], a => 1 / Math.sqrt(a)),
  'ex2.approx.f32': effect('f32', ['f32'], a => 2 ** a),
  'lg2.approx.f32': effect('f32', ['f32'], Math.log2),
  'sin.approx.f32': effect('f32', ['f32'], a => Math.sin(angle(a))),
  'cos.approx.f32': effect('f32', ['f32'], a => Math.cos(angle(a))),
  'tanh.approx.f32': effect('f32', ['f32'], Math.tanh),
  'add.f64': effect('f64', D, add),
  'sub.f64': effect('f64', D, sub),
  'mul.f64': effect('f64', D, mul),
  'div.f64': effect('f64', D, (a, b) => a / b, [0, 1]),
  'fma.f64': effect('f64', ['f64', 'f64', 'f64'], fma64),
  'rcp.f64': effect('f64', ['f64'], a => 1 / a),
  'sqrt.f64': effect('f64', ['f64'], a => Math.sqrt(a)),
  'rsqrt.approx.f64': effect('f64', ['f64'], a => 1 / Math.sqrt(a)),
  'min.f64': effect('f64', D, minimum),
  'max.f64': effect('f64', D, maximum),
  'neg.f64': wideEffect(
    ['b64'],
    low => low,
    (low, high) => (isNan64(low, high) ? quieted(high) : high ^ -0x80000000),
  ),
  'abs.f64': wideEffect(
    ['b64'],
    low => low,
    (low, high) => (isNan64(low, high) ? quieted(high) : high & 0x7fffffff),
  ),
  'copysign.f64': wideEffect(
    ['b64', 'b64'],
    (_al, _ah, bl) => bl,
    (_al, ah, _bl, bh) => (bh & 0x7fffffff) | (ah & -0x80000000),
  ),
  'add.f16': onNumbers('f16', 2, add),
  'sub.f16': onNumbers('f16', 2, sub),
  'mul.f16': onNumbers('f16', 2, mul),
  'fma.f16': onNumbers('f16', 3, fmaNarrow),
  'min.f16': onNumbers('f16', 2, minimum),
  'max.f16': onNumbers('f16', 2, maximum),
  'neg.f16': onElements('f16', 1, negative(F16_INFINITY)),
  'abs.f16': onElements('f16', 1, absolute(F16_INFINITY)),
  'add.bf16': onNumbers('bf16', 2, oddSum),
  'sub.bf16': onNumbers('bf16', 2, oddDifference),
  'mul.bf16': onNumbers('bf16', 2, mul),
  'fma.bf16': onNumbers('bf16', 3, fmaNarrow),
  'min.bf16': onNumbers('bf16', 2, minimum),
  'max.bf16': onNumbers('bf16', 2, maximum),
  'neg.bf16': onElements('bf16', 1, negative(BF16_INFINITY)),
  'abs.bf16': onElements('bf16', 1, absolute(BF16_INFINITY)),
  'add.f16x2': onNumbers('f16x2', 2, add),
  'sub.f16x2': onNumbers('f16x2', 2, sub),
  'mul.f16x2': onNumbers('f16x2', 2, mul),
  'fma.f16x2': onNumbers('f16x2', 3, fmaNarrow),
  'min.f16x2': onNumbers('f16x2', 2, minimum),
  'max.f16x2': onNumbers('f16x2', 2, maximum),
  'neg.f16x2': onElements('f16x2', 1, negative(F16_INFINITY)),
  'abs.f16x2': onElements('f16x2', 1, absolute(F16_INFINITY)),
  'add.bf16x2': onNumbers('bf16x2', 2, oddSum),
  'sub.bf16x2': onNumbers('bf16x2', 2, oddDifference),
  'mul.bf16x2': onNumbers('bf16x2', 2, mul),
  'fma.bf16x2': onNumbers('bf16x2', 3, fmaNarrow),
  'min.bf16x2': onNumbers('bf16x2', 2, minimum),
  'max.bf16x2': onNumbers('bf16x2', 2, maximum),
  'neg.bf16x2': onElements('bf16x2', 1, negative(BF16_INFINITY)),
  'abs.bf16x2': onElements('bf16x2', 1, absolute(BF16_INFINITY)),
  'add.f32x2': onNumbers('f32x2', 2, add),
  'sub.f32x2': onNumbers('f32x2', 2, sub),
  'mul.f32x2': onNumbers('f32x2', 2, mul),
  'fma.f32x2': onNumbers('f32x2', 3, fma32),
};

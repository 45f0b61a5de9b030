/** Conversions of pairs of floats that share a register, and of tf32. Manual: "Data Movement and Conversion Instructions: cvt". */
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
import { type Effect, effect } from '../effect.ts';
import { bitsOfFloat } from '../float.ts';
import { type Shape, shapedTo } from './convert-float.ts';

/** One half of a packed word: its format, and the bits that it has there. */
interface Half {
  readonly format: FloatFormat;
  readonly bits: 4 | 8 | 16;
}

const HALVES: Readonly<Record<string, Half>> = {
  f16x2: { format: F16, bits: 16 },
  bf16x2: { format: BF16, bits: 16 },
  e4m3x2: { format: E4M3, bits: 8 },
  e5m2x2: { format: E5M2, bits: 8 },
  e2m3x2: { format: E2M3, bits: 8 },
  e3m2x2: { format: E3M2, bits: 8 },
  e2m1x2: { format: E2M1, bits: 4 },
};

type Coded = (value: number) => number;

/** How a value becomes the bits of one half, and back. */
function encoderOf(to: string, shape: Shape): Coded {
  if (to === 'ue8m0x2') return v => exponentByte(v, shape);
  const { format } = HALVES[to];
  const finish = shapedTo(format, shape);
  return v => encodeFloat(format, finish(v));
}

const decoderOf = (from: string): Coded =>
  from === 'ue8m0x2' ? powerOfTwo : pattern => decodeFloat(HALVES[from].format, pattern);

const halfBits = (type: string): number => HALVES[type]?.bits ?? 8;

/** ue8m0: the exponent of a power of two, 0xff for NaN; the sign is lost. `value` is an f32. */
function exponentByte(value: number, { rounding, satfinite }: Shape): number {
  const bits = bitsOfFloat(value) & 0x7fffffff;
  // 2^-127 is a subnormal f32; what lies above it rounds up to 2^-126.
  const above = bits > 0x400000 && (bits & 0x7fffff) !== 0 && bits < 0x7f800000;
  const field = (bits >> 23) + (rounding === 'rp' && above ? 1 : 0);
  return satfinite && field === 255 && bits <= 0x7f800000 ? 254 : field;
}

const powerOfTwo = (byte: number): number => ((byte & 255) === 255 ? Number.NaN : 2 ** ((byte & 255) - 127));

/** `cvt.….to.f32 d, a, b`, where a becomes the upper half, or `cvt.….to.from d, a` half by half. */
export function packedConversion(to: string, from: string, shape: Shape): Effect {
  const encode = encoderOf(to, shape);
  const bits = halfBits(to);
  const kind = bits === 16 ? 's32' : 'u16';
  if (from === 'f32') return effect(kind, ['f32', 'f32'], (a, b) => (encode(a) << bits) | encode(b));
  const decode = decoderOf(from);
  const width = halfBits(from);
  const source = width === 16 ? 's32' : width === 8 ? 'u16' : 'u8';
  return effect(kind, [source], a => (encode(decode(a >>> width)) << bits) | encode(decode(a)));
}

const INFINITY = 0x7f800000;
const STEP = 0x2000;
const LARGEST_TF32 = INFINITY - STEP;

/**
 * tf32 is an f32 whose last 13 bits are zero. What `.rna` makes of a NaN keeps its bits but those; `.satfinite` then takes one step
 * off, as it does off an infinity (measured on sm_90).
 */
export function toTf32(rounding: 'rn' | 'rz' | 'rna', relu: boolean, satfinite: boolean): Effect {
  return effect('s32', ['s32'], bits => {
    const size = bits & 0x7fffffff;
    if (size > INFINITY) return rounding === 'rna' ? (bits & ~0x1fff) - (satfinite ? STEP : 0) : 0x7fffe000;
    const half = rounding === 'rz' ? 0 : rounding === 'rna' ? 0x1000 : 0xfff + ((size >> 13) & 1);
    const rounded = Math.min(size + half, INFINITY) & ~0x1fff;
    const kept = satfinite ? Math.min(rounded, LARGEST_TF32) : rounded;
    return bits >= 0 ? kept : relu ? 0 : kept | -0x80000000;
  });
}

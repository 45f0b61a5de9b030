/** cvt: every pair of types, from the table where it is common, put together otherwise. */
import type { Run } from '../../machine/operation.ts';
import { type Effect, effect } from '../effect.ts';
import {
  bitsOfType,
  type FloatType,
  floatToFloat,
  floatToInteger,
  type IntegerType,
  integerConversion,
  integerToFloat,
} from '../effects/convert.ts';
import type { Form } from '../form.ts';
import { FLOATS, INTEGERS, isFloat, type Row, row, SMALL_FLOATS } from '../row.ts';

const ROUNDINGS = ['rn', 'rz', 'rm', 'rp'] as const;
/** To an integer, or to a float that holds one. */
const INTEGER_ROUNDINGS = ['rni', 'rzi', 'rmi', 'rpi'] as const;
type RoundingWord = (typeof ROUNDINGS)[number] | (typeof INTEGER_ROUNDINGS)[number];

/** A conversion and the modifiers that shape it. */
interface Conversion {
  readonly to: string;
  readonly from: string;
  readonly rounding: RoundingWord | null;
  readonly ftz: boolean;
  readonly sat: boolean;
  readonly relu: boolean;
  /** Declared width of the destination register. */
  readonly registerBits: number;
}

function convert(form: Form): Run {
  const [to, from] = [form.type(0), form.type(1)];
  if (to === 'tf32') return toTf32(form, from);
  const words = [...(isFloat(to) ? ROUNDINGS : []), ...(isFloat(from) ? INTEGER_ROUNDINGS : [])];
  const rounding = words.find(word => form.take(word)) ?? null;
  const ftz = isFloat(from) && form.take('ftz');
  const sat = form.take('sat');
  const relu = isFloat(to) && isFloat(from) && form.take('relu');
  form.finish();
  const registerBits = form.registerBits(form.operand(0));
  const c: Conversion = { to, from, rounding, ftz, sat, relu, registerBits };
  if (to.endsWith('x2') || from.endsWith('x2')) return form.compute(packedConversion(form, c));
  return form.compute(conversionOf(form, c));
}

function conversionOf(form: Form, c: Conversion): Effect {
  if (isFloat(c.to)) return isFloat(c.from) ? betweenFloats(form, c) : fromInteger(form, c);
  return isFloat(c.from) ? toInteger(form, c) : betweenIntegers(form, c);
}

const INTEGER_SHORTCUTS: Readonly<Record<string, string>> = {
  'u64 u32': 'cvt.b64.u32',
  's64 u32': 'cvt.b64.u32',
  'u64 s32': 'cvt.b64.s32',
  's64 s32': 'cvt.b64.s32',
  's64 s16': 'cvt.b64.s16',
  'u64 u16': 'cvt.b64.u16',
  's64 u16': 'cvt.b64.u16',
  'u32 u64': 'cvt.b32.b64',
  's32 s64': 'cvt.b32.b64',
  'u32 s64': 'cvt.b32.b64',
  's32 u64': 'cvt.b32.b64',
  'u32 u16': 'cvt.b32.u16',
  's32 u16': 'cvt.b32.u16',
  's32 s16': 'cvt.b32.s16',
  'u32 u8': 'cvt.b32.u8',
  's32 s8': 'cvt.b32.s8',
  'u16 u32': 'cvt.b16.b32',
  'u16 u64': 'cvt.b16.b64',
};

function betweenIntegers(form: Form, { to, from, sat, registerBits }: Conversion): Effect {
  const shortcut = INTEGER_SHORTCUTS[`${to} ${from}`];
  if (shortcut && !sat && registerBits === bitsOfType(to)) return form.effect(shortcut);
  return integerConversion(to as IntegerType, from as IntegerType, Math.max(16, registerBits), sat);
}

function toInteger(form: Form, { to, from, rounding, ftz, registerBits }: Conversion): Effect {
  if (rounding === null || !rounding.endsWith('i'))
    form.refuse('a float becomes an integer by .rni, .rzi, .rmi or .rpi');
  const isPlain = rounding === 'rzi' && from === 'f32' && (to === 's32' || to === 'u32') && !ftz;
  if (isPlain) return form.effect(`cvt.rzi.${to}.f32`);
  return floatToInteger(to as IntegerType, from as FloatType, rounding ?? 'rzi', Math.max(16, registerBits), ftz);
}

function fromInteger(form: Form, { to, from, rounding, sat }: Conversion): Effect {
  if (sat) form.refuse('.sat of an integer is not implemented');
  const isPlain = (from === 's32' || from === 'u32') && (to === 'f32' || to === 'f64') && rounding === 'rn';
  if (isPlain) return form.effect(`cvt.${to}.${from}`);
  return (
    integerToFloat(to as FloatType, from as IntegerType, rounding ?? 'rn') ??
    form.refuse(`rounding .${rounding} to .${to} is not implemented`)
  );
}

const NARROWER: Readonly<Record<string, number>> = { f16: 16, bf16: 16, f32: 32, f64: 64 };

function betweenFloats(form: Form, c: Conversion): Effect {
  const { to, from, rounding } = c;
  const isPlain = !c.ftz && !c.sat && !c.relu && to !== from && (rounding === 'rn' || rounding === null);
  const widens = NARROWER[to] > NARROWER[from];
  if (!widens && rounding === null && to !== from) form.refuse('a narrowing conversion needs a rounding mode');
  const plain = `cvt.${to}.${from}`;
  if (
    isPlain &&
    ['cvt.f64.f32', 'cvt.f32.f64', 'cvt.f32.f16', 'cvt.f16.f32', 'cvt.f32.bf16', 'cvt.bf16.f32'].includes(plain)
  ) {
    return form.effect(plain);
  }
  const shape = { rounding: rounding ?? 'rn', ftz: c.ftz, sat: c.sat, relu: c.relu };
  return (
    floatToFloat(to as FloatType, from as FloatType, shape) ??
    form.refuse(`rounding .${rounding} to .${to} is not implemented`)
  );
}

/** `cvt.rn.bf16x2.f32 d, a, b`: a becomes the upper half. */
function packedConversion(form: Form, { to, from, rounding, relu, sat }: Conversion): Effect {
  if (from !== 'f32' || rounding !== 'rn' || sat)
    form.refuse(`this conversion from .${from} to .${to} is not implemented`);
  const plain = form.effect(`cvt.${to}.f32`);
  if (!relu) return plain;
  const positive = (v: number): number => Math.max(v, 0);
  return effect('s32', plain.from, (a, b) => plain.run(positive(a), positive(b)));
}

function toTf32(form: Form, from: string): Run {
  form.oneOf(['rna']);
  form.finish();
  if (from !== 'f32') form.refuse(`this conversion from .${from} is not implemented`);
  return form.compute(effect('u32', ['u32'], roundToTf32));
}

/** `cvt.rna.tf32.f32`: 10 mantissa bits stay, ties away from zero. */
const roundToTf32 = (bits: number): number =>
  (bits & 0x7f800000) === 0x7f800000 ? bits : (bits + 0x1000) & 0xffffe000;

const FROM = ['u8', 's8', ...INTEGERS, ...FLOATS, ...SMALL_FLOATS, 'e4m3x2', 'e5m2x2'];
const TO = [...FROM, 'tf32'];

export const CONVERT_ROWS: readonly Row[] = [
  row('cvt', [TO, FROM], 'Data Movement and Conversion Instructions: cvt', convert),
];

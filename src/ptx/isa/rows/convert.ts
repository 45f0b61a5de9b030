/** cvt: every pair of types, from the table where it is common, put together otherwise. */
import type { Run } from '../../machine/operation.ts';
import type { Effect } from '../effect.ts';
import {
  bitsOfType,
  type FloatType,
  floatToInteger,
  type IntegerType,
  integerConversion,
  isSigned,
} from '../effects/convert.ts';
import { floatToFloat, integerToFloat, type Shape } from '../effects/convert-float.ts';
import { packedConversion, packIntegers, toTf32 } from '../effects/convert-packed.ts';
import type { Form } from '../form.ts';
import { FLOATS, INTEGERS, isFloat, type Row, row, SMALL_FLOATS } from '../row.ts';

const ROUNDINGS = ['rn', 'rz', 'rm', 'rp'] as const;
/** To an integer, or to a float that holds one. */
const INTEGER_ROUNDINGS = ['rni', 'rzi', 'rmi', 'rpi'] as const;

function convert(form: Form): Run {
  if (form.take('pack')) return pack(form);
  const [to, from] = [form.type(0), form.type(1)];
  if (to === 'tf32') return intoTf32(form, from);
  const isPacked = /x[24]$/.test(to) || /x[24]$/.test(from);
  if (isPacked) return convertPacked(form, to, from);
  return form.compute(
    isFloat(to) ? intoFloat(form, to as FloatType, from) : intoInteger(form, to as IntegerType, from),
  );
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

/** Nothing of `from` is out of the range of `to`, so there is no `.sat`. */
function holdsAll(to: string, from: string): boolean {
  if (isSigned(from)) return isSigned(to) && bitsOfType(to) >= bitsOfType(from);
  return bitsOfType(to) - (isSigned(to) ? 1 : 0) >= bitsOfType(from);
}

/** A result may go into a wider register: an 8-bit one always does. */
function intoInteger(form: Form, to: IntegerType, from: string): Effect {
  const registerBits = Math.max(16, form.registerBits(form.operand(0)));
  if (bitsOfType(to) < 8) form.refuse(`.${to} is for cvt.pack`);
  if (isFloat(from)) return fromFloat(form, to, from as FloatType, registerBits);
  const sat = !holdsAll(to, from) && form.take('sat');
  form.finish();
  const shortcut = INTEGER_SHORTCUTS[`${to} ${from}`];
  if (shortcut && !sat && registerBits === bitsOfType(to)) return form.effect(shortcut);
  return integerConversion(to, from as IntegerType, registerBits, sat);
}

/** The result is clamped to its type anyway, so `.sat` changes nothing. */
function fromFloat(form: Form, to: IntegerType, from: FloatType, registerBits: number): Effect {
  const rounding = form.oneOf(INTEGER_ROUNDINGS);
  const ftz = from === 'f32' && form.take('ftz');
  form.take('sat');
  form.finish();
  const isPlain = rounding === 'rzi' && from === 'f32' && (to === 's32' || to === 'u32') && !ftz;
  return isPlain ? form.effect(`cvt.rzi.${to}.f32`) : floatToInteger(to, from, rounding, registerBits, ftz);
}

const WIDTHS: Readonly<Record<string, number>> = { f16: 16, bf16: 16, f32: 32, f64: 64 };
const SHORTCUTS: ReadonlySet<string> = new Set([
  ...['f64.f32', 'f32.f64', 'f32.f16', 'f16.f32', 'f32.bf16', 'bf16.f32'],
  ...['f32.s32', 'f32.u32', 'f64.s32', 'f64.u32'],
]);

function intoFloat(form: Form, to: FloatType, from: string): Effect {
  const fromInteger = !isFloat(from);
  const isBrain = to === 'bf16' || from === 'bf16';
  if (to === 'bf16' && bitsOfType(from) === 8) form.refuse('.bf16 is not made of bytes');
  const isNarrower = fromInteger || WIDTHS[to] < WIDTHS[from];
  const words = to === from ? INTEGER_ROUNDINGS : isNarrower || isBrain ? ROUNDINGS : [];
  const rounding = words.find(word => form.take(word)) ?? null;
  if (rounding === null && isNarrower) form.refuse(`needs one of .${words.join(', .')}`);
  const ftz = (to === 'f32' || from === 'f32') && form.take('ftz');
  const limits = takeLimits(form, to, from, rounding);
  // A wider float holds the value as it is.
  const direction = WIDTHS[to] > WIDTHS[from] ? null : rounding;
  const shape = { rounding: direction ?? 'rn', ftz, ...limits };
  form.finish();
  const isPlain = !ftz && !shape.sat && !shape.relu && !shape.satfinite && shape.rounding === 'rn';
  if (isPlain && SHORTCUTS.has(`${to}.${from}`)) return form.effect(`cvt.${to}.${from}`);
  return fromInteger ? integerToFloat(to, from as IntegerType, shape) : floatToFloat(to, from as FloatType, shape);
}

type Limits = Pick<Shape, 'sat' | 'relu' | 'satfinite'>;

function takeLimits(form: Form, to: string, from: string, rounding: string | null): Limits {
  const sat = to !== 'bf16' && from !== 'bf16' && form.take('sat');
  const isSmall = WIDTHS[to] === 16 && from === 'f32' && (rounding === 'rn' || rounding === 'rz') && !sat;
  return { sat, relu: isSmall && form.take('relu'), satfinite: isSmall && form.take('satfinite') };
}

/** Made of two f32, or half by half of another pair. */
const PACKED_SOURCES: Readonly<Record<string, RegExp>> = {
  f16x2: /^(f32|e\dm\dx2)$/,
  bf16x2: /^(f32|ue8m0x2)$/,
  e4m3x2: /^(f32|f16x2)$/,
  e5m2x2: /^(f32|f16x2)$/,
  e2m1x2: /^(f32|f16x2)$/,
  e2m3x2: /^f32$/,
  e3m2x2: /^f32$/,
  ue8m0x2: /^(f32|bf16x2)$/,
};

/** `cvt.rn.bf16x2.f32 d, a, b` makes a pair of two values; `cvt.rn.f16x2.e4m3x2 d, a` one pair of another. */
function convertPacked(form: Form, to: string, from: string): Run {
  if (form.take('rs')) form.refuse('stochastic rounding is not implemented');
  if (!PACKED_SOURCES[to]?.test(from)) form.refuse(`.${to} is not made of .${from}`);
  const isExponent = to === 'ue8m0x2';
  const isWide = from === 'f32' && /^b?f16/.test(to);
  const rounding = form.oneOf(isExponent ? (['rz', 'rp'] as const) : isWide ? (['rn', 'rz'] as const) : ['rn']);
  const mustSaturate = /^e/.test(to);
  const satfinite = mustSaturate
    ? form.oneOf(['satfinite']) !== null
    : (isWide || isExponent) && form.take('satfinite');
  const relu = !isExponent && from !== 'ue8m0x2' && form.take('relu');
  form.finish();
  if (isWide && rounding === 'rn' && !satfinite && !relu) return form.compute(form.effect(`cvt.${to}.f32`));
  return form.compute(packedConversion(to, from, { rounding, satfinite, relu, ftz: false, sat: false }));
}

function intoTf32(form: Form, from: string): Run {
  if (from !== 'f32') form.refuse('.tf32 is made of .f32');
  const rounding = form.oneOf(['rn', 'rz', 'rna']);
  const relu = rounding !== 'rna' && form.take('relu');
  const satfinite = form.take('satfinite');
  form.finish();
  return form.compute(toTf32(rounding, relu, satfinite));
}

function pack(form: Form): Run {
  const [to, from, rest] = [form.type(0), form.type(1), form.hasType(2) ? form.type(2) : undefined];
  const isPair = to === 'u16' || to === 's16';
  form.oneOf(['sat']);
  form.finish();
  if (from !== 's32' || (isPair ? rest !== undefined : rest !== 'b32'))
    form.refuse('cvt.pack takes .s32, and .b32 below 16 bits');
  return form.compute(packIntegers(to));
}

const SMALLEST = ['e4m3x2', 'e5m2x2', 'e2m1x2', 'e2m3x2', 'e3m2x2', 'ue8m0x2'];
const FROM = ['u8', 's8', ...INTEGERS, ...FLOATS, ...SMALL_FLOATS, ...SMALLEST];
const TO = [...FROM, 'tf32'];
const PACKED_INTEGERS = ['u2', 's2', 'u4', 's4'];

export const CONVERT_ROWS: readonly Row[] = [
  row(
    'cvt',
    [[...TO, ...PACKED_INTEGERS], FROM, ['b32']],
    'Data Movement and Conversion Instructions: cvt; cvt.pack',
    convert,
  ),
];

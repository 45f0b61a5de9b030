/** cvt from and to floats: from the table where it is common, put together otherwise. Integers: `convert.ts`. */
import type { Run } from '../../machine/operation.ts';
import type { Effect } from '../effect.ts';
import { bitsOfType, type FloatType, type IntegerType } from '../effects/convert.ts';
import { floatToFloat, integerToFloat, type Shape } from '../effects/convert-float.ts';
import { packedConversion, toTf32 } from '../effects/convert-packed.ts';
import { floatToInteger } from '../effects/convert-to-integer.ts';
import { FOUR_FLOATS } from '../effects/stochastic.ts';
import type { Form } from '../form.ts';
import { FLOATS, isFloat, type Row, row, SMALL_FLOATS } from '../row.ts';
import { CONVERT_SECTION, CONVERTED_INTEGERS, computeConversion, resultBits } from './convert.ts';
import { convertAtRandom } from './stochastic-convert.ts';

const ROUNDINGS = ['rn', 'rz', 'rm', 'rp'] as const;
/** Roundings to an integer, or to a float that holds one. */
const INTEGER_ROUNDINGS = ['rni', 'rzi', 'rmi', 'rpi'] as const;

function convert(form: Form): Run {
  const [to, from] = [form.type(0), form.type(1)];
  if (to === 'tf32') return intoTf32(form, from);
  if (form.take('rs')) return convertAtRandom(form, to, from);
  const isPacked = /x[24]$/.test(to) || /x[24]$/.test(from);
  if (isPacked) return convertPacked(form, to, from);
  checkBrain(form, from, 1);
  if (!isFloat(to))
    return computeConversion(form, intoInteger(form, to as IntegerType, from as FloatType), bitsOfType(from));
  const effect = intoFloat(form, to as FloatType, from);
  checkBrain(form, to, 0);
  if (form.registerBits(form.operand(0)) < WIDTHS[to]) form.refuse('the destination register is too narrow');
  return computeConversion(form, effect, bitsOfType(from));
}

/** Other than an f16, a bf16 does not go into a wider register, or come from one. */
function checkBrain(form: Form, type: string, index: number): void {
  if (type === 'bf16') form.requireWidth(form.operand(index), type, 16);
}

/** The result is clamped to its type anyway, so `.sat` changes nothing. */
function intoInteger(form: Form, to: IntegerType, from: FloatType): Effect {
  const registerBits = resultBits(form, to);
  const rounding = form.oneOf(INTEGER_ROUNDINGS);
  const ftz = from === 'f32' && form.take('ftz');
  form.take('sat');
  form.finish();
  const isWord = (to === 's32' || to === 'u32') && registerBits === 32;
  const isPlain = rounding === 'rzi' && from === 'f32' && isWord && !ftz;
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

/** Sources of packed formats: two f32, or another pair, half by half. */
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
  if (!PACKED_SOURCES[to]?.test(from)) form.refuse(`.${to} is not made of .${from}`);
  const isExponent = to === 'ue8m0x2';
  const isWide = from === 'f32' && /^b?f16/.test(to);
  if (/^b?f16x2$/.test(to)) form.requireWidth(form.operand(0), to, 32);
  const rounding = form.oneOf(isExponent ? (['rz', 'rp'] as const) : isWide ? (['rn', 'rz'] as const) : ['rn']);
  const mustSaturate = /^e/.test(to);
  const satfinite = mustSaturate
    ? form.oneOf(['satfinite']) !== null
    : (isWide || isExponent) && form.take('satfinite');
  const relu = !isExponent && from !== 'ue8m0x2' && form.take('relu');
  form.finish();
  if (isWide && rounding === 'rn' && !satfinite && !relu)
    return computeConversion(form, form.effect(`cvt.${to}.f32`), 32);
  const effect = packedConversion(to, from, { rounding, satfinite, relu, ftz: false, sat: false });
  return from === 'f32' ? computeConversion(form, effect, 32) : form.compute(effect);
}

function intoTf32(form: Form, from: string): Run {
  if (from !== 'f32') form.refuse('.tf32 is made of .f32');
  const rounding = form.oneOf(['rn', 'rz', 'rna']);
  const relu = rounding !== 'rna' && form.take('relu');
  const satfinite = form.take('satfinite');
  form.finish();
  return computeConversion(form, toTf32(rounding, relu, satfinite), 32);
}

const SMALLEST = ['e4m3x2', 'e5m2x2', 'e2m1x2', 'e2m3x2', 'e3m2x2', 'ue8m0x2'];
const FROM = [...CONVERTED_INTEGERS, ...FLOATS, ...SMALL_FLOATS, ...SMALLEST];

export const FLOAT_CONVERT_ROWS: readonly Row[] = [
  row('cvt', {
    types: [[...FROM, ...FOUR_FLOATS, 'tf32'], FROM],
    class: 'convert',
    section: CONVERT_SECTION,
    decode: convert,
  }),
];

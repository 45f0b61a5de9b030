/**
 * Arithmetic on floats: which modifiers each instruction takes with each type, and the effect for any set of them. The plain
 * form is an effect of the table; rounding modes, `.ftz`, `.sat`, `.relu` and `.oob` are wrapped around its exact result.
 */
import { decodeFloat, encodeFloat } from '../../../base/float-formats.ts';
import type { Run } from '../../machine/operation.ts';
import { directed64 } from '../directed64.ts';
import { type Effect, effect } from '../effect.ts';
import {
  elementOf,
  formatOf,
  onElements,
  onNumbers,
  type Packable,
  patternsOf,
  type SmallFloat,
} from '../effects/packed-float.ts';
import { flushBelow, oddSum, oddSumDown, type Rounding, saturate, toFloat } from '../float.ts';
import type { Form } from '../form.ts';

const ROUNDINGS = ['rn', 'rz', 'rm', 'rp'] as const;
const DIRECTED = 'rz rm rp';
const CLAMPS = ['sat', 'relu'] as const;

/** Modifiers besides `.rn` by type, as the manual lists them. */
type Modifiers = Readonly<Record<string, string>>;
const SUM: Modifiers = {
  f32: `${DIRECTED} ftz sat`,
  f64: DIRECTED,
  f32x2: `${DIRECTED} ftz`,
  f16: 'ftz sat',
  f16x2: 'ftz sat',
  bf16: '',
  bf16x2: '',
};
const FUSED: Modifiers = {
  ...SUM,
  f16: 'ftz sat relu oob',
  f16x2: 'ftz sat relu oob',
  bf16: 'relu oob',
  bf16x2: 'relu oob',
};
const QUOTIENT: Modifiers = { f32: `${DIRECTED} ftz`, f64: DIRECTED };

interface Arithmetic {
  readonly sources: 1 | 2 | 3;
  readonly modifiers: Modifiers;
  /** `.rn` has to be written. */
  readonly namesRounding: boolean;
  /** The result before rounding: exact, rounded to odd, or, of f32, such that no f32 lies between it and the exact one. */
  readonly exact: (a: number, b: number, c: number) => number;
  /** The same where sums that cancel are -0. */
  readonly exactDown: (a: number, b: number, c: number) => number;
}

type Sum = (x: number, y: number) => number;
const summed = (sources: 2 | 3, modifiers: Modifiers, of: (sum: Sum) => Arithmetic['exact']): Arithmetic => ({
  sources,
  modifiers,
  namesRounding: sources === 3,
  exact: of(oddSum),
  exactDown: of(oddSumDown),
});
const single = (
  sources: 1 | 2,
  modifiers: Modifiers,
  namesRounding: boolean,
  exact: Arithmetic['exact'],
): Arithmetic => ({ sources, modifiers, namesRounding, exact, exactDown: exact });

const ARITHMETIC = {
  add: summed(2, SUM, sum => sum),
  sub: summed(2, SUM, sum => (a, b) => sum(a, -b)),
  mul: single(2, SUM, false, (a, b) => a * b),
  fma: summed(3, FUSED, sum => (a, b, c) => sum(a * b, c)),
  div: single(2, QUOTIENT, true, (a, b) => a / b),
  rcp: single(1, QUOTIENT, true, a => 1 / a),
  sqrt: single(1, QUOTIENT, true, a => Math.sqrt(a)),
} as const satisfies Readonly<Record<string, Arithmetic>>;
export type ArithmeticName = keyof typeof ARITHMETIC;

interface Variation {
  readonly rounding: Rounding;
  readonly ftz: boolean;
  readonly clamp: (typeof CLAMPS)[number] | 'none';
  readonly oob: boolean;
}

/** Binds a float instruction to the effect of its type and modifiers. */
export function computeArithmetic(form: Form, name: ArithmeticName): Run {
  const type = form.type();
  const variation = variationOf(form, ARITHMETIC[name], type);
  form.finish();
  const { rounding, ftz, clamp, oob } = variation;
  if (rounding === 'rn' && !ftz && clamp === 'none' && !oob) return form.compute(form.effect(`${name}.${type}`));
  return form.compute(varied(name, type as Packable | 'f64', variation));
}

function variationOf(form: Form, { modifiers, namesRounding }: Arithmetic, type: string): Variation {
  const allowed = modifiers[type]?.split(' ') ?? form.refuse(`type .${type} is not implemented`);
  const roundings = ROUNDINGS.filter(mode => mode === 'rn' || allowed.includes(mode));
  const rounding = form.oneOf(roundings, namesRounding ? undefined : 'rn');
  const ftz = allowed.includes('ftz') && form.take('ftz');
  const clamps = CLAMPS.filter(clamp => allowed.includes(clamp));
  const clamp = form.oneOf<Variation['clamp']>(clamps, 'none');
  const oob = allowed.includes('oob') && form.take('oob');
  if (oob && (ftz || clamp === 'sat')) form.refuse('.oob goes with .relu only');
  return { rounding, ftz, clamp, oob };
}

function varied(name: ArithmeticName, type: Packable | 'f64', variation: Variation): Effect {
  const { sources } = ARITHMETIC[name];
  if (type === 'f64') return onNumbers(type, sources, directed64(name, variation.rounding));
  const run = roundedRun(name, type, variation);
  if (!variation.oob || !isSmall(type)) return onNumbers(type, sources, run);
  const patterns = patternsOf(type, run);
  return onElements(type, sources, (a, b, c) => (isOutOfBounds(a) || isOutOfBounds(b) ? 0 : patterns(a, b, c)));
}

/** The NaN with which tensor copies fill what lies outside of the tensor, of either sign; `.oob` looks at factors only. */
const isOutOfBounds = (pattern: number): boolean => (pattern & 0x7fff) === 0x7ff7;

function roundedRun(name: ArithmeticName, type: Packable, { rounding, ftz, clamp }: Variation): Arithmetic['exact'] {
  const { exact, exactDown }: Arithmetic = ARITHMETIC[name];
  const run = rounding === 'rm' ? exactDown : exact;
  const round = rounder(type, rounding);
  const finish = CLAMP[clamp];
  if (!ftz) return (a, b, c) => finish(round(run(a, b, c)));
  const flushed = flusher(type);
  const flushedResult = roundAndFlush(round, leastNormal(type));
  return (a, b, c) => finish(flushedResult(run(flushed(a), flushed(b), flushed(c))));
}

/**
 * A result is flushed when it stays below the least normal number after rounding to all digits, as if exponents had no end;
 * twice the value has them all.
 */
const roundAndFlush =
  (round: (value: number) => number, least: number) =>
  (value: number): number =>
    Math.abs(value) < least && Math.abs(round(2 * value)) < 2 * least ? value * 0 : round(value);

const CLAMP: Readonly<Record<Variation['clamp'], (value: number) => number>> = {
  none: v => v,
  sat: saturate,
  // NaN stays.
  relu: v => Math.max(v, 0),
};

const isSmall = (type: Packable): type is SmallFloat => elementOf(type) !== 'f32';

function rounder(type: Packable, rounding: Rounding): (value: number) => number {
  if (!isSmall(type)) return v => toFloat(v, rounding);
  const format = formatOf(type);
  return v => decodeFloat(format, encodeFloat(format, v));
}

const leastNormal = (type: Packable): number => (isSmall(type) ? 2 ** formatOf(type).smallestExponent : 2 ** -126);

/** `.ftz` of sources. */
export const flusher = (type: Packable): ((value: number) => number) => flushBelow(leastNormal(type));

/** Types of the smaller operands of mixed arithmetic. */
export const MIXED = ['f16', 'bf16'] as const;

/** `add.f32.f16 d, a, c` and its like: the factors, or the first term, have the small type. */
export function computeMixed(form: Form, name: 'add' | 'sub' | 'fma'): Run {
  const small = form.type(1) as (typeof MIXED)[number];
  if (form.type() !== 'f32') form.refuse('the result of mixed types is .f32');
  const rounding = form.oneOf(ROUNDINGS, name === 'fma' ? undefined : 'rn');
  const clamp = form.take('sat') ? 'sat' : 'none';
  form.finish();
  const from = name === 'fma' ? ([small, small, 'f32'] as const) : ([small, 'f32'] as const);
  return form.compute(effect('f32', from, roundedRun(name, 'f32', { rounding, ftz: false, clamp, oob: false })));
}

/**
 * Arithmetic on floats: which modifiers each instruction takes with each type, and the effect for any set of them. The plain
 * form is an effect of the table; anything else is wrapped around its exact result.
 */
import type { Run } from '../../machine/operation.ts';
import { directed64 } from '../directed64.ts';
import { type Effect, effect } from '../effect.ts';
import { CLAMPS, isSmall, rounded, type Variation } from '../effects/float-rounding.ts';
import { onElements, onNumbers, type Packable, patternsOf } from '../effects/packed-float.ts';
import { EFFECTS, type EffectName } from '../effects.ts';
import { oddSum, oddSumDown } from '../float-arithmetic.ts';
import type { Form } from '../form.ts';

const ROUNDINGS = ['rn', 'rz', 'rm', 'rp'] as const;
const DIRECTED = 'rz rm rp';

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

interface ModifierSet extends Variation {
  readonly oob: boolean;
}

/** Binds a float instruction to the effect of its type and modifiers. */
export function computeArithmetic(form: Form, name: ArithmeticName): Run {
  const type = form.type();
  const modifiers = modifiersOf(form, ARITHMETIC[name], type);
  form.finish();
  return form.compute(tableEffect(name, type, modifiers) ?? varied(name, type as Packable | 'f64', modifiers));
}

/** The plain instruction and sets of modifiers that compilers often write have an effect of their own. */
function tableEffect(name: ArithmeticName, type: string, { rounding, ftz, clamp, oob }: ModifierSet): Effect | null {
  const words = [name, rounding === 'rn' ? '' : rounding, ftz ? 'ftz' : '', clamp === 'none' ? '' : clamp, type];
  return oob ? null : (EFFECTS[words.filter(word => word !== '').join('.') as EffectName] ?? null);
}

function modifiersOf(form: Form, { modifiers, namesRounding }: Arithmetic, type: string): ModifierSet {
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

function varied(name: ArithmeticName, type: Packable | 'f64', modifiers: ModifierSet): Effect {
  const { sources } = ARITHMETIC[name];
  if (type === 'f64') return { ...EFFECTS[`${name}.f64`], run: directed64(name, modifiers.rounding) };
  const run = rounded(exactRun(name, modifiers), type, modifiers);
  if (!modifiers.oob || !isSmall(type)) return onNumbers(type, sources, run);
  const patterns = patternsOf(type, run);
  return onElements(type, sources, (a, b, c) => (isOutOfBounds(a) || isOutOfBounds(b) ? 0 : patterns(a, b, c)));
}

/** The NaN with which tensor copies fill what lies outside of the tensor, of either sign; `.oob` looks at factors only. */
const isOutOfBounds = (pattern: number): boolean => (pattern & 0x7fff) === 0x7ff7;

const exactRun = (name: ArithmeticName, { rounding }: Variation): Arithmetic['exact'] =>
  ARITHMETIC[name][rounding === 'rm' ? 'exactDown' : 'exact'];

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
  const variation = { rounding, ftz: false, clamp } as const;
  return form.compute(effect('f32', from, rounded(exactRun(name, variation), 'f32', variation)));
}

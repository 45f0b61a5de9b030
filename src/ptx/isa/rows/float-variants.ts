/** Rounding modes, `.ftz` and `.sat` of f32 arithmetic: wrapped around the effect where an instruction asks for them. */
import type { Run } from '../../machine/operation.ts';
import { type Effect, effect } from '../effect.ts';
import { flush, oddSum, oddSumDown, type Rounding, saturate, toFloat } from '../float.ts';
import type { Form } from '../form.ts';

const ROUNDINGS = ['rn', 'rz', 'rm', 'rp'] as const;

type Exact = (a: number, b: number, c: number) => number;

/** Results that are exact, or rounded to odd, before any rounding to f32. */
const EXACT: Readonly<Record<string, Exact>> = {
  add: oddSum,
  sub: (a, b) => oddSum(a, -b),
  mul: (a, b) => a * b,
  fma: (a, b, c) => oddSum(a * b, c),
};
/** Others that are rounded as the instruction says. */
const ROUNDED: ReadonlySet<string> = new Set(['div', 'rcp', 'sqrt']);
const EXACT_DOWN: typeof EXACT = {
  ...EXACT,
  add: oddSumDown,
  sub: (a, b) => oddSumDown(a, -b),
  fma: (a, b, c) => oddSumDown(a * b, c),
};

/** Binds a float instruction: `name` with its type is a table effect, its modifiers may vary it. */
export function computeFloat(form: Form, name: string): Run {
  const type = form.type();
  const isExact = name in EXACT;
  const rounding = isExact || ROUNDED.has(name) ? form.oneOf(ROUNDINGS, 'rn') : 'rn';
  const ftz = form.take('ftz');
  const sat = isExact && form.take('sat');
  form.finish();
  const plain = form.effect(`${name}.${type}`);
  if (rounding === 'rn' && !ftz && !sat) return form.compute(plain);
  return form.compute(varied(form, plain, name, { rounding, ftz, sat }));
}

interface Variation {
  readonly rounding: Rounding;
  readonly ftz: boolean;
  readonly sat: boolean;
}

function varied(form: Form, plain: Effect, name: string, { rounding, ftz, sat }: Variation): Effect {
  const type = form.type();
  if (type !== 'f32') {
    const isHalf = type === 'f16' || type === 'bf16';
    if (rounding !== 'rn' || ftz || !isHalf) form.refuse(`this variant of ${name}.${type} is not implemented`);
    return effect(plain.to as 'f16', plain.from, (a, b, c) => saturate(plain.run(a, b, c)));
  }
  const exact = rounding === 'rn' ? plain.run : (rounding === 'rm' ? EXACT_DOWN : EXACT)[name];
  if (!exact) form.refuse(`${name}.${rounding}.f32 is not implemented`);
  const finish = finisher(ftz, sat);
  const into = (a: number, b: number, c: number) => finish(toFloat(exact(a, b, c), rounding));
  return effect('f32', plain.from, ftz ? (a, b, c) => into(flush(a), flush(b), flush(c)) : into);
}

function finisher(ftz: boolean, sat: boolean): (value: number) => number {
  if (ftz) return sat ? v => saturate(flush(v)) : flush;
  return sat ? saturate : v => v;
}

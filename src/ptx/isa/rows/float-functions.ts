/** Division, roots, elementary functions and tests of floats. */
import type { Run } from '../../machine/operation.ts';
import { type Effect, effect, wideEffect } from '../effect.ts';
import { onNumbers, type Packable } from '../effects/packed-float.ts';
import { EFFECTS, type EffectName } from '../effects.ts';
import { doubleOfWords, highWordOfDouble } from '../float.ts';
import { flush, flushBelow } from '../float-arithmetic.ts';
import type { Form } from '../form.ts';
import { FLOATS, type Row, row, SMALL_FLOATS } from '../row.ts';
import { type ArithmeticName, computeArithmetic, computeMixed, MIXED } from './float-variants.ts';

const F = 'Floating Point Instructions';

/** The f32 effect of that name, with `.ftz` where it is written. */
function computeFlushing(form: Form, name: string): Run {
  const ftz = form.take('ftz');
  form.finish();
  const plain = form.effect(`${name}.f32`);
  if (!ftz) return form.compute(plain);
  const often: Effect | undefined = EFFECTS[`${name}.ftz.f32` as EffectName];
  return form.compute(often ?? effect('f32', plain.from, (a, b) => flush(plain.run(flush(a), flush(b)))));
}

/** Forms that allow an error, by their word: the effect gives the rounded exact value, or what the hardware was seen to do. */
const ROUGHLY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  div: { approx: 'div.approx', full: 'div.full' },
  rcp: { approx: 'rcp' },
  sqrt: { approx: 'sqrt' },
};

/** `div`, `rcp` and `sqrt`. */
export const exactOrApproximate =
  (name: ArithmeticName) =>
  (form: Form): Run => {
    const roughly = form.type() === 'f32' ? form.oneOf<string>(Object.keys(ROUGHLY[name]), '') : '';
    return roughly === '' ? computeArithmetic(form, name) : computeFlushing(form, ROUGHLY[name][roughly]);
  };

function approximation(name: string, flushes: boolean) {
  return (form: Form): Run => {
    form.oneOf(['approx']);
    if (form.type() === 'f32' && flushes) return computeFlushing(form, `${name}.approx`);
    form.finish();
    return form.compute(form.effect(`${name}.approx.${form.type()}`));
  };
}

/** `ex2` and `tanh` also have small types; of `ex2` in bf16, `.ftz` is part of the name. */
const smallApproximation =
  (name: 'ex2' | 'tanh', run: (v: number) => number) =>
  (form: Form): Run => {
    const type = form.type() as Packable;
    if (type === 'f32') return approximation(name, name === 'ex2')(form);
    form.oneOf(['approx']);
    const ftz = name === 'ex2' && type.startsWith('bf');
    if (ftz) form.oneOf(['ftz']);
    form.finish();
    return form.compute(onNumbers(type, 1, ftz ? a => flush(run(flush(a))) : run));
  };

const flush64 = flushBelow(2 ** -1022);
const SEED_NAN = 0x7fffffff;

/** `.approx.ftz.f64` gives the upper word of a result from the upper word of its source: the start of an iteration. */
const seed = (run: (v: number) => number): Effect =>
  wideEffect(
    ['b64'],
    () => 0,
    (_low, high) => {
      const value = run(flush64(doubleOfWords(0, high)));
      return Number.isNaN(value) ? SEED_NAN : highWordOfDouble(flush64(value));
    },
  );

const withSeed =
  (run: (v: number) => number, otherwise: Row['decode']) =>
  (form: Form): Run => {
    const isSeed = form.type() === 'f64' && form.take('ftz');
    if (!isSeed) return otherwise(form);
    form.oneOf(['approx']);
    form.finish();
    return form.compute(seed(run));
  };

function copySign(form: Form): Run {
  form.finish();
  return form.compute(form.effect(`copysign.${form.type()}`));
}

/** testp: a property of a float. Zeros count as normal. */
function testProperty(form: Form): Run {
  const property = form.oneOf(['finite', 'infinite', 'number', 'notanumber', 'normal', 'subnormal']);
  form.finish();
  const type = form.type() as 'f32' | 'f64';
  const least = type === 'f32' ? 2 ** -126 : 2 ** -1022;
  const isSubnormal = (v: number): boolean => v !== 0 && Math.abs(v) < least;
  const tests: Readonly<Record<typeof property, (v: number) => boolean>> = {
    finite: Number.isFinite,
    infinite: v => Math.abs(v) === Number.POSITIVE_INFINITY,
    number: v => !Number.isNaN(v),
    notanumber: Number.isNaN,
    normal: v => Number.isFinite(v) && !isSubnormal(v),
    subnormal: isSubnormal,
  };
  const test = tests[property];
  return form.computePredicate(
    effect('pred', [type], v => (test(v) ? 1 : 0)),
    [form.operand(1)],
  );
}

const fuse = (form: Form): Run => (form.hasType(1) ? computeMixed(form, 'fma') : computeArithmetic(form, 'fma'));

export const FLOAT_ROWS: readonly Row[] = [
  row('testp', { types: [FLOATS], class: 'predicate', section: `${F}: testp`, decode: testProperty }),
  row('copysign', { types: [FLOATS], class: 'type', section: `${F}: copysign`, decode: copySign }),
  row('fma', {
    types: [[...FLOATS, 'f32x2', ...SMALL_FLOATS], MIXED],
    class: 'type',
    section: `${F}: fma`,
    decode: fuse,
  }),
  row('rcp', {
    types: [FLOATS],
    class: 'type',
    section: `${F}: rcp; rcp.approx.ftz.f64`,
    decode: withSeed(v => 1 / v, exactOrApproximate('rcp')),
  }),
  row('sqrt', { types: [FLOATS], class: 'type', section: `${F}: sqrt`, decode: exactOrApproximate('sqrt') }),
  row('rsqrt', {
    types: [FLOATS],
    class: 'type',
    section: `${F}: rsqrt; rsqrt.approx.ftz.f64`,
    decode: withSeed(v => 1 / Math.sqrt(v), approximation('rsqrt', true)),
  }),
  row('sin', { types: [['f32']], class: 'type', section: `${F}: sin`, decode: approximation('sin', true) }),
  row('cos', { types: [['f32']], class: 'type', section: `${F}: cos`, decode: approximation('cos', true) }),
  row('lg2', { types: [['f32']], class: 'type', section: `${F}: lg2`, decode: approximation('lg2', true) }),
  row('ex2', {
    types: [['f32', ...SMALL_FLOATS]],
    class: 'type',
    section: `${F}: ex2`,
    decode: smallApproximation('ex2', v => 2 ** v),
  }),
  row('tanh', {
    types: [['f32', ...SMALL_FLOATS]],
    class: 'type',
    section: `${F}: tanh`,
    decode: smallApproximation('tanh', Math.tanh),
  }),
];

/** Integer and floating-point arithmetic. */
import type { Run } from '../../machine/operation.ts';
import { type Effect, effect, wideEffect } from '../effect.ts';
import { flush, highWordOfDouble } from '../float.ts';
import type { Form } from '../form.ts';
import { FLOATS, INTEGERS, isFloat, NUMBERS, PACKED_INTEGERS, type Row, row, SIGNED, SMALL_FLOATS } from '../row.ts';
import { computeFloat } from './float-variants.ts';
import {
  addOrSubIntegers,
  computeInteger,
  minOrMaxOfIntegers,
  multiplyAddIntegers,
  multiplyIntegers,
} from './integer.ts';

const I = 'Integer Arithmetic Instructions';
const F = 'Floating Point Instructions';

const addOrSub =
  (name: 'add' | 'sub') =>
  (form: Form): Run =>
    isFloat(form.type()) ? computeFloat(form, name) : addOrSubIntegers(form, name);

const multiply = (form: Form): Run => (isFloat(form.type()) ? computeFloat(form, 'mul') : multiplyIntegers(form));

const multiplyAdd = (form: Form): Run => (isFloat(form.type()) ? computeFloat(form, 'fma') : multiplyAddIntegers(form));

const minOrMax =
  (name: 'min' | 'max') =>
  (form: Form): Run => {
    if (!isFloat(form.type())) return minOrMaxOfIntegers(form, name);
    if (form.take('NaN')) return computeFloat(form, `${name}.NaN`);
    return computeFloat(form, name);
  };

function divide(form: Form): Run {
  const type = form.type();
  if (!isFloat(type)) return computeInteger(form, 'div', 'signed');
  // `.approx` and `.full` allow an error of 2 ulp; the correctly rounded quotient is within it.
  if (type === 'f32' && !form.take('approx')) form.take('full');
  return computeFloat(form, 'div');
}

const negateOrAbs =
  (name: 'neg' | 'abs') =>
  (form: Form): Run => {
    const type = form.type();
    if (!isFloat(type)) return computeInteger(form, name, 'signless');
    const ftz = type === 'f32' && form.take('ftz');
    form.finish();
    if (type.startsWith('bf')) return form.compute(form.effect(`${name}.${type.slice(1)}`));
    if (!ftz) return form.compute(form.effect(`${name}.${type}`));
    return form.compute(effect('f32', ['f32'], name === 'neg' ? a => -flush(a) : a => Math.abs(flush(a))));
  };

/** Functions of one float; the approximate ones give the rounded exact value, which is within their error bound. */
const unaryFloat =
  (name: string, needsApprox: boolean) =>
  (form: Form): Run => {
    const approx = (needsApprox || form.type() === 'f32') && form.take('approx');
    if (needsApprox && !approx) form.refuse('only the .approx form exists');
    return computeFloat(form, needsApprox ? `${name}.approx` : name);
  };

/** `.approx.ftz.f64` gives the upper word of the result and zeros below it: the start of an iteration. */
const seed = (run: (v: number) => number): Effect =>
  wideEffect(
    ['f64'],
    () => 0,
    a => highWordOfDouble(run(Math.abs(a) < 2 ** -1022 ? a * 0 : a)),
  );

const reciprocal =
  (name: 'rcp' | 'rsqrt', run: (v: number) => number) =>
  (form: Form): Run => {
    const isSeed = form.type() === 'f64' && form.take('ftz');
    if (!isSeed) return unaryFloat(name, name === 'rsqrt')(form);
    if (!form.take('approx')) form.refuse('only the .approx form exists');
    form.finish();
    return form.compute(seed(run));
  };

function copySign(form: Form): Run {
  form.finish();
  return form.compute(form.effect(`copysign.${form.type()}`));
}

/** testp: a property of a float. */
function testProperty(form: Form): Run {
  const property = form.oneOf(['finite', 'infinite', 'number', 'notanumber', 'normal', 'subnormal']);
  form.finish();
  const type = form.type() as 'f32' | 'f64';
  const least = type === 'f32' ? 2 ** -126 : 2 ** -1022;
  const tests: Readonly<Record<typeof property, (v: number) => boolean>> = {
    finite: Number.isFinite,
    infinite: v => Math.abs(v) === Number.POSITIVE_INFINITY,
    number: v => !Number.isNaN(v),
    notanumber: Number.isNaN,
    normal: v => Number.isFinite(v) && Math.abs(v) >= least,
    subnormal: v => v !== 0 && Math.abs(v) < least,
  };
  return form.computePredicate(testEffect(type, tests[property]), [form.operand(1)]);
}

const testEffect = (type: 'f32' | 'f64', test: (v: number) => boolean): Effect =>
  effect('pred', [type], v => (test(v) ? 1 : 0));

export const ARITHMETIC: readonly Row[] = [
  row('add', [[...NUMBERS, ...PACKED_INTEGERS]], `${I}: add; ${F}: add`, addOrSub('add')),
  row('sub', [NUMBERS], `${I}: sub; ${F}: sub`, addOrSub('sub')),
  row('mul', [NUMBERS], `${I}: mul; ${F}: mul`, multiply),
  row('mad', [[...INTEGERS, ...FLOATS]], `${I}: mad; ${F}: mad`, multiplyAdd),
  row('div', [[...INTEGERS, ...FLOATS]], `${I}: div; ${F}: div`, divide),
  row('abs', [[...SIGNED, ...FLOATS, ...SMALL_FLOATS]], `${I}: abs; ${F}: abs`, negateOrAbs('abs')),
  row('neg', [[...SIGNED, ...FLOATS, ...SMALL_FLOATS]], `${I}: neg; ${F}: neg`, negateOrAbs('neg')),
  row('min', [[...INTEGERS, ...PACKED_INTEGERS, ...FLOATS, ...SMALL_FLOATS]], `${I}: min; ${F}: min`, minOrMax('min')),
  row('max', [[...INTEGERS, ...PACKED_INTEGERS, ...FLOATS, ...SMALL_FLOATS]], `${I}: max; ${F}: max`, minOrMax('max')),
  row('testp', [FLOATS], `${F}: testp`, testProperty),
  row('copysign', [FLOATS], `${F}: copysign`, copySign),
  row('fma', [[...FLOATS, 'f32x2', ...SMALL_FLOATS]], `${F}: fma`, form => computeFloat(form, 'fma')),
  row(
    'rcp',
    [FLOATS],
    `${F}: rcp; rcp.approx.ftz.f64`,
    reciprocal('rcp', v => 1 / v),
  ),
  row('sqrt', [FLOATS], `${F}: sqrt`, unaryFloat('sqrt', false)),
  row(
    'rsqrt',
    [FLOATS],
    `${F}: rsqrt; rsqrt.approx.ftz.f64`,
    reciprocal('rsqrt', v => 1 / Math.sqrt(v)),
  ),
  row('sin', [['f32']], `${F}: sin`, unaryFloat('sin', true)),
  row('cos', [['f32']], `${F}: cos`, unaryFloat('cos', true)),
  row('lg2', [['f32']], `${F}: lg2`, unaryFloat('lg2', true)),
  row('ex2', [['f32', ...SMALL_FLOATS]], `${F}: ex2`, unaryFloat('ex2', true)),
  row('tanh', [['f32', ...SMALL_FLOATS]], `${F}: tanh`, unaryFloat('tanh', true)),
];

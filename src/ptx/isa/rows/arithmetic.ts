/** Integer and floating-point arithmetic. */
import type { Run } from '../../machine/operation.ts';
import { type Effect, effect, wideEffect } from '../effect.ts';
import { flush, highWordOfDouble } from '../float.ts';
import type { Form } from '../form.ts';
import { FLOATS, INTEGERS, isFloat, NUMBERS, type Row, row, SIGNED, SMALL_FLOATS, untyped } from '../row.ts';
import { computeWithCarry, multiplyAddWithCarry } from './extended.ts';
import { computeFloat } from './float-variants.ts';

const I = 'Integer Arithmetic Instructions';
const F = 'Floating Point Instructions';

/** The effect `${name}.${type}`; 'signless' where all types of one width share it. */
function computeInteger(form: Form, name: string, sign: 'signed' | 'signless'): Run {
  form.finish();
  return form.compute(form.effect(`${name}.${sign === 'signed' ? form.type() : untyped(form.type())}`));
}

function addOrSub(name: 'add' | 'sub') {
  return (form: Form): Run => {
    if (isFloat(form.type())) return computeFloat(form, name);
    if (form.take('cc')) return computeWithCarry(form, name, false, true);
    if (form.take('sat')) return computeSaturated(form, name);
    return computeInteger(form, name, 'signless');
  };
}

function computeSaturated(form: Form, name: 'add' | 'sub'): Run {
  form.finish();
  if (form.type() !== 's32') form.refuse('.sat needs .s32');
  const clamp = (v: number) => Math.max(-0x80000000, Math.min(0x7fffffff, v));
  return form.compute(effect('s32', ['s32', 's32'], name === 'add' ? (a, b) => clamp(a + b) : (a, b) => clamp(a - b)));
}

function multiply(form: Form): Run {
  const type = form.type();
  if (isFloat(type)) return computeFloat(form, 'mul');
  const part = form.oneOf(['lo', 'hi', 'wide']);
  form.finish();
  return form.compute(form.effect(`mul.${part}.${part === 'lo' ? untyped(type) : type}`));
}

function multiplyAdd(form: Form): Run {
  const type = form.type();
  if (isFloat(type)) return computeFloat(form, 'fma');
  const part = form.oneOf(['lo', 'hi', 'wide']);
  if (form.take('cc')) return multiplyAddWithCarry(form, part, false, true);
  form.finish();
  return form.compute(form.effect(`mad.${part}.${part === 'lo' ? untyped(type) : type}`));
}

const minOrMax =
  (name: 'min' | 'max') =>
  (form: Form): Run => {
    if (!isFloat(form.type())) return computeInteger(form, name, 'signed');
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

const bits =
  (name: string, sign: 'signed' | 'signless') =>
  (form: Form): Run =>
    computeInteger(form, name, sign);

function findBit(form: Form): Run {
  const shift = form.take('shiftamt') ? '.shiftamt' : '';
  form.finish();
  const type = form.type().replace('b', 'u');
  return form.compute(form.effect(`bfind${shift}.${type}`));
}

function multiply24(form: Form): Run {
  const part = form.oneOf(['lo', 'hi']);
  form.finish();
  return form.compute(form.effect(`mul24.${part}.${form.type()}`));
}

const maskOrExtend =
  (name: 'bmsk' | 'szext') =>
  (form: Form): Run => {
    const mode = form.oneOf(['clamp', 'wrap']);
    form.finish();
    return form.compute(form.effect(`${name}.${mode}.${form.type()}`));
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

function dotProduct(form: Form): Run {
  form.finish();
  if (form.type(0) !== form.type(1)) form.refuse('factors of different signs are not implemented');
  return form.compute(form.effect(`dp4a.${form.type()}`));
}

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
  row('add', [NUMBERS], `${I}: add; ${F}: add`, addOrSub('add')),
  row('sub', [NUMBERS], `${I}: sub; ${F}: sub`, addOrSub('sub')),
  row('mul', [NUMBERS], `${I}: mul; ${F}: mul`, multiply),
  row('mad', [[...INTEGERS, ...FLOATS]], `${I}: mad; ${F}: mad`, multiplyAdd),
  row('mul24', [['u32', 's32']], `${I}: mul24`, multiply24),
  row('sad', [INTEGERS], `${I}: sad`, bits('sad', 'signed')),
  row('div', [[...INTEGERS, ...FLOATS]], `${I}: div; ${F}: div`, divide),
  row('rem', [INTEGERS], `${I}: rem`, bits('rem', 'signed')),
  row('abs', [[...SIGNED, ...FLOATS, ...SMALL_FLOATS]], `${I}: abs; ${F}: abs`, negateOrAbs('abs')),
  row('neg', [[...SIGNED, ...FLOATS, ...SMALL_FLOATS]], `${I}: neg; ${F}: neg`, negateOrAbs('neg')),
  row('min', [[...INTEGERS, ...FLOATS, ...SMALL_FLOATS]], `${I}: min; ${F}: min`, minOrMax('min')),
  row('max', [[...INTEGERS, ...FLOATS, ...SMALL_FLOATS]], `${I}: max; ${F}: max`, minOrMax('max')),
  row('popc', [['b32', 'b64']], `${I}: popc`, bits('popc', 'signless')),
  row('clz', [['b32', 'b64']], `${I}: clz`, bits('clz', 'signless')),
  row('bfind', [['u32', 's32', 'u64', 's64']], `${I}: bfind`, findBit),
  row('brev', [['b32', 'b64']], `${I}: brev`, bits('brev', 'signless')),
  row('bfe', [['u32', 's32', 'u64', 's64']], `${I}: bfe`, bits('bfe', 'signed')),
  row('bfi', [['b32', 'b64']], `${I}: bfi`, bits('bfi', 'signless')),
  row('bmsk', [['b32']], `${I}: bmsk`, maskOrExtend('bmsk')),
  row('szext', [['u32', 's32']], `${I}: szext`, maskOrExtend('szext')),
  row(
    'dp4a',
    [
      ['u32', 's32'],
      ['u32', 's32'],
    ],
    `${I}: dp4a`,
    dotProduct,
  ),
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
  row('addc', [INTEGERS], 'Extended-Precision Integer Arithmetic Instructions: addc', form =>
    computeWithCarry(form, 'add', true, form.take('cc')),
  ),
  row('subc', [INTEGERS], 'Extended-Precision Integer Arithmetic Instructions: subc', form =>
    computeWithCarry(form, 'sub', true, form.take('cc')),
  ),
  row('madc', [INTEGERS], 'Extended-Precision Integer Arithmetic Instructions: madc', form => {
    const part = form.oneOf(['lo', 'hi']);
    return multiplyAddWithCarry(form, part, true, form.take('cc'));
  }),
];

/** Arithmetic that integers and floats share a mnemonic for, and the rows of floats. */
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { FLOATS, INTEGERS, isFloat, NUMBERS, PACKED_INTEGERS, type Row, row, SIGNED, SMALL_FLOATS } from '../row.ts';
import { computeExtreme, computeSign } from './float-extremes.ts';
import { exactOrApproximate, FLOAT_ROWS } from './float-functions.ts';
import { computeArithmetic, computeMixed, MIXED } from './float-variants.ts';
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
  (form: Form): Run => {
    if (form.hasType(1)) return computeMixed(form, name);
    return isFloat(form.type()) ? computeArithmetic(form, name) : addOrSubIntegers(form, name);
  };

const multiply = (form: Form): Run => (isFloat(form.type()) ? computeArithmetic(form, 'mul') : multiplyIntegers(form));

const multiplyAdd = (form: Form): Run =>
  isFloat(form.type()) ? computeArithmetic(form, 'fma') : multiplyAddIntegers(form);

const minOrMax =
  (name: 'min' | 'max') =>
  (form: Form): Run =>
    isFloat(form.type()) ? computeExtreme(form, name) : minOrMaxOfIntegers(form, name);

const divideFloats = exactOrApproximate('div');
const divide = (form: Form): Run => (isFloat(form.type()) ? divideFloats(form) : computeInteger(form, 'div', 'signed'));

const negateOrAbs =
  (name: 'neg' | 'abs') =>
  (form: Form): Run =>
    isFloat(form.type()) ? computeSign(form, name) : computeInteger(form, name, 'signless');

export const ARITHMETIC: readonly Row[] = [
  row('add', [[...NUMBERS, ...PACKED_INTEGERS], MIXED], `${I}: add; ${F}: add`, addOrSub('add')),
  row('sub', [NUMBERS, MIXED], `${I}: sub; ${F}: sub`, addOrSub('sub')),
  row('mul', [NUMBERS], `${I}: mul; ${F}: mul`, multiply),
  row('mad', [[...INTEGERS, ...FLOATS]], `${I}: mad; ${F}: mad`, multiplyAdd),
  row('div', [[...INTEGERS, ...FLOATS]], `${I}: div; ${F}: div`, divide),
  row('abs', [[...SIGNED, ...FLOATS, ...SMALL_FLOATS]], `${I}: abs; ${F}: abs`, negateOrAbs('abs')),
  row('neg', [[...SIGNED, ...FLOATS, ...SMALL_FLOATS]], `${I}: neg; ${F}: neg`, negateOrAbs('neg')),
  row('min', [[...INTEGERS, ...PACKED_INTEGERS, ...FLOATS, ...SMALL_FLOATS]], `${I}: min; ${F}: min`, minOrMax('min')),
  row('max', [[...INTEGERS, ...PACKED_INTEGERS, ...FLOATS, ...SMALL_FLOATS]], `${I}: max; ${F}: max`, minOrMax('max')),
  ...FLOAT_ROWS,
];

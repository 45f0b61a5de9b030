/** Arithmetic on floats that integers share a mnemonic for: `arithmetic.ts`. */
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { FLOATS, type Row, row, SMALL_FLOATS } from '../row.ts';
import { computeExtreme, computeSign } from './float-extremes.ts';
import { exactOrApproximate } from './float-functions.ts';
import { computeArithmetic, computeMixed, MIXED } from './float-variants.ts';

const F = 'Floating Point Instructions';

const addOrSub =
  (name: 'add' | 'sub') =>
  (form: Form): Run =>
    form.hasType(1) ? computeMixed(form, name) : computeArithmetic(form, name);

const ALL = [...FLOATS, 'f32x2', ...SMALL_FLOATS];
const BOUNDED = [...FLOATS, ...SMALL_FLOATS];

export const FLOAT_ARITHMETIC: readonly Row[] = [
  row('add', { types: [ALL, MIXED], class: 'type', section: `${F}: add`, decode: addOrSub('add') }),
  row('sub', { types: [ALL, MIXED], class: 'type', section: `${F}: sub`, decode: addOrSub('sub') }),
  row('mul', { types: [ALL], class: 'type', section: `${F}: mul`, decode: form => computeArithmetic(form, 'mul') }),
  row('mad', { types: [FLOATS], class: 'type', section: `${F}: mad`, decode: form => computeArithmetic(form, 'fma') }),
  row('div', { types: [FLOATS], class: 'type', section: `${F}: div`, decode: exactOrApproximate('div') }),
  row('abs', { types: [BOUNDED], class: 'type', section: `${F}: abs`, decode: form => computeSign(form, 'abs') }),
  row('neg', { types: [BOUNDED], class: 'type', section: `${F}: neg`, decode: form => computeSign(form, 'neg') }),
  row('min', { types: [BOUNDED], class: 'type', section: `${F}: min`, decode: form => computeExtreme(form, 'min') }),
  row('max', { types: [BOUNDED], class: 'type', section: `${F}: max`, decode: form => computeExtreme(form, 'max') }),
];

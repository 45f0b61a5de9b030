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
  row('add', [ALL, MIXED], `${F}: add`, addOrSub('add')),
  row('sub', [ALL, MIXED], `${F}: sub`, addOrSub('sub')),
  row('mul', [ALL], `${F}: mul`, form => computeArithmetic(form, 'mul')),
  row('mad', [FLOATS], `${F}: mad`, form => computeArithmetic(form, 'fma')),
  row('div', [FLOATS], `${F}: div`, exactOrApproximate('div')),
  row('abs', [BOUNDED], `${F}: abs`, form => computeSign(form, 'abs')),
  row('neg', [BOUNDED], `${F}: neg`, form => computeSign(form, 'neg')),
  row('min', [BOUNDED], `${F}: min`, form => computeExtreme(form, 'min')),
  row('max', [BOUNDED], `${F}: max`, form => computeExtreme(form, 'max')),
];

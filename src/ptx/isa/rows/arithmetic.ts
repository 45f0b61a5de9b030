/** Arithmetic on integers that floats share a mnemonic for: `float-arithmetic.ts`. */
import { INTEGERS, PACKED_INTEGERS, type Row, row, SIGNED } from '../row.ts';
import {
  addOrSubIntegers,
  computeInteger,
  minOrMaxOfIntegers,
  multiplyAddIntegers,
  multiplyIntegers,
} from './integer.ts';

const I = 'Integer Arithmetic Instructions';
const PACKED = [...INTEGERS, ...PACKED_INTEGERS];

export const ARITHMETIC: readonly Row[] = [
  row('add', [PACKED], `${I}: add`, form => addOrSubIntegers(form, 'add')),
  row('sub', [INTEGERS], `${I}: sub`, form => addOrSubIntegers(form, 'sub')),
  row('mul', [INTEGERS], `${I}: mul`, multiplyIntegers),
  row('mad', [INTEGERS], `${I}: mad`, multiplyAddIntegers),
  row('div', [INTEGERS], `${I}: div`, form => computeInteger(form, 'div', 'signed')),
  row('abs', [SIGNED], `${I}: abs`, form => computeInteger(form, 'abs', 'signless')),
  row('neg', [SIGNED], `${I}: neg`, form => computeInteger(form, 'neg', 'signless')),
  row('min', [PACKED], `${I}: min`, form => minOrMaxOfIntegers(form, 'min')),
  row('max', [PACKED], `${I}: max`, form => minOrMaxOfIntegers(form, 'max')),
];

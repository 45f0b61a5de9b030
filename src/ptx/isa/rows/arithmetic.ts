/** Arithmetic on integers that floats share a mnemonic for: `float-arithmetic.ts`. */
import { INTEGERS, PACKED_INTEGERS, type Row, row, SIGNED } from '../row.ts';
import {
  addOrSubIntegers,
  computeInteger,
  divideIntegers,
  minOrMaxOfIntegers,
  multiplyAddIntegers,
  multiplyIntegers,
} from './integer.ts';

const I = 'Integer Arithmetic Instructions';
const PACKED = [...INTEGERS, ...PACKED_INTEGERS];

export const ARITHMETIC: readonly Row[] = [
  row('add', { types: [PACKED], class: 'type', section: `${I}: add`, decode: form => addOrSubIntegers(form, 'add') }),
  row('sub', { types: [INTEGERS], class: 'type', section: `${I}: sub`, decode: form => addOrSubIntegers(form, 'sub') }),
  row('mul', { types: [INTEGERS], class: 'type', section: `${I}: mul`, decode: multiplyIntegers }),
  row('mad', { types: [INTEGERS], class: 'type', section: `${I}: mad`, decode: multiplyAddIntegers }),
  row('div', {
    types: [INTEGERS],
    class: 'type',
    section: `${I}: div`,
    decode: form => divideIntegers(form, 'div'),
  }),
  row('rem', { types: [INTEGERS], class: 'type', section: `${I}: rem`, decode: form => divideIntegers(form, 'rem') }),
  row('abs', {
    types: [SIGNED],
    class: 'type',
    section: `${I}: abs`,
    decode: form => computeInteger(form, 'abs', 'signless'),
  }),
  row('neg', {
    types: [SIGNED],
    class: 'type',
    section: `${I}: neg`,
    decode: form => computeInteger(form, 'neg', 'signless'),
  }),
  row('min', { types: [PACKED], class: 'type', section: `${I}: min`, decode: form => minOrMaxOfIntegers(form, 'min') }),
  row('max', { types: [PACKED], class: 'type', section: `${I}: max`, decode: form => minOrMaxOfIntegers(form, 'max') }),
];

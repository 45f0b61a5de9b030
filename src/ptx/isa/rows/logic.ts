/** Logic and shifts. */
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { BITS, INTEGERS, type Row, row, untyped } from '../row.ts';
import { predicateLogic } from './predicates.ts';

const L = 'Logic and Shift Instructions';

const bitwise =
  (name: 'and' | 'or' | 'xor' | 'not' | 'cnot') =>
  (form: Form): Run => {
    const type = form.type();
    if (type === 'pred') return predicateLogic(form, name);
    form.finish();
    // 16-bit registers hold zeros above their width, and these three keep them.
    const narrow = type === 'b16' && name !== 'not' && name !== 'cnot';
    return form.compute(form.effect(`${name}.${narrow ? 'b32' : type}`));
  };

function shiftLeft(form: Form): Run {
  form.finish();
  return form.compute(form.effect(`shl.${untyped(form.type())}`));
}

function shiftRight(form: Form): Run {
  form.finish();
  return form.compute(form.effect(`shr.${form.type().replace('b', 'u')}`));
}

export const LOGIC_ROWS: readonly Row[] = [
  row('and', { types: [['pred', ...BITS]], class: 'type', section: `${L}: and`, decode: bitwise('and') }),
  row('or', { types: [['pred', ...BITS]], class: 'type', section: `${L}: or`, decode: bitwise('or') }),
  row('xor', { types: [['pred', ...BITS]], class: 'type', section: `${L}: xor`, decode: bitwise('xor') }),
  row('not', { types: [['pred', ...BITS]], class: 'type', section: `${L}: not`, decode: bitwise('not') }),
  row('cnot', { types: [BITS], class: 'integer', section: `${L}: cnot`, decode: bitwise('cnot') }),
  row('shl', { types: [BITS], class: 'integer', section: `${L}: shl`, decode: shiftLeft }),
  row('shr', { types: [[...BITS, ...INTEGERS]], class: 'integer', section: `${L}: shr`, decode: shiftRight }),
];

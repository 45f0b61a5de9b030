/** Integer instructions that compilers hardly ever make; the others: `integer.ts`. */
import type { Run } from '../../machine/operation.ts';
import { dotProduct, FIND_NTH_SET, multiply24, sumOfDifference } from '../effects/seldom-integers.ts';
import type { Form } from '../form.ts';
import { INTEGERS, type Row, row, widthOf } from '../row.ts';
import { computeWithCarry, multiplyAddWithCarry } from './extended.ts';

const I = 'Integer Arithmetic Instructions';
const X = 'Extended-Precision Integer Arithmetic Instructions';

const product24 =
  (sources: 2 | 3) =>
  (form: Form): Run => {
    const type = form.type();
    const part = form.oneOf(['lo', 'hi']);
    const sat = sources === 3 && part === 'hi' && type === 's32' && form.take('sat');
    form.finish();
    const isPlain = sources === 2 && part === 'lo';
    return form.compute(isPlain ? form.effect(`mul24.lo.${type}`) : multiply24(type, part, sources, sat));
  };

function sumDifference(form: Form): Run {
  form.finish();
  const type = form.type();
  return form.compute(widthOf(type) === 32 ? form.effect(`sad.${type}`) : sumOfDifference(type));
}

const maskOrExtend =
  (name: 'bmsk' | 'szext') =>
  (form: Form): Run => {
    const mode = form.oneOf(['clamp', 'wrap']);
    form.finish();
    return form.compute(form.effect(`${name}.${mode}.${form.type()}`));
  };

const dot =
  (terms: 2 | 4) =>
  (form: Form): Run => {
    const isUpper = terms === 2 && form.oneOf(['lo', 'hi']) === 'hi';
    const types = [form.type(0), form.type(1)];
    form.finish();
    return form.compute(dotProduct(terms, isUpper ? 2 : 0, types));
  };

const WORDS = ['u32', 's32'];
const LONG = ['u32', 's32', 'u64', 's64'];

export const SELDOM_INTEGER_ROWS: readonly Row[] = [
  row('mul24', [WORDS], `${I}: mul24`, product24(2)),
  row('mad24', [WORDS], `${I}: mad24`, product24(3)),
  row('sad', [INTEGERS], `${I}: sad`, sumDifference),
  row('bmsk', [['b32']], `${I}: bmsk`, maskOrExtend('bmsk')),
  row('szext', [WORDS], `${I}: szext`, maskOrExtend('szext')),
  row('dp4a', [WORDS, WORDS], `${I}: dp4a`, dot(4)),
  row('dp2a', [WORDS, WORDS], `${I}: dp2a`, dot(2)),
  row('fns', [['b32']], `${I}: fns`, form => {
    form.finish();
    return form.compute(FIND_NTH_SET);
  }),
  row('addc', [LONG], `${X}: addc`, form => computeWithCarry(form, 'add', true, form.take('cc'))),
  row('subc', [LONG], `${X}: subc`, form => computeWithCarry(form, 'sub', true, form.take('cc'))),
  row('madc', [LONG], `${X}: madc`, form => {
    const part = form.oneOf(['lo', 'hi']);
    return multiplyAddWithCarry(form, part, true, form.take('cc'));
  }),
];

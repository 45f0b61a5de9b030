/** Integer instructions that compilers hardly ever make; the others: `integer.ts`. */
import type { Run } from '../../machine/operation.ts';
import {
  absoluteDifferences,
  addedWords,
  dotProduct,
  FIND_NTH_SET,
  multiply24,
  sumOfDifference,
} from '../effects/rare-integers.ts';
import type { Form } from '../form.ts';
import { INTEGERS, type Row, row, widthOf } from '../row.ts';
import { computeWithCarry, multiplyAddWithCarry } from './extended-precision.ts';

const I = 'Integer Arithmetic Instructions';
const V = 'Video Instructions';
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

/** `vabsdiff4.d.a.b{.sat, .add} d, a, b, c`: all parts, in their order; other choices of parts are refused. */
const differences =
  (parts: 2 | 4) =>
  (form: Form): Run => {
    const types = [form.type(0), form.type(1), form.type(2)];
    const add = form.take('add');
    const sat = !add && form.take('sat');
    form.finish();
    return form.compute(absoluteDifferences({ parts, sat, add }, types));
  };

/** `vadd.d.a.b{.sat}{.add} d, a, b{, c}`, of whole words: GCC makes it for a sum of three. */
const words =
  (name: 'add' | 'sub') =>
  (form: Form): Run => {
    const types = [form.type(0), form.type(1), form.type(2)];
    const sat = form.take('sat');
    const add = form.take('add');
    form.finish();
    return form.compute(addedWords(name, sat, add, types));
  };

const WORDS = ['u32', 's32'];
const LONG = ['u32', 's32', 'u64', 's64'];

export const SELDOM_INTEGER_ROWS: readonly Row[] = [
  row('mul24', { types: [WORDS], class: 'integer', section: `${I}: mul24`, decode: product24(2) }),
  row('mad24', { types: [WORDS], class: 'integer', section: `${I}: mad24`, decode: product24(3) }),
  row('sad', { types: [INTEGERS], class: 'integer', section: `${I}: sad`, decode: sumDifference }),
  row('bmsk', { types: [['b32']], class: 'integer', section: `${I}: bmsk`, decode: maskOrExtend('bmsk') }),
  row('szext', { types: [WORDS], class: 'integer', section: `${I}: szext`, decode: maskOrExtend('szext') }),
  row('dp4a', { types: [WORDS, WORDS], class: 'integer', section: `${I}: dp4a`, decode: dot(4) }),
  row('dp2a', { types: [WORDS, WORDS], class: 'integer', section: `${I}: dp2a`, decode: dot(2) }),
  row('vadd', { types: [WORDS, WORDS, WORDS], class: 'integer', section: `${V}: vadd`, decode: words('add') }),
  row('vsub', { types: [WORDS, WORDS, WORDS], class: 'integer', section: `${V}: vsub`, decode: words('sub') }),
  row('vabsdiff4', {
    types: [WORDS, WORDS, WORDS],
    class: 'integer',
    section: `${V}: vabsdiff4`,
    decode: differences(4),
  }),
  row('vabsdiff2', {
    types: [WORDS, WORDS, WORDS],
    class: 'integer',
    section: `${V}: vabsdiff2`,
    decode: differences(2),
  }),
  row('fns', {
    types: [['b32']],
    class: 'integer',
    section: `${I}: fns`,
    decode: form => {
      form.finish();
      return form.compute(FIND_NTH_SET);
    },
  }),
  row('addc', {
    types: [LONG],
    class: 'integer',
    section: `${X}: addc`,
    decode: form => computeWithCarry(form, 'add', true, form.take('cc')),
  }),
  row('subc', {
    types: [LONG],
    class: 'integer',
    section: `${X}: subc`,
    decode: form => computeWithCarry(form, 'sub', true, form.take('cc')),
  }),
  row('madc', {
    types: [LONG],
    class: 'integer',
    section: `${X}: madc`,
    decode: form => {
      const part = form.oneOf(['lo', 'hi']);
      return multiplyAddWithCarry(form, part, true, form.take('cc'));
    },
  }),
];

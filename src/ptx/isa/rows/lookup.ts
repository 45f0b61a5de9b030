/** Funnel shifts, logic by a table, and permutation of bytes. */
import type { Run } from '../../machine/operation.ts';
import { effect } from '../effect.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { BOOLEAN, setPredicate } from './predicates.ts';

const L = 'Logic and Shift Instructions';

function funnel(form: Form): Run {
  const direction = form.oneOf(['l', 'r']);
  const mode = form.oneOf(['clamp', 'wrap']);
  form.finish();
  return form.compute(form.effect(`shf.${direction}.${mode}`));
}

function lookup(form: Form): Run {
  const operator = (['and', 'or'] as const).find(name => form.take(name));
  form.finish();
  const table = form.operand(4);
  if (table.kind !== 'integer') return form.refuse('the table must be an immediate');
  const t = Number(table.value);
  const plain = form.effect('lop3.b32');
  const value = effect('s32', ['s32', 's32', 's32'], (a, b, c) => plain.run(a, b, c, t));
  const [target, ...sources] = form.instruction.operands.slice(0, 4);
  if (!operator) return form.compute(value, [target, ...sources]);
  if (target.kind !== 'pair') return form.refuse('needs a destination d|p');
  const p = form.destination(target.second, 'pred');
  const q = form.predicate(form.operand(5));
  return testedAgainst(form.compute(value, [target.first, ...sources]), p, q, BOOLEAN[operator]);
}

/** p = (the result of `run` is not 0) `logic` q. */
function testedAgainst(run: Run, p: number, q: number, logic: (a: number, b: number) => number): Run {
  return (warp, operation, mask) => {
    run(warp, operation, mask);
    const { r } = warp;
    let bits = 0;
    for (let l = 0; l < 32; l++) if (r[operation.d + l] !== 0) bits |= 1 << l;
    setPredicate(r, p, logic(bits, r[q]), mask);
    return 0;
  };
}

const MODES = ['f4e', 'b4e', 'rc8', 'ecl', 'ecr', 'rc16'] as const;
/** Byte selectors of each mode for the control values 0 to 3 (manual, table of `prmt`), as nibbles. */
const SELECTORS: Readonly<Record<(typeof MODES)[number], readonly number[]>> = {
  f4e: [0x3210, 0x4321, 0x5432, 0x6543],
  b4e: [0x5670, 0x6701, 0x7012, 0x0123],
  rc8: [0x0000, 0x1111, 0x2222, 0x3333],
  ecl: [0x3210, 0x3211, 0x3222, 0x3333],
  ecr: [0x0000, 0x1110, 0x2210, 0x3210],
  rc16: [0x1010, 0x3232, 0x1010, 0x3232],
};

function permute(form: Form): Run {
  const mode = MODES.find(m => form.take(m));
  form.finish();
  const plain = form.effect('prmt.b32');
  if (!mode) return form.compute(plain);
  const selectors = SELECTORS[mode];
  return form.compute(effect('s32', plain.from, (a, b, c) => plain.run(a, b, selectors[c & 3])));
}

export const LOOKUP_ROWS: readonly Row[] = [
  row('shf', { types: [['b32']], class: 'integer', section: `${L}: shf`, decode: funnel }),
  row('lop3', { types: [['b32']], class: 'integer', section: `${L}: lop3`, decode: lookup }),
  row('prmt', {
    types: [['b32']],
    class: 'integer',
    section: 'Data Movement and Conversion Instructions: prmt',
    decode: permute,
  }),
];

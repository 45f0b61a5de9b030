/** Integer instructions that look for bits, count them and move fields of them. */
import type { Run } from '../../machine/operation.ts';
import { effect } from '../effect.ts';
import type { Form } from '../form.ts';
import { type Row, row, widthOf } from '../row.ts';
import { computeInteger } from './integer.ts';

const I = 'Integer Arithmetic Instructions';

const bits =
  (name: string, sign: 'signed' | 'signless') =>
  (form: Form): Run =>
    computeInteger(form, name, sign);

/** bfind: the place of the top bit, or how far it is from the top. */
function findBit(form: Form): Run {
  const asShift = form.take('shiftamt');
  form.finish();
  const type = form.type();
  const plain = form.effect(`bfind.${type}`);
  if (!asShift) return form.compute(plain);
  const top = widthOf(type) - 1;
  return form.compute(
    effect('s32', plain.from, (low, high) => {
      const place = plain.run(low, high);
      return place === -1 ? -1 : top - place;
    }),
  );
}

const LONG = ['u32', 's32', 'u64', 's64'];

export const BIT_ROWS: readonly Row[] = [
  row('popc', { types: [['b32', 'b64']], class: 'integer', section: `${I}: popc`, decode: bits('popc', 'signless') }),
  row('clz', { types: [['b32', 'b64']], class: 'integer', section: `${I}: clz`, decode: bits('clz', 'signless') }),
  row('bfind', { types: [LONG], class: 'integer', section: `${I}: bfind`, decode: findBit }),
  row('brev', { types: [['b32', 'b64']], class: 'integer', section: `${I}: brev`, decode: bits('brev', 'signless') }),
  row('bfe', { types: [LONG], class: 'integer', section: `${I}: bfe`, decode: bits('bfe', 'signed') }),
  row('bfi', { types: [['b32', 'b64']], class: 'integer', section: `${I}: bfi`, decode: bits('bfi', 'signless') }),
];

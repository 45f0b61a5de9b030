/** cvta and isspacep: between addresses in a space and generic ones. */
import { rankOfAddress, type StateSpace, spaceOfHigh, WINDOW_HIGH } from '../../machine/address-windows.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';

const D = 'Data Movement and Conversion Instructions';
const SPACES = [
  'global',
  'shared',
  'shared::cta',
  'shared::cluster',
  'local',
  'const',
  'param',
  'param::entry',
] as const;
const spaceOf = (word: string): StateSpace => word.split('::')[0] as StateSpace;

/** Adds or removes the space's high word; global addresses are generic ones. */
function convertAddress(form: Form): Run {
  const isTo = form.take('to');
  const space = spaceOf(form.oneOf(SPACES));
  form.finish();
  if (form.type() !== 'u64') form.refuse('addresses have 64 bits');
  if (space === 'global') return form.compute(form.effect('mov.b64'));
  const high = isTo ? 0 : WINDOW_HIGH[space];
  const o = form.operation;
  o.d = form.destination(form.operand(0), 'b64');
  o.a = form.source(form.operand(1), 'b64');
  return (warp, operation, mask) => setWindow(warp, operation, high, mask);
}

function setWindow({ r }: Warp, { d, a }: Operation, high: number, mask: number): number {
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    // A `.param` of a called function lies on the stack, and stays there.
    const keeps = r[a + 32 + l] === WINDOW_HIGH.local && high === WINDOW_HIGH.param;
    r[d + l] = r[a + l];
    r[d + 32 + l] = keeps ? WINDOW_HIGH.local : high;
  }
  return 0;
}

function isInSpace(form: Form): Run {
  const word = form.oneOf(SPACES);
  const wanted = spaceOf(word);
  const isOwn = wanted === 'shared' && word !== 'shared::cluster';
  form.finish();
  const o = form.operation;
  o.d = form.destination(form.operand(0), 'pred');
  o.a = form.source(form.operand(1), 'b64');
  return ({ r, cta }, { d, a }, mask) => {
    let bits = 0;
    for (let l = 0; l < 32; l++) {
      const isThere = spaceOfHigh(r[a + 32 + l]) === wanted;
      if (isThere && (!isOwn || rankOfAddress(r[a + l]) === cta.clusterRank)) bits |= 1 << l;
    }
    r[d] = (r[d] & ~mask) | (bits & mask);
    return 0;
  };
}

export const GENERIC_ADDRESS_ROWS: readonly Row[] = [
  row('cvta', { types: [['u64']], class: 'move', section: `${D}: cvta`, decode: convertAddress }),
  row('isspacep', { class: 'predicate', section: `${D}: isspacep`, decode: isInSpace }),
];

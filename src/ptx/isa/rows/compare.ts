/** Predicates of comparisons, and selection by them. */
import { NO_SLOT, type Run } from '../../machine/operation.ts';
import type { Effect } from '../effect.ts';
import type { Form } from '../form.ts';
import { BITS, FLOATS, INTEGERS, type Row, row, untyped } from '../row.ts';
import { SINK_SLOT } from '../slots.ts';
import { bindComparison, compareIntegers } from './comparison.ts';
import { setPredicate } from './predicates.ts';

const C = 'Comparison and Selection Instructions';

export function setPredicates(form: Form, test: Effect): Run {
  const target = form.operand(0);
  const [first, second] = target.kind === 'pair' ? [target.first, target.second] : [target, null];
  const { loop, combine } = bindComparison(form, test);
  form.finish();
  const o = form.operation;
  o.d = form.destination(first, 'pred');
  o.e = second ? form.destination(second, 'pred') : NO_SLOT;
  // The sink is a plane of scratch words, so writing the first of them does no harm.
  if (o.e === NO_SLOT && o.c === NO_SLOT) {
    return (warp, operation, mask) => {
      setPredicate(warp.r, operation.d, loop(warp, operation, mask), mask);
      return 0;
    };
  }
  const inverse = o.e === NO_SLOT ? SINK_SLOT : o.e;
  return (warp, operation, mask) => {
    const bits = loop(warp, operation, mask);
    const [p, q] = [combine(bits, warp.r), combine(~bits, warp.r)];
    setPredicate(warp.r, operation.d, p, mask);
    setPredicate(warp.r, inverse, q, mask);
    return 0;
  };
}

function select(form: Form): Run {
  form.finish();
  const wide = untyped(form.type()) === 'b64';
  return form.compute(form.effect(wide ? 'selp.b64' : 'selp.b32'));
}

export const COMPARE_ROWS: readonly Row[] = [
  row('setp', {
    types: [[...BITS, ...INTEGERS]],
    class: 'predicate',
    section: `${C}: setp`,
    decode: form => setPredicates(form, compareIntegers(form, form.type())),
  }),
  row('selp', {
    types: [[...BITS, ...INTEGERS, ...FLOATS]],
    class: 'predicate',
    section: `${C}: selp`,
    decode: select,
  }),
];

/** Predicates of comparisons, and selection by them. */
import { NO_SLOT, type Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { BITS, FLOATS, INTEGERS, type Row, row, SMALL_FLOATS, untyped } from '../row.ts';
import { SINK_SLOT } from '../slots.ts';
import { bindComparison, bindPair } from './comparison.ts';
import { setPredicate } from './predicates.ts';

const C = 'Comparison and Selection Instructions';

function setPredicates(form: Form): Run {
  const target = form.operand(0);
  const [first, second] = target.kind === 'pair' ? [target.first, target.second] : [target, null];
  if (form.type().endsWith('x2')) return setTwo(form, first, second ?? form.refuse('a pair sets p|q'));
  const { loop, combine } = bindComparison(form, form.type());
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

/** `setp.f16x2 p|q`: p of the lower halves, q of the upper ones. */
function setTwo(form: Form, p: Operand, q: Operand): Run {
  const { low, high, combine } = bindPair(form, form.type());
  form.finish();
  const o = form.operation;
  o.d = form.destination(p, 'pred');
  o.e = form.destination(q, 'pred');
  return (warp, operation, mask) => {
    const { r } = warp;
    const [ofLow, ofHigh] = [combine(low(warp, operation, mask), r), combine(high(warp, operation, mask), r)];
    setPredicate(r, operation.d, ofLow, mask);
    setPredicate(r, operation.e, ofHigh, mask);
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
    types: [[...BITS, ...INTEGERS, ...FLOATS, ...SMALL_FLOATS]],
    class: 'predicate',
    section: `${C}: setp`,
    decode: setPredicates,
  }),
  row('selp', {
    types: [[...BITS, ...INTEGERS, ...FLOATS]],
    class: 'predicate',
    section: `${C}: selp`,
    decode: select,
  }),
];

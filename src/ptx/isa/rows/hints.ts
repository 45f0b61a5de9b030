/** What changes no value on a machine without caches: prefetches, cache policies, fences. */
import type { Run } from '../../machine/operation.ts';
import { wideEffect } from '../effect.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';

const D = 'Data Movement and Conversion Instructions';
const P = 'Parallel Synchronization and Communication Instructions';

/** Loads a cache line ahead of time: without caches nothing is to be done. */
const nothing =
  (modifiers: RegExp) =>
  (form: Form): Run => {
    form.ignore(modifiers);
    form.finish();
    return () => 0;
  };

/** Warps run one at a time and memory is sequentially consistent, so a fence orders what is ordered already. */
const FENCE_WORDS =
  /^(cta|cluster|gpu|gl|sys|sc|acq_rel|acquire|release|proxy|alias|async|mbarrier_init|sync_restrict::.*|tensormap::generic|global|shared::cta|shared::cluster)$/;

const ZERO = wideEffect(
  [],
  () => 0,
  () => 0,
);

/** A cache policy is opaque; here it is 0. */
function createPolicy(form: Form): Run {
  form.oneOf(['fractional', 'range', 'cvt']);
  form.ignore(/^(global|L2|L2::evict_(last|normal|first|unchanged))$/);
  form.finish();
  return form.compute(ZERO, [form.operand(0)]);
}

export const HINT_ROWS: readonly Row[] = [
  row('prefetch', [], `${D}: prefetch`, nothing(/^(global|local|L1|L2|tensormap|param|const|L2::evict.*)$/)),
  row('prefetchu', [], `${D}: prefetchu`, nothing(/^L1$/)),
  row('discard', [], `${D}: discard`, nothing(/^(global|L2)$/)),
  row('applypriority', [], `${D}: applypriority`, nothing(/^(global|L2::evict_normal)$/)),
  row('membar', [], `${P}: membar`, nothing(FENCE_WORDS)),
  row('fence', [], `${P}: fence`, nothing(FENCE_WORDS)),
  row('createpolicy', [['b64']], `${D}: createpolicy`, createPolicy),
];

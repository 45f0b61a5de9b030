/** Instructions that change no value on a machine without caches: prefetches, cache policies, fences. */
import type { Run } from '../../machine/operation.ts';
import { scopeOf } from '../../machine/strength.ts';
import { wideEffect } from '../effect.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';

const D = 'Data Movement and Conversion Instructions';
const P = 'Parallel Synchronization and Communication Instructions';

/** Loads a cache line ahead of time. There are no caches here, so it does nothing. */
function nothing(form: Form): Run {
  form.finish();
  return () => 0;
}

/** Warps run one at a time and memory is sequentially consistent, so a fence orders what is ordered already. */
const FENCE_WORDS =
  /^(cta|cluster|gpu|gl|sys|sc|acq_rel|acquire|release|proxy|alias|async|async::generic|mbarrier_init|sync_restrict::.*|tensormap::generic|global|shared::cta|shared::cluster)$/;

/** Fences between generic instructions and copy engines, in shared memory, too: the checkers are told. */
const ASYNC_PROXY = ['async', 'async::generic'];

/**
 * Fence between threads: the warp's next arrival at its cluster's barrier, even a relaxed one, releases everything
 * before it. The checkers are told of these and of proxy fences.
 */
function fence(form: Form): Run {
  const { modifiers } = form.instruction;
  const isBetweenThreads = !modifiers.includes('proxy') && !modifiers.includes('mbarrier_init');
  const scope = scopeOf(modifiers);
  const releasesCluster = !modifiers.includes('proxy') && scope > 0;
  const isHeard = modifiers.some(m => ASYNC_PROXY.includes(m)) && !modifiers.includes('global');
  const isForMbarriers = isHeard || modifiers.includes('mbarrier_init');
  form.finish();
  return (warp, _operation, mask) => {
    if (isForMbarriers) warp.cta.watch?.mbarriersFenced(warp, mask);
    if (isBetweenThreads) warp.cta.watch?.fenced(warp, mask, scope);
    if (releasesCluster) warp.hasFenced = true;
    if (isHeard) warp.cta.watch?.proxyFenced(warp, mask);
    return 0;
  };
}

const ZERO = wideEffect(
  [],
  () => 0,
  () => 0,
);

/** A cache policy is opaque; here it is 0. */
function createPolicy(form: Form): Run {
  form.oneOf(['fractional', 'range', 'cvt']);
  form.finish();
  return form.compute(ZERO, [form.operand(0)]);
}

export const HINT_ROWS: readonly Row[] = [
  row('prefetch', {
    class: 'space',
    section: `${D}: prefetch`,
    hints: /^(global|local|L1|L2|tensormap|param|const|L2::evict.*)$/,
    decode: nothing,
  }),
  row('prefetchu', { class: 'space', section: `${D}: prefetchu`, hints: /^L1$/, decode: nothing }),
  row('discard', { class: 'space', section: `${D}: discard`, hints: /^(global|L2)$/, decode: nothing }),
  row('applypriority', {
    class: 'space',
    section: `${D}: applypriority`,
    hints: /^(global|L2::evict_normal)$/,
    decode: nothing,
  }),
  row('membar', { class: 'barrier', section: `${P}: membar`, hints: FENCE_WORDS, decode: fence }),
  row('fence', { class: 'barrier', section: `${P}: fence`, hints: FENCE_WORDS, decode: fence }),
  row('createpolicy', {
    types: [['b64']],
    class: 'move',
    section: `${D}: createpolicy`,
    hints: /^(global|L2|L2::evict_(last|normal|first|unchanged))$/,
    decode: createPolicy,
  }),
];

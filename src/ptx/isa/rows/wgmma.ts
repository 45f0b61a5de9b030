/** wgmma: products of a warpgroup's matrices, and the groups in which it waits for them (PTX ISA, chapter of that name). */
import { productsOf } from '../../machine/async-products.ts';
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { immediate } from './copy-issue.ts';
import { OPERAND_TYPES, SUM_TYPES } from './wgmma-forms.ts';
import { multiplyAsynchronously } from './wgmma-product.ts';
import { wholeWarp } from './whole-warp.ts';

const W = 'Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions';

/** Orders what threads did to registers before products that use them. */
function fence(form: Form): Run {
  form.finish();
  return wholeWarp(warp => productsOf(warp).fence());
}

function closeGroup(form: Form): Run {
  form.finish();
  return wholeWarp(warp => {
    warp.cta.watch?.groupClosed?.(warp, 'products');
    productsOf(warp).closeGroup();
  });
}

function waitForGroups(form: Form): Run {
  form.finish();
  const most = Number(immediate(form, form.operand(0)));
  if (most < 0 || most > 7) form.refuse(`waits for all but 0 to 7 groups, not ${most}`);
  return wholeWarp(warp => {
    warp.cta.watch?.groupsAwaited?.(warp, 'products', most, false);
    productsOf(warp).waitForGroups(most);
  });
}

const ACTIONS: Readonly<Record<string, (form: Form) => Run>> = {
  mma_async: multiplyAsynchronously,
  fence,
  commit_group: closeGroup,
  wait_group: waitForGroups,
};

function warpgroupMatrix(form: Form): Run {
  form.oneOf(['sync']);
  form.oneOf(['aligned']);
  return ACTIONS[form.oneOf(Object.keys(ACTIONS))](form);
}

export const WGMMA_ROWS: readonly Row[] = [
  row('wgmma', {
    types: [SUM_TYPES, OPERAND_TYPES, OPERAND_TYPES],
    class: 'tensor',
    section: `${W}: wgmma`,
    decode: warpgroupMatrix,
  }),
];

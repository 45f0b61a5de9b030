/** Instructions that the lanes of a member mask carry out together. */
import { lowestBit32 } from '../../../base/bits.ts';
import { NO_SLOT, type Operation, type Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Form } from '../form.ts';

type Exchange = (warp: Warp, operation: Operation, mask: number) => void;

/** Runs `exchange` once all members are there. `members` is the slot of the member mask. */
export function collective(members: number, exchange: Exchange): Run {
  return (warp, operation, mask) => {
    if (warp.separated(operation, mask)) return 0;
    if (!warp.gathered(operation, mask, warp.r[members + lowestBit32(mask)])) return 0;
    exchange(warp, operation, mask);
    return 0;
  };
}

/** Binds the destination `d` or `d|p`. Returns the slot of p, `NO_SLOT` where there is none. */
export function bindTarget(form: Form): number {
  const target = form.operand(0);
  const [d, p] = target.kind === 'pair' ? [target.first, target.second] : [target, null];
  form.operation.d = form.destination(d, 's32');
  return p?.kind === 'register' ? form.destination(p, 'pred') : NO_SLOT;
}

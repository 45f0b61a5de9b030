/** Instructions that the lanes of a member mask carry out together. */
import { lowestBit32 } from '../../../base/bits.ts';
import { NO_SLOT, type Run } from '../../machine/operation.ts';
import type { LaneExchange } from '../../machine/split.ts';
import type { Form } from '../form.ts';
import { lanesAlike } from './lanes-alike.ts';
import { leftOut } from './left-out.ts';

/**
 * Runs `exchange` once all members are there, for the lanes of each member mask by themselves: tiles of a warp meet at one
 * instruction. Lanes with one member mask may also meet at several instructions of the same kind. `at` is the place of the
 * member mask among the operands.
 */
export function collective(form: Form, at: number, exchange: LaneExchange): Run {
  const members = form.source(form.operand(at), 's32');
  const isConstant = form.operand(at).kind === 'integer';
  return (warp, operation, mask) => {
    if (warp.separated(operation, mask)) return 0;
    const isOne = isConstant || lanesAlike(warp.r, members, mask) === mask;
    const wanted = isOne ? warp.r[members + lowestBit32(mask)] : wantedByAny(warp.r, members, mask);
    if (!warp.gathered(operation, mask, wanted, isOne ? exchange : null)) return 0;
    for (let rest = mask; rest !== 0; ) {
      const group = isOne ? rest : lanesAlike(warp.r, members, rest);
      const outside = group & ~warp.r[members + lowestBit32(rest)];
      if (outside !== 0) leftOut(warp, operation, outside, warp.r[members + lowestBit32(rest)]);
      exchange.offer(warp, operation, group);
      exchange.take(warp, operation, group, group);
      warp.cta.watch?.lanesExchanged(warp, group);
      rest &= ~group;
    }
    return 0;
  };
}

function wantedByAny(r: Int32Array, members: number, mask: number): number {
  let wanted = 0;
  for (let m = mask; m !== 0; m &= m - 1) wanted |= r[members + lowestBit32(m)];
  return wanted;
}

/** Binds the destination `d` or `d|p`. Returns the slot of p, `NO_SLOT` where there is none. */
export function bindTarget(form: Form): number {
  const target = form.operand(0);
  const [d, p] = target.kind === 'pair' ? [target.first, target.second] : [target, null];
  form.operation.d = form.destination(d, 's32');
  return p?.kind === 'register' ? form.destination(p, 'pred') : NO_SLOT;
}

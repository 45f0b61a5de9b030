/** Waits at an mbarrier: looks at whether a phase has completed. */
import { parityOfState } from '../../machine/mbarrier.ts';
import { pollMbarrier } from '../../machine/mbarrier-poll.ts';
import { type MbarrierUse, mbarriersOf } from '../../machine/mbarriers.ts';
import type { Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Form } from '../form.ts';
import { atMbarrier, takeSemantics, takeShared } from './mbarrier-address.ts';
import { setPredicate } from './predicates.ts';

/**
 * `wait complete, [address], state or parity`. A wait that fails gives way to the other warps, and what it waits for may
 * then be asynchronous copies.
 */
export function waitAtMbarrier(form: Form): Run {
  takeShared(form);
  const acquires = takeSemantics(form, 'acquire');
  const isParity = form.take('parity');
  form.finish();
  const complete = form.destination(form.operand(0), 'pred');
  const phase = form.source(form.operand(2), isParity ? 's32' : 'b64');
  let done = 0;
  let failedAt: number | null = null;
  // What the lane before has looked at: mostly all look at the same.
  const last = { byteOffset: -1, parity: 0, done: false };
  const look = atMbarrier(form, form.operand(1), 'atomic', use => {
    const word = use.warp.r[phase + use.lane];
    const parity = isParity ? word : parityOfState(word);
    if (use.byteOffset !== last.byteOffset || parity !== last.parity) {
      last.done = hasCompleted(use, parity, acquires);
      last.byteOffset = use.byteOffset;
      last.parity = parity;
    }
    if (last.done) done |= 1 << use.lane;
    else failedAt = use.byteOffset;
  });
  return (warp, operation, mask) => {
    done = 0;
    failedAt = null;
    last.byteOffset = -1;
    look(warp, operation, mask);
    setPredicate(warp.r, complete, done, mask);
    // This comes after all lanes have looked, so that they look at the same moment.
    if (failedAt !== null) deliverTo(warp, failedAt);
    if (failedAt !== null) warp.cta.watch?.mbarrierHeld?.(warp, failedAt, mbarriersOf(warp.cta).phaseOf(failedAt));
    pollMbarrier(warp, failedAt, done !== 0);
    return 0;
  };
}

/** A missing mbarrier counts as completed, since its fault has been reported already. */
function hasCompleted(use: MbarrierUse, parity: number, acquires: boolean): boolean {
  const { warp, byteOffset } = use;
  const barrier = mbarriersOf(warp.cta).find(use);
  const done = barrier === null || barrier.hasCompleted(parity);
  if (done && acquires) warp.cta.watch?.mbarrierWaited(warp, byteOffset);
  if (done && barrier !== null) warp.cta.watch?.mbarrierPassed?.(warp, byteOffset, barrier.phase - 1, use.operation);
  return done;
}

function deliverTo({ cta }: Warp, byteOffset: number): void {
  for (const { copies } of cta.warps) copies?.deliverTo(byteOffset);
  cta.bulkCopies?.deliverTo(byteOffset);
}

/** The slots of a ring that threads write by themselves: what a producer has written when it arrives at the stage's barrier. */
import { MBARRIER_BYTES } from '../../base/hardware.ts';
import type { Stretch } from '../../ptx/events/warp-event.ts';
import { type MbarrierRing, positionIn } from './barrier-rings.ts';
import type { ReplayRole } from './replay-role.ts';
import { overlap, united } from './stretches.ts';

/** Slots of each stage; null if the stages share memory, or have none. */
export function writtenSlots(
  roles: readonly ReplayRole[],
  rings: readonly MbarrierRing[],
  ring: MbarrierRing,
): readonly (readonly Stretch[])[] | null {
  const slots: Stretch[][] = Array.from({ length: ring.stages }, () => []);
  for (const { events } of roles.filter(({ job }) => job === 'producer')) {
    let written: Stretch[] = [];
    for (const { action, writes } of events) {
      written.push(...writes);
      if (action.kind !== 'wait' && action.kind !== 'arrive') continue;
      const { ring: here, stage } = positionIn(rings, action.barrier);
      if (action.kind === 'arrive' && here === ring) slots[stage].push(...written);
      written = [];
    }
  }
  const own = slots.map(slot => united(slot.filter(stretch => !isBarrier(stretch, rings))));
  const areApart = own.every((slot, i) => slot.length > 0 && own.every((other, j) => i === j || !overlap(slot, other)));
  return areApart ? own : null;
}

const isBarrier = ({ from, to }: Stretch, rings: readonly MbarrierRing[]): boolean =>
  rings.some(({ firstByte, strideBytes, stages }) =>
    Array.from({ length: stages }, (_, stage) => firstByte + stage * strideBytes).some(
      place => from < place + MBARRIER_BYTES && place < to,
    ),
  );

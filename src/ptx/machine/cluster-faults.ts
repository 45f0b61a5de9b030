/** Fault messages for accesses of another CTA's shared memory while that CTA may not be running. */
import { lowestBit32 } from '../../base/bits.ts';
import type { Cta } from './cta.ts';
import { placeOf, whereWords } from './faults.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** `owner` has ended: its shared memory may be another CTA's by now. */
export function reportEnded(warp: Warp, operation: Operation, mask: number, owner: Cta): void {
  const { grid, number } = warp.cta;
  const place = placeOf(grid.files, operation);
  const who = { cta: number, warp: warp.index, lane: lowestBit32(mask) };
  const message = `${whereWords(place, who)}: '${place.instruction}' accesses the shared memory of CTA ${owner.number}, which has ended: a barrier.cluster at its end would keep it.`;
  grid.log.report({ kind: 'notResident', message, place, who });
}

/** The fault of a lane that executes what its member mask leaves out. */
import { lowestBit32 } from '../../../base/bits.ts';
import { hex, toldOf } from '../../machine/faults.ts';
import type { Operation } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';

/** The manual leaves open what such an instruction does, for all of its lanes. */
export function leftOut(warp: Warp, operation: Operation, lanes: number, members: number): void {
  const lane = lowestBit32(lanes);
  warp.cta.grid.log.reportAt('memberMask', operation.pc, operation.pc, () => {
    const says = `has the member mask ${hex(members >>> 0)}, which leaves out lane ${lane} that executes it`;
    return { kind: 'memberMask', ...toldOf(warp, operation, lane, says) };
  });
}

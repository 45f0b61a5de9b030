/** Instructions that all 32 lanes of a warp carry out together (`.sync.aligned`), none of them exited. */
import { lowestBit32 } from '../../../base/bits.ts';
import { placeOf, whereWords } from '../../machine/faults.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';

const ALL_LANES = -1;

/** Runs `together` once all living lanes are there; that some are missing for good is a fault. */
export const wholeWarp =
  (together: (warp: Warp, operation: Operation, mask: number) => void): Run =>
  (warp, operation, mask) => {
    if (warp.separated(operation, mask) || !warp.gathered(operation, mask, ALL_LANES)) return 0;
    if (mask !== ALL_LANES) reportMissing(warp, operation, mask);
    together(warp, operation, mask);
    return 0;
  };

function reportMissing({ cta, index }: Warp, operation: Operation, mask: number): void {
  const { grid, number } = cta;
  const place = placeOf(grid.files, operation);
  const who = { cta: number, warp: index, lane: lowestBit32(~mask) };
  const message = `${whereWords(place, who)}: '${place.instruction}' needs all 32 lanes of its warp, but this one has exited or never was.`;
  grid.log.report({ kind: 'barrier', message, place, who });
}

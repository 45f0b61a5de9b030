/** Finds the elements of a block that the lanes of a request access. */
import { LANES } from '../../base/hardware.ts';
import type { Request } from '../records.ts';
import { isActive } from '../requests/request-cells.ts';
import { placesOf } from './block-elements.ts';
import type { PermutedBlock } from './records.ts';

/** Element of each lane; -1 for an idle lane, for padding and for bytes outside the block. */
export function touchedElements({ move, layout, baseBytes }: PermutedBlock, request: Request | null): Int32Array {
  const elements = new Int32Array(LANES).fill(-1);
  const places = placesOf(move, layout);
  if (request === null || places === null) return elements;
  const { access } = request;
  return elements.map((none, lane) => {
    if (!isActive(access, lane)) return none;
    const place = Math.floor((access.address[lane] - baseBytes) / move.elementBytes);
    return places.elementIn[place] ?? none;
  });
}

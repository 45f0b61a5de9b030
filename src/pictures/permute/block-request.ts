/** Which elements of a block the lanes of a request touch. */
import { LANES } from '../../base/hardware.ts';
import type { Request } from '../records.ts';
import { isActive } from '../requests/request-cells.ts';
import { placesOf } from './block-elements.ts';
import type { PermutedBlock } from './records.ts';

/** By lane; -1 for an idle lane, for padding and for what is not the block's. */
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

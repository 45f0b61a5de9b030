/** How much memory a placement needs. */
import type { BlockMove } from './block.ts';
import { type Placement, placedOffset, spanElements } from './placement.ts';
import { residueElements } from './strides.ts';

/** How many elements lie up to the last place in use. XOR and tables move some elements further back than strides do. */
export function placedSpan({ modes, elementBytes }: BlockMove, placement: Placement): number {
  const span = spanElements(modes, placement.strides);
  if (placement.table !== null) return lastOf(placement.table) + 1;
  if (placement.xor.length === 0) return span;
  // XOR moves elements only within their line.
  const line = residueElements(elementBytes);
  let last = 0;
  for (let offset = Math.floor((span - 1) / line) * line; offset < span; offset++)
    last = Math.max(last, placedOffset(offset, placement));
  return last + 1;
}

function lastOf(table: Uint32Array): number {
  let last = 0;
  for (const place of table) if (place > last) last = place;
  return last;
}

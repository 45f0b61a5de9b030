/** The tile chunk by chunk, as the picture of swizzles draws it. */
import { cellAt, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import { tmaSwizzle } from '../../model/tma/swizzle-modes.ts';
import type { Access } from '../../trace/access-trace.ts';
import { elementBytesOf, type SwizzleParams } from './params.ts';
import { pitchOf } from './tile.ts';

/** Whole chunks: where a mode exchanges their halves too, it is the chunk's place. */
export const swizzledTile = (p: SwizzleParams): SwizzledTile => ({
  rows: p.rows,
  columns: p.rowBytes / elementBytesOf(p),
  elementBytes: elementBytesOf(p),
  padBytes: pitchOf(p) - p.rowBytes,
  base: p.base,
  pattern: { kind: 'xor', swizzle: tmaSwizzle(p.mode).swizzles[0] ?? { bits: 0, base: 4, shift: 3 } },
});

/** The elements at which the lanes of an access begin; lanes on padding or before the tile are left out. */
export function lanesOn(layout: TileLayout, access: Access | null) {
  if (access === null) return [];
  return Array.from(access.address).flatMap((address, lane) => {
    const cell = ((access.activeMask >>> lane) & 1) === 1 ? cellAt(layout, address) : null;
    return cell === null || cell === 'pad' ? [] : [{ lane, cell, bytes: access.widthBytes }];
  });
}

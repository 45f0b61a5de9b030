/** Finds the elements that the lanes of requests access, from offsets without a pattern. */
import type { LinearRequest } from '../../model/swizzle/accesses.ts';
import { pitchBytes, type SwizzledTile } from '../../model/swizzle/tile.ts';
import type { LaneBytes } from './records.ts';

/** Lanes that are idle, or want bytes that are none of the tile's, are left out. */
export const laneBytes = (tile: SwizzledTile, requests: readonly LinearRequest[]): LaneBytes[] =>
  requests.flatMap(({ offsets, widthBytes }) =>
    offsets.flatMap((offset, lane) => {
      if (offset === null) return [];
      const row = Math.floor(offset / pitchBytes(tile));
      const column = Math.floor((offset - row * pitchBytes(tile)) / tile.elementBytes);
      const isInside = row >= 0 && row < tile.rows && column < tile.columns;
      return isInside ? [{ lane, cell: { row, column }, bytes: widthBytes }] : [];
    }),
  );

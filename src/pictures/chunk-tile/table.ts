/** A tile's pieces by where they lie, as a table. */

import type { ChunkTileRecords } from '../swizzle/records.ts';
import type { Table } from '../view.ts';
import type { ChunkTileFrame } from './frame.ts';

const LISTED_COLUMNS = 64;

/** Each row's pieces by where they lie: the place in its row of memory, or the row and place where they left it. */
export function placeTable(frame: ChunkTileFrame, { tile }: ChunkTileRecords): Table {
  const { columns, placeOf, pitch } = frame.pieces;
  const shown = Math.min(columns, LISTED_COLUMNS);
  const place = (piece: number, row: number): string => {
    const at = placeOf[piece];
    if (at < 0) return 'outside';
    return Math.floor(at / pitch) === row ? `${at % pitch}` : `${Math.floor(at / pitch)}:${at % pitch}`;
  };
  return {
    columns: ['row', ...Array.from({ length: shown }, (_, column) => `${column}`)],
    rows: Array.from({ length: tile.rows }, (_, row) => [
      `${row}`,
      ...Array.from({ length: shown }, (_, column) => place(row * columns + column, row)),
    ]),
  };
}

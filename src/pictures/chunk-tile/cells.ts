/** Colours of a tile's pieces: the large part of the picture, made once and kept while nothing changes. */
import { BANKS, CHUNK_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { linearAddress, placer, type SwizzledTile } from '../../model/swizzle/tile.ts';
import { type CellGrid, NO_FILL } from '../scene/scene.ts';
import type { ChunkTileRecords } from '../swizzle/records.ts';
import type { Theme } from '../theme.ts';
import { isCopied } from './copied.ts';
import { type ChunkTileFrame, cellOf, pieceIn, pieceOfElement } from './frame.ts';

/** Pieces that the lanes of the access touch. */
export function touchedPieces(frame: ChunkTileFrame, records: ChunkTileRecords): Map<number, number[]> {
  const touched = new Map<number, number[]>();
  for (const { lane, cell, bytes } of records.lanes) {
    const first = pieceOfElement(frame, records, cell);
    for (let piece = first; piece < first + Math.max(1, bytes / frame.pieces.bytes); piece++)
      touched.set(piece, [...(touched.get(piece) ?? []), lane]);
  }
  return touched;
}

/** Byte addresses of a piece before and after the pattern. */
export function addressesOf(tile: SwizzledTile, { pieces }: ChunkTileFrame, piece: number): [number, number] {
  const row = Math.floor(piece / pieces.columns);
  const linear = linearAddress(tile, { row, column: 0 }) + (piece - row * pieces.columns) * pieces.bytes;
  return [linear, placer(tile)(linear)];
}

/**
 * Colour of a piece. If arranged as in memory, it is the colour of the column that the piece comes from; by rows and
 * columns, it is that of the piece's banks.
 */
export function bankColour(frame: ChunkTileFrame, records: ChunkTileRecords, piece: number): number {
  const { bytes, columns } = frame.pieces;
  const byte = records.arranged === 'memory' ? (piece % columns) * bytes : addressesOf(records.tile, frame, piece)[1];
  const bank = Math.floor(byte / WORD_BYTES) % BANKS;
  // The second shade stands for its chunk: the four differ in lightness only.
  return bytes === CHUNK_BYTES ? (bank & ~3) + 1 : bank;
}

interface Entry {
  readonly records: ChunkTileRecords;
  readonly theme: Theme;
  readonly grid: CellGrid;
}

const newest = new WeakMap<SwizzledTile, Entry>();

export function chunkTileGrid(frame: ChunkTileFrame, records: ChunkTileRecords, theme: Theme): CellGrid {
  const known = newest.get(records.tile);
  const isKnown =
    known !== undefined &&
    known.theme === theme &&
    (['piece', 'arranged', 'lanes', 'copied'] as const).every(name => known.records[name] === records[name]);
  if (isKnown) return known.grid;
  const grid = gridOf(frame, records, theme);
  newest.set(records.tile, { records, theme, grid });
  return grid;
}

function gridOf(frame: ChunkTileFrame, records: ChunkTileRecords, theme: Theme): CellGrid {
  const { columns, rows } = frame;
  const touched = touchedPieces(frame, records);
  const dimmed = touched.size === 0 ? 100 : Math.round(theme.dimmed * 100);
  const cells = columns * rows;
  const fill = new Uint8Array(cells).fill(NO_FILL);
  const opacity = new Uint8Array(cells).fill(dimmed);
  const idle = theme.banks.length;
  const place = placer(records.tile);
  const bank = new Int8Array(cells).fill(-1);
  const address = new Float64Array(cells).fill(-1);
  for (let at = 0; at < cells; at++) {
    const piece = pieceIn(frame, records, cellOf(frame, at));
    if (piece < 0) continue;
    if (touched.has(piece)) opacity[at] = 100;
    fill[at] = isCopied(frame, records, piece) ? bankColour(frame, records, piece) : idle;
    const row = Math.floor(piece / frame.pieces.columns);
    const inRow = (piece - row * frame.pieces.columns) * frame.pieces.bytes;
    address[at] = place(linearAddress(records.tile, { row, column: 0 }) + inRow);
    bank[at] = Math.floor(address[at] / WORD_BYTES) % BANKS;
  }
  return { columns, rows, palette: [...theme.banks, theme.cellIdle], fill, opacity, lane: null, bank, address };
}

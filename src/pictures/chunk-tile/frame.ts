/** Places of a tile's pieces: as shared memory holds them, or by rows and columns. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import { pieceBytes, piecesOf, type TilePieces } from '../../model/swizzle/tile-pieces.ts';
import type { CellPlacement } from '../scene/outline.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { ChunkTileRecords } from '../swizzle/records.ts';
import type { Box, PictureView } from '../view.ts';

export interface ChunkTileFrame {
  readonly pieces: TilePieces;
  readonly columns: number;
  readonly rows: number;
  /** Area in which cells are visible; zoomed cells are cut off at its edge. */
  readonly plot: Box;
  readonly x: number;
  readonly y: number;
  readonly pitchX: number;
  readonly pitchY: number;
  readonly gap: number;
  /** Unzoomed. */
  readonly cell: number;
}

export type ChunkTilePen = PicturePen<ChunkTileFrame, ChunkTileRecords>;

const LEFT_PX = 28;
const TOP_PX = 16;
const RIGHT_PX = 10;
const WIDEST_PX = 44;
const HIGHEST_PX = 30;
/** Cells are no lower than this for being narrow. */
const LOW_PX = 12;

const kept = new WeakMap<SwizzledTile, Map<string, TilePieces>>();

/** The same object for the same tile: pictures ask again with every move of the pointer. */
export function piecesIn({ tile, piece }: Pick<ChunkTileRecords, 'tile' | 'piece'>): TilePieces {
  const known = kept.get(tile) ?? new Map<string, TilePieces>();
  kept.set(tile, known);
  const pieces = known.get(piece) ?? piecesOf(tile, pieceBytes(tile, piece));
  known.set(piece, pieces);
  return pieces;
}

/** Whole pixels where gaps are drawn, halves below. */
const snapDown = (pitch: number): number =>
  pitch >= 6 ? Math.floor(pitch) : pitch >= 2 ? Math.floor(pitch * 2) / 2 : pitch;

export function chunkTileFrame(records: ChunkTileRecords, view: PictureView): ChunkTileFrame {
  const pieces = piecesIn(records);
  const columns = records.arranged === 'memory' ? pieces.pitch : pieces.columns;
  const { rows } = records.tile;
  const [left, top, right] = [LEFT_PX, TOP_PX, RIGHT_PX].map(px => px * view.textScale);
  const room = (view.width - left - right) / Math.max(columns, view.scale?.columns ?? 0);
  const widest = snapDown(Math.min(WIDEST_PX, room));
  const highest = snapDown(Math.min(HIGHEST_PX, Math.max(LOW_PX, widest), view.maxHeight / rows));
  const { k, x, y } = view.zoom;
  return {
    pieces,
    columns,
    rows,
    plot: { x: left, y: top, width: columns * widest, height: rows * highest },
    x: left * k + x,
    y: top * k + y,
    pitchX: widest * k,
    pitchY: highest * k,
    gap: Math.min(widest, highest) * k >= 6 ? 1 : 0,
    cell: Math.min(widest, highest),
  };
}

export const cellOf = (frame: ChunkTileFrame, at: number): Cell => ({
  row: Math.floor(at / frame.columns),
  column: at % frame.columns,
});

export const boxOfCell = (frame: ChunkTileFrame, { row, column }: Cell): Box => ({
  x: frame.x + column * frame.pitchX,
  y: frame.y + row * frame.pitchY,
  width: frame.pitchX - frame.gap,
  height: frame.pitchY - frame.gap,
});

export const outlineIn = (frame: ChunkTileFrame, outset: number): CellPlacement => ({
  x: frame.x - frame.gap / 2,
  y: frame.y - frame.gap / 2,
  pitchX: frame.pitchX,
  pitchY: frame.pitchY,
  outset,
});

/** The cell under a point; null outside of the plot. */
export function cellUnderPoint(frame: ChunkTileFrame, px: number, py: number): Cell | null {
  const { plot } = frame;
  if (px < plot.x || py < plot.y || px >= plot.x + plot.width || py >= plot.y + plot.height) return null;
  const clamp = (at: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(at)));
  return {
    row: clamp((py - frame.y) / frame.pitchY, frame.rows),
    column: clamp((px - frame.x) / frame.pitchX, frame.columns),
  };
}

/** The cell of a piece; null where it lies outside of what is drawn. */
export function cellOfPiece(frame: ChunkTileFrame, { arranged }: ChunkTileRecords, piece: number): Cell | null {
  const at = arranged === 'memory' ? frame.pieces.placeOf[piece] : piece;
  return at < 0 ? null : cellOf(frame, at);
}

/** The piece that a cell shows; -1 = none. */
export function pieceIn(frame: ChunkTileFrame, { arranged }: ChunkTileRecords, { row, column }: Cell): number {
  const at = row * frame.columns + column;
  return arranged === 'memory' ? frame.pieces.pieceAt[at] : at;
}

/** The piece that an element begins in. */
export const pieceOfElement = ({ pieces }: ChunkTileFrame, { tile }: ChunkTileRecords, { row, column }: Cell): number =>
  row * pieces.columns + Math.floor((column * tile.elementBytes) / pieces.bytes);

/** The first element of a piece, or the one that it is part of. */
export function elementOfPiece({ pieces }: ChunkTileFrame, { tile }: ChunkTileRecords, piece: number): Cell {
  const row = Math.floor(piece / pieces.columns);
  const column = Math.floor(((piece - row * pieces.columns) * pieces.bytes) / tile.elementBytes);
  return { row, column };
}

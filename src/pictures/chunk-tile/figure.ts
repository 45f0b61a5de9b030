/** The tile before or after a pattern in words: caption, lens, keyboard, table. */

import { addressText } from '../../base/numerals.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { bankText, count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { ChunkTileRecords } from '../swizzle/records.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { addressesOf, touchedPieces } from './cells.ts';
import { copiedLines } from './copied.ts';
import { chunkTileScene, differingPieces } from './draw.ts';
import {
  boxOfCell,
  type ChunkTileFrame,
  cellOfPiece,
  cellUnderPoint,
  chunkTileFrame,
  elementOfPiece,
  pieceIn,
  pieceOfElement,
} from './frame.ts';

const GREATEST_CELL_PX = 44;

export function chunkTileFigure(records: ChunkTileRecords, view: PictureView): Figure {
  const frame = chunkTileFrame(records, view);
  const touched = touchedPieces(frame, records);
  const markOfPiece = (piece: number): Mark | null => pieceMark(frame, records, touched, piece);
  return {
    ...captionOf(records, frame),
    source: view.source,
    scene: chunkTileScene(records, view),
    zoomable: { plot: frame.plot, greatest: Math.max(1, GREATEST_CELL_PX / frame.cell) },
    handles: [],
    hit(x, y) {
      const cell = cellUnderPoint(frame, x, y);
      if (cell === null) return null;
      const piece = pieceIn(frame, records, cell);
      return piece < 0 ? nobodysMark(frame, cell) : markOfPiece(piece);
    },
    markOf(highlight) {
      const cell = highlight?.cell ?? null;
      return cell === null || !isInTile(records, cell) ? null : markOfPiece(pieceOfElement(frame, records, cell));
    },
    step: (highlight, dx, dy) => stepCell(frame, records, highlight, dx, dy),
    table: () => placeTable(frame, records),
  };
}

const isInTile = ({ tile }: ChunkTileRecords, { row, column }: Cell): boolean =>
  row < tile.rows && column < tile.columns;

/** 'chunks of 16 B', 'elements of 4 B', 'bytes'. */
function piecesName({ tile }: ChunkTileRecords, bytes: number): string {
  if (bytes === 1) return 'bytes';
  return bytes === tile.elementBytes ? `elements of ${bytes} B` : `chunks of ${bytes} B`;
}

function captionOf(records: ChunkTileRecords, frame: ChunkTileFrame): Caption {
  const { rows, columns, pieces } = frame;
  const name = piecesName(records, pieces.bytes);
  const isMemory = records.arranged === 'memory';
  const hue = isMemory ? 'hue = its column' : 'hue = its banks';
  const outside = pieces.outside === 0 ? '' : `; ${count(pieces.outside, 'lies', 'lie')} outside`;
  return {
    title: records.title,
    text: `${rows} × ${columns} ${shortName(name)}${outside}`,
    detail: `${isMemory ? 'shared memory, row by row' : 'rows and columns of the tile'}: ${rows} × ${columns} ${name}; ${hue}${outside}`,
    differing: differingWords(differingPieces(frame, records).length, records),
  };
}

/** Short name: beside the title there is room only for the kind of piece. */
const shortName = (name: string): string => name.split(' ')[0];

function differingWords(pieces: number, { copied }: ChunkTileRecords): string {
  if (pieces === 0) return '';
  return copied ? count(pieces, 'differs', 'differ') : count(pieces, 'elsewhere', 'elsewhere');
}

function pieceMark(
  frame: ChunkTileFrame,
  records: ChunkTileRecords,
  touched: ReadonlyMap<number, readonly number[]>,
  piece: number,
): Mark | null {
  const cell = cellOfPiece(frame, records, piece);
  if (cell === null) return null;
  const element = elementOfPiece(frame, records, piece);
  const lanes = touched.get(piece) ?? [];
  return {
    highlight: { cell: element, bank: null },
    box: boxOfCell(frame, cell),
    lens: {
      title: `row ${element.row}, ${placeName(frame, records, piece, element)}`,
      lines: pieceLines(frame, records, piece, lanes),
    },
    pickable: true,
  };
}

const nobodysMark = (frame: ChunkTileFrame, cell: Cell): Mark => ({
  highlight: null,
  box: boxOfCell(frame, cell),
  lens: {
    title: cell.column >= frame.pieces.columns ? 'pad, never read' : 'nothing of the tile',
    lines: [],
  },
  pickable: false,
});

/** Moves from piece to piece of the logical rows and columns, skipping those outside the picture. */
function stepCell(
  frame: ChunkTileFrame,
  records: ChunkTileRecords,
  highlight: Highlight,
  dx: number,
  dy: number,
): Highlight {
  const { columns, placeOf } = frame.pieces;
  const { rows } = records.tile;
  const isShown = (piece: number): boolean => cellOfPiece(frame, records, piece) !== null;
  const at = (piece: number): Highlight =>
    piece < 0 ? highlight : { cell: elementOfPiece(frame, records, piece), bank: null };
  if (!highlight?.cell || !isInTile(records, highlight.cell)) return at(Array.from(placeOf.keys()).findIndex(isShown));
  const from = pieceOfElement(frame, records, highlight.cell);
  const clamp = (index: number, count: number): number => Math.min(count - 1, Math.max(0, index));
  let [row, column] = [clamp(Math.floor(from / columns) + dy, rows), clamp((from % columns) + dx, columns)];
  while (!isShown(row * columns + column)) {
    row += Math.sign(dy);
    column += Math.sign(dx);
    if (row !== clamp(row, rows) || column !== clamp(column, columns)) return highlight;
  }
  return at(row * columns + column);
}

// Words of the lens about a piece of a tile.

/** Lines that say where the piece lies, what a copy brought, and which lanes access it. */
const pieceLines = (
  frame: ChunkTileFrame,
  records: ChunkTileRecords,
  piece: number,
  lanes: readonly number[],
): string[] => [
  ...addressLines(frame, records, piece),
  ...copiedLines(frame, records, piece),
  ...(lanes.length === 0 ? [] : [laneLine(lanes)]),
];

const laneLine = (lanes: readonly number[]): string => `${lanes.length === 1 ? 'lane' : 'lanes'} ${lanes.join(', ')}`;

function placeName({ pieces }: ChunkTileFrame, { tile }: ChunkTileRecords, piece: number, { column }: Cell): string {
  const inRow = piece % pieces.columns;
  const elements = pieces.bytes / tile.elementBytes;
  if (elements > 1) return `chunk ${inRow}: columns ${column}–${column + elements - 1}`;
  return elements === 1 ? `column ${column}` : `column ${column}, byte ${(inRow * pieces.bytes) % tile.elementBytes}`;
}

/** One line where the pattern moves nothing. */
function addressLines(frame: ChunkTileFrame, { tile, other }: ChunkTileRecords, piece: number): string[] {
  const [linear, placed] = addressesOf(tile, frame, piece);
  const text = (address: number): string => `${addressText(address)} → ${bankText(address, frame.pieces.bytes)}`;
  const said = other?.place(linear) ?? placed;
  return [
    ...(linear === placed ? [text(placed)] : [`row by row ${text(linear)}`, `in memory ${text(placed)}`]),
    ...(said === placed ? [] : [`${other!.name} ${text(said)}`]),
  ];
}

// A tile's pieces by where they lie, as a table.

const LISTED_COLUMNS = 64;

/** Each row's pieces by where they lie: the place in its row of memory, or the row and place where they left it. */
function placeTable(frame: ChunkTileFrame, { tile }: ChunkTileRecords): Table {
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

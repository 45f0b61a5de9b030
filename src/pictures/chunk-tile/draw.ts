/** A tile's bytes, elements or chunks in the colours of their columns or banks, those of the access outlined. */
import { BANKS, CHUNK_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import { cornerFlag } from '../requests/difference-marks.ts';
import { drawColumnNumbers, drawRowNumbers } from '../scene/axis.ts';
import { outlinePath } from '../scene/outline.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import type { ChunkTileRecords, OtherPlaces } from '../swizzle/records.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';
import { addressesOf, bankColour, chunkTileGrid, touchedPieces } from './cells.ts';
import { drawCopied, drawNewest, hasArrived, isCopied } from './copied.ts';
import {
  boxOfCell,
  type ChunkTileFrame,
  type ChunkTilePen,
  cellOf,
  cellOfPiece,
  chunkTileFrame,
  outlineIn,
  pieceIn,
  pieceOfElement,
  piecesIn,
} from './frame.ts';

const BOTTOM_PX = 4;

export function chunkTileScene(records: ChunkTileRecords, view: PictureView): Scene {
  const frame = chunkTileFrame(records, view);
  const { plot } = frame;
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  scene.layer(plot);
  if (isMoving(records, view)) drawMoving(pen);
  else drawPlaced(pen);
  scene.layer();
  drawAxes(pen);
  return scene.finish(Math.max(view.width, plot.x + plot.width), plot.y + plot.height + BOTTOM_PX);
}

/** Everything at its place. */
function drawPlaced(pen: ChunkTilePen): void {
  const { scene, frame, theme, records } = pen;
  scene.grid({
    grid: chunkTileGrid(frame, records, theme),
    x: frame.x,
    y: frame.y,
    pitchX: frame.pitchX,
    pitchY: frame.pitchY,
    gapX: frame.gap,
    gapY: frame.gap,
  });
  drawNobodys(pen);
  drawCopied(pen);
  drawNumbers(pen);
  scene.layer(frame.plot);
  drawLanes(pen);
  drawDifferences(pen);
  scene.layer();
  drawNewest(pen);
  drawRings(pen);
}

function drawAxes(pen: ChunkTilePen): void {
  const { plot, x, y, columns, rows, pitchX, pitchY, gap } = pen.frame;
  const across = { from: plot.x, to: plot.x + plot.width };
  const down = { from: plot.y, to: plot.y + plot.height };
  drawColumnNumbers(pen, { count: columns, start: x, pitch: pitchX, gap, within: across }, plot.y - 5);
  drawRowNumbers(pen, { count: rows, start: y, pitch: pitchY, gap, within: down }, plot.x - 5);
}

/** Padding is hatched; bytes that hold no piece are dotted. A run of cells of a row is one mark. */
function drawNobodys({ scene, frame, theme, records }: ChunkTilePen): void {
  const { pieceAt, columns } = frame.pieces;
  if (records.arranged !== 'memory' || frame.pitchY < 2) return;
  for (let at = 0; at < pieceAt.length; at++) {
    if (pieceAt[at] >= 0) continue;
    const cell = cellOf(frame, at);
    const isPad = cell.column >= columns;
    let end = at + 1;
    while (end % frame.columns !== 0 && pieceAt[end] < 0 && end % frame.columns >= columns === isPad) end++;
    const box = { ...boxOfCell(frame, cell), width: (end - at) * frame.pitchX - frame.gap };
    scene.hatch(box, theme.page, isPad ? theme.ink3 : theme.lineStrong, 4, !isPad);
    at = end - 1;
  }
}

function drawLanes({ scene, frame, theme, records }: ChunkTilePen): void {
  const cells: Cell[] = [];
  for (const piece of touchedPieces(frame, records).keys()) {
    const cell = cellOfPiece(frame, records, piece);
    if (cell !== null) cells.push(cell);
  }
  const width = frame.cell >= 6 ? 2 : 1.2;
  const d = outlinePath(cells, outlineIn(frame, frame.gap > 0 ? 0 : 0.5));
  if (d !== '') scene.path(d, { stroke: theme.ink, width, halo: theme.page, haloWidth: width + 2 });
}

function drawRings(pen: ChunkTilePen): void {
  const { frame, theme, records, view } = pen;
  const { selection, highlight } = view;
  const drawn = (cell: Cell | null): { box: ReturnType<typeof boxOfCell>; fill: string } | null => {
    if (cell === null || cell.row >= records.tile.rows || cell.column >= records.tile.columns) return null;
    const piece = pieceOfElement(frame, records, cell);
    const at = cellOfPiece(frame, records, piece);
    return at && { box: boxOfCell(frame, at), fill: theme.banks[bankColour(frame, records, piece)] };
  };
  const pinned = drawn(selection);
  if (pinned !== null) pinnedRing(pen, pinned.box, undefined);
  const pointed = isPinned(highlight, selection) ? null : drawn(highlight?.cell ?? null);
  if (pointed !== null) hoverRing(pen, pointed.box, undefined);
}

// Numbers on the cells of a tile that are large enough.

const NUMBERED_PX = 18;
const NUMBERED_HEIGHT_PX = 14;

function drawNumbers(pen: ChunkTilePen): void {
  const { frame, records } = pen;
  if (!isNumbered(frame)) return;
  for (let at = 0; at < frame.columns * frame.rows; at++) {
    const cell = cellOf(frame, at);
    const piece = pieceIn(frame, records, cell);
    if (piece < 0 || !isCopied(frame, records, piece)) continue;
    drawNumber(pen, boxOfCell(frame, cell), numberOf(frame, records, piece));
  }
}

export const isNumbered = ({ pitchX, pitchY, pieces }: ChunkTileFrame): boolean =>
  pitchX >= NUMBERED_PX && pitchY >= NUMBERED_HEIGHT_PX && pieces.bytes >= WORD_BYTES;

const LARGEST_PX = 11;
/** Part of a cell's height that stays free around its number. */
const AROUND_PX = 2;

export function drawNumber({ scene, theme }: ChunkTilePen, box: Box, text: string): void {
  const size = Math.min(LARGEST_PX, box.height - AROUND_PX);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + size * 0.36];
  scene.text(x, y, text, theme.label, { anchor: 'middle', size });
}

const CHUNK_WORDS = CHUNK_BYTES / WORD_BYTES;

/**
 * Number in a piece. If arranged as in memory, it is the column that the piece comes from; by rows and columns, it is
 * the piece's chunk or bank.
 */
export function numberOf(frame: ChunkTileFrame, records: ChunkTileRecords, piece: number): string {
  if (records.arranged === 'memory') return `${piece % frame.pieces.columns}`;
  const bank = Math.floor(addressesOf(records.tile, frame, piece)[1] / WORD_BYTES) % BANKS;
  return `${frame.pieces.bytes > WORD_BYTES ? Math.floor(bank / CHUNK_WORDS) : bank}`;
}

// Pieces on their way from one pattern's places to another's.

/** More of them are drawn where they arrive. */
const MOST_PIECES = 4096;

/** Do the same pieces have places in both? */
export const isSameShape = (a: SwizzledTile, b: SwizzledTile): boolean =>
  (['rows', 'columns', 'elementBytes', 'padBytes'] as const).every(name => a[name] === b[name]);

function isMoving({ tile, piece, arranged, from }: ChunkTileRecords, { playhead }: PictureView): boolean {
  if (!from || playhead >= 1 || arranged !== 'memory' || !isSameShape(from, tile)) return false;
  const [there, here] = [from, tile].map(each => piecesIn({ tile: each, piece }));
  return there.bytes === here.bytes && here.placeOf.length <= MOST_PIECES;
}

/** Starts fast and arrives slowly. */
const eased = (share: number): number => 1 - (1 - share) ** 3;

/** Each piece in its colour, with its number, on the straight way from where it lay. */
function drawMoving(pen: ChunkTilePen): void {
  const { scene, frame, theme, records, view } = pen;
  const { playhead } = view;
  const before = piecesIn({ tile: records.from!, piece: records.piece }).placeOf;
  const share = eased(playhead);
  frame.pieces.placeOf.forEach((place, piece) => {
    if (place < 0 || before[piece] < 0) return;
    const [start, end] = [before[piece], place].map(at => boxOfCell(frame, cellOf(frame, at)));
    const between = (a: number, b: number): number => a + (b - a) * share;
    const box = { ...end, x: between(start.x, end.x), y: between(start.y, end.y) };
    scene.rect(box, theme.banks[bankColour(frame, records, piece)]);
    if (isNumbered(frame)) drawNumber(pen, box, numberOf(frame, records, piece));
  });
}

// Pieces of a tile that the other source puts elsewhere, or that it found with other contents.

const kept = new WeakMap<OtherPlaces, Map<unknown, readonly number[]>>();

export const differingPieces = (frame: ChunkTileFrame, records: ChunkTileRecords): readonly number[] =>
  records.copied ? alteredPieces(frame, records) : movedPieces(frame, records);

/** A chunk is flagged as a whole, in its first piece, once it has arrived. */
const alteredPieces = (frame: ChunkTileFrame, records: ChunkTileRecords): number[] =>
  Array.from(records.copied?.other?.holds.keys() ?? [], chunk => (chunk * CHUNK_BYTES) / frame.pieces.bytes).filter(
    piece => hasArrived(frame, records, piece),
  );

/** Kept by source and pieces: a picture asks again with every move of the pointer. */
function movedPieces(frame: ChunkTileFrame, { tile, other }: ChunkTileRecords): readonly number[] {
  if (!other) return [];
  const known = kept.get(other) ?? new Map<unknown, readonly number[]>();
  kept.set(other, known);
  const pieces = known.get(frame.pieces) ?? differing(frame, tile, other);
  known.set(frame.pieces, pieces);
  return pieces;
}

const differing = (frame: ChunkTileFrame, tile: ChunkTileRecords['tile'], other: OtherPlaces): number[] =>
  Array.from(frame.pieces.placeOf.keys()).filter(piece => {
    const [linear, placed] = addressesOf(tile, frame, piece);
    const said = other.place(linear);
    return said !== null && said !== placed;
  });

/** Smaller cells have no room for a flag; the caption counts them. */
const FLAGGED_PX = 5;

function drawDifferences(pen: ChunkTilePen): void {
  const { frame, records } = pen;
  if (Math.min(frame.pitchX, frame.pitchY) < FLAGGED_PX) return;
  for (const piece of differingPieces(frame, records)) {
    const cell = cellOfPiece(frame, records, piece);
    if (cell !== null) cornerFlag(pen, boxOfCell(frame, cell));
  }
}

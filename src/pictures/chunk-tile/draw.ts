/** A tile's bytes, elements or chunks in the colours of their columns or banks, those of the access outlined. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import { drawColumnNumbers, drawRowNumbers } from '../scene/axis.ts';
import { outlinePath } from '../scene/outline.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import type { ChunkTileRecords } from '../swizzle/records.ts';
import { isPinned, type PictureView } from '../view.ts';
import { bankColour, chunkTileGrid, touchedPieces } from './cells.ts';
import { drawCopied, drawNewest } from './copied.ts';
import { drawDifferences } from './differences.ts';
import {
  boxOfCell,
  type ChunkTilePen,
  cellOf,
  cellOfPiece,
  chunkTileFrame,
  outlineIn,
  pieceOfElement,
} from './frame.ts';
import { drawMoving, isMoving } from './motion.ts';
import { drawNumbers } from './numbers.ts';

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

/** Padding is hatched; bytes that a pattern took nobody's place in are dotted. Runs of a row are one mark. */
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

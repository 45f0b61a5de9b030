/** Tile grid: the logical rows and columns of a tile, each element in the colour of the bank that holds its first word. */

import { WORD_BYTES } from '../../base/hardware.ts';
import { type Cell, storedColumn, type TileLayout } from '../../model/layout/tile-layout.ts';
import { bankOf } from '../address-text.ts';
import type { Request, TileGridRecords } from '../records.ts';
import { cornerFlag, predictedOutline } from '../requests/difference-marks.ts';
import { laneDifferences } from '../requests/lane-differences.ts';
import { type RequestCell, requestCells, requestPads } from '../requests/request-cells.ts';
import { cellFill, type TileCells, tileCells, tilePalette } from '../requests/tile-cells.ts';
import { drawGridAxes, drawGuides } from '../scene/axis.ts';
import {
  cellBox,
  cellUnder,
  frameSize,
  type GridFrame,
  gridFrame,
  outlinePlace,
  placedGrid,
  visibleColumns,
  visibleRows,
} from '../scene/grid-frame.ts';
import { outlinePath } from '../scene/outline.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { degreeChip } from '../theme.ts';
import { isPinned, type PictureView } from '../view.ts';
import type { TileGridPen } from './pen.ts';
import { drawServed, isPlayed, numbersSay, queueByLane } from './served.ts';

export type TileTarget =
  | { readonly kind: 'cell'; readonly cell: Cell }
  | { readonly kind: 'pad'; readonly row: number; readonly column: number };

export const tileGridFrame = ({ layout }: TileGridRecords, view: PictureView): GridFrame =>
  gridFrame(layout.columns, layout.pitchElements - layout.columns, layout.rows, view);

/** What lies under a point: a cell, padding, or null. */
export function tileGridHit(records: TileGridRecords, view: PictureView, x: number, y: number): TileTarget | null {
  const under = cellUnder(tileGridFrame(records, view), x, y);
  if (under === null) return null;
  return under.column < records.layout.columns ? { kind: 'cell', cell: under } : { kind: 'pad', ...under };
}

/** `over`: draws what lies over the cells and below the axes. */
export function tileGridScene(records: TileGridRecords, view: PictureView, over?: (pen: TileGridPen) => void): Scene {
  const frame = tileGridFrame(records, view);
  const columns = visibleColumns(frame);
  const rows = visibleRows(frame);
  const cells = tileCells(records, view.theme, { columns, rows, block: frame.block });
  const pen: TileGridPen = { ...picturePen(records, frame, view), cells };
  const { scene } = pen;
  scene.layer(frame.plot).grid(placedGrid(frame, cells.grid));
  drawPadding(pen);
  drawServed(pen);
  drawGuides(pen);
  // Outlines may run a few pixels over the plot's edge, so only a zoomed picture is cut off there.
  scene.layer(view.zoom.k === 1 ? null : frame.plot);
  drawRequest(pen);
  drawDifferences(pen);
  drawHighlight(pen);
  scene.layer(frame.plot);
  drawLabels(pen);
  over?.(pen);
  scene.layer();
  drawGridAxes(pen);
  const size = frameSize(frame, view);
  return scene.finish(size.width, size.height);
}

function drawPadding({ scene, frame, theme }: TileGridPen): void {
  const period = frame.pitch < 8 ? 3 : 4;
  if (frame.padColumns === 0) return;
  if (frame.gap === 0) {
    const { x, y, width } = cellBox(frame, 0, frame.columns);
    const box = { x, y, width: width * frame.padColumns, height: frame.rows * frame.pitch };
    scene.hatch(box, theme.page, theme.ink3, period);
    return;
  }
  const rows = visibleRows(frame);
  for (let row = rows.first; row < rows.first + rows.count; row++)
    for (let pad = 0; pad < frame.padColumns; pad++)
      scene.hatch(cellBox(frame, row, frame.columns + pad), theme.page, theme.ink3, period);
}

function drawRequest({ scene, frame, theme, cells: { requested, pads } }: TileGridPen): void {
  const d = outlinePath(pads.length === 0 ? requested : [...requested, ...pads], outlinePlace(frame, 1));
  if (d !== '') scene.path(d, { stroke: theme.accent.ink, width: 2, halo: theme.page, haloWidth: 4.4 });
}

function drawHighlight(pen: TileGridPen): void {
  const { frame, records, view, cells } = pen;
  const { selection, highlight } = view;
  const fillOf = (cell: Cell): string => fillOfCell(records, view, cells, cell);
  const isInside = (cell: Cell | null): cell is Cell =>
    cell !== null && cell.row < frame.rows && cell.column < frame.columns;
  if (isInside(selection)) pinnedRing(pen, cellBox(frame, selection.row, selection.column), fillOf(selection));
  if (highlight === null || isPinned(highlight, selection)) return;
  const { cell, bank } = highlight;
  if (isInside(cell)) {
    const address = addressOf(records.layout, cell.row, cell.column);
    const lane = cells.laneByCell[cell.row * frame.columns + cell.column];
    const tag = { bank: bankOf(address), address, lane };
    hoverRing(pen, cellBox(frame, cell.row, cell.column), fillOf(cell), tag);
  } else if (cell === null && bank !== null) drawBank(pen, records.layout, bank);
}

function fillOfCell({ layout, colourBy }: TileGridRecords, view: PictureView, cells: TileCells, cell: Cell): string {
  const lane = cells.laneByCell[cell.row * layout.columns + cell.column];
  return tilePalette(view.theme)[cellFill(colourBy, addressOf(layout, cell.row, cell.column), lane)];
}

/** Above this many cells an outline would be a haze of lines. */
const OUTLINED_CELLS = 4096;

function drawBank({ scene, frame, theme }: TileGridPen, layout: TileLayout, bank: number): void {
  if (frame.rows * frame.columns > OUTLINED_CELLS) return;
  const words = Math.max(1, layout.elementBytes / WORD_BYTES);
  const cells: Cell[] = [];
  for (let row = 0; row < frame.rows; row++)
    for (let column = 0; column < frame.columns; column++) {
      const first = bankOf(addressOf(layout, row, column));
      if (bank >= first && bank < first + words) cells.push({ row, column });
    }
  const d = outlinePath(cells, outlinePlace(frame, 0));
  if (d !== '') scene.path(d, { stroke: theme.ink, width: 1.5, halo: theme.page, haloWidth: 3 });
}

// Numbers in the cells of a tile grid that are large enough.

/** First byte of a cell, without the bounds check of the model: geometry never leaves the tile. */
export const addressOf = (layout: TileLayout, row: number, column: number): number =>
  layout.baseBytes + (row * layout.pitchElements + storedColumn(layout, row, column)) * layout.elementBytes;

const NUMBER_PX = 20;
const TWO_LINES_PX = 34;
const HIT_NUMBER_PX = 14;

/** Whether at least the cells that lanes want carry a number. */
export const hasNumbers = (frame: GridFrame, view: PictureView): boolean =>
  frame.pitch * view.enlargedBy >= HIT_NUMBER_PX;

function drawLabels(pen: TileGridPen): void {
  const { frame, cells, view } = pen;
  // Numbers of wavefronts and of banks side by side would be taken for one another.
  if (!hasNumbers(frame, view) || numbersSay(pen) === 'wavefront') return;
  const queues = queueByLane(pen);
  const columns = visibleColumns(frame);
  const rows = visibleRows(frame);
  for (let row = rows.first; row < rows.first + rows.count; row++)
    for (let column = columns.first; column < columns.first + columns.count; column++) {
      const lane = cells.laneByCell[row * frame.columns + column];
      if (lane >= 0 && isPlayed(pen)) continue;
      if (lane >= 0 || frame.pitch >= NUMBER_PX) drawLabel(pen, { row, column, lane, ways: queues.get(lane) ?? 1 });
    }
}

function drawLabel(
  { scene, frame, theme, records: { layout, colourBy } }: TileGridPen,
  { row, column, lane, ways }: Cell & { readonly lane: number; readonly ways: number },
): void {
  const address = addressOf(layout, row, column);
  const box = cellBox(frame, row, column);
  const x = box.x + box.width / 2;
  const middle = box.y + box.height / 2;
  const onFill = ways > 1 ? degreeChip(theme, ways).text : theme.label;
  const ink = colourBy === 'bank' || colourBy === 'chunk' ? onFill : theme.ink;
  const texts = {
    bank: `${bankOf(address)}`,
    chunk: `${bankOf(address) >> 2}`,
    offset: `${(address - layout.baseBytes) / layout.elementBytes}`,
    lane: lane < 0 ? '' : `${lane}`,
  };
  const twoLines = frame.pitch >= TWO_LINES_PX;
  const size = twoLines ? 12 : frame.pitch >= NUMBER_PX ? 11 : Math.min(10, 0.6 * frame.pitch);
  scene.text(x, middle + (twoLines ? -1 : size * 0.36), texts[colourBy], ink, { size, anchor: 'middle' });
  if (!twoLines) return;
  const second = lane >= 0 && colourBy !== 'lane' ? `lane ${lane}` : `${row},${column}`;
  scene.text(x, middle + 12, second, ink, { size: 10, anchor: 'middle' });
}

// Marks differences on the tile grid: predicted cells with a dashed outline, emulated cells with a flag.

/** Cells of fewer pixels hold no flag that could be told from its neighbour's. */
const FLAGGED_PX = 5;

/** Draws the predicted cells of the lanes that differ as one dashed path, and a flag on each emulated cell. */
function drawDifferences(pen: TileGridPen): void {
  const { scene, frame, theme } = pen;
  const { layout, request, predicted } = pen.records;
  const differing = new Set(laneDifferences(request, predicted).map(({ lane }) => lane));
  if (differing.size === 0) return;
  const placesOf = (of: Request | null): RequestCell[] =>
    of === null
      ? []
      : [...requestCells(layout, of.access), ...requestPads(layout, of.access)].filter(c => differing.has(c.lane));
  const d = outlinePath(placesOf(predicted ?? null), outlinePlace(frame, 0));
  if (d !== '') scene.path(d, predictedOutline(theme, false));
  if (frame.pitch < FLAGGED_PX) return;
  for (const { row, column } of placesOf(request)) cornerFlag(pen, cellBox(frame, row, column));
}

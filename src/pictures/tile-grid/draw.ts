/** Tile grid: the logical rows and columns of a tile, each element in the colour of the bank that holds its first word. */
import { WORD_BYTES } from '../../base/hardware.ts';
import type { Cell, TileLayout } from '../../model/layout/tile-layout.ts';
import { bankOf } from '../address-text.ts';
import type { TileGridRecords } from '../records.ts';
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
import { isPinned, type PictureView } from '../view.ts';
import { drawDifferences } from './differences.ts';
import { addressOf, drawLabels, type TileGridPen } from './labels.ts';

export type TileTarget =
  | { readonly kind: 'cell'; readonly cell: Cell }
  | { readonly kind: 'pad'; readonly row: number; readonly column: number };

export const tileGridFrame = ({ layout }: TileGridRecords, view: PictureView): GridFrame =>
  gridFrame(layout.columns, layout.pitchElements - layout.columns, layout.rows, view);

/** What lies under a point: a cell, padding, or nothing of the tile. */
export function tileGridHit(records: TileGridRecords, view: PictureView, x: number, y: number): TileTarget | null {
  const under = cellUnder(tileGridFrame(records, view), x, y);
  if (under === null) return null;
  return under.column < records.layout.columns ? { kind: 'cell', cell: under } : { kind: 'pad', ...under };
}

export function tileGridScene(records: TileGridRecords, view: PictureView): Scene {
  const frame = tileGridFrame(records, view);
  const columns = visibleColumns(frame);
  const rows = visibleRows(frame);
  const cells = tileCells(records, view.theme, { columns, rows, block: frame.block });
  const pen: TileGridPen = { ...picturePen(records, frame, view), cells };
  const { scene } = pen;
  scene.layer(frame.plot).grid(placedGrid(frame, cells.grid));
  drawPadding(pen);
  drawGuides(pen);
  // Outlines may run a few pixels over the plot's edge, so only a zoomed picture is cut off there.
  scene.layer(view.zoom.k === 1 ? null : frame.plot);
  drawRequest(pen);
  drawDifferences(pen);
  drawHighlight(pen);
  scene.layer(frame.plot);
  drawLabels(pen);
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

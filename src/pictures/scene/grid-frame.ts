/** Frame of a grid of cells: cell size from the available space, zoom, the window of visible cells, and the axes. */
import { BANKS } from '../../base/hardware.ts';
import type { Box, PictureView } from '../view.ts';
import type { CellPlacement } from './outline.ts';
import type { CellGrid, PlacedGrid } from './scene.ts';

type Scaled = Pick<PictureView, 'textScale'>;

/** Room for row numbers on the left; on the right for the pad label, or for the line addresses of a bank map. */
export const leftPx = ({ textScale }: Scaled): number => 24 * textScale;
/** Of a tile that stands alone, the cells are so large that their labels keep within their columns. */
const rightPx = ({ textScale, standsAlone }: PictureView): number => (standsAlone ? 2 : 20) * textScale;
const addressesPx = ({ textScale }: Scaled): number => 50 * textScale;
const topPx = ({ textScale }: Scaled): number => 16 * textScale;
const BOTTOM_PX = 4;

export interface GridFrame {
  /** Area in which cells are visible; zoomed cells are cut off at its edge. */
  readonly plot: Box;
  /** Corner of cell (0, 0), outside the plot when zoomed. */
  readonly x: number;
  readonly y: number;
  /** Unzoomed pitch. */
  readonly cell: number;
  readonly pitch: number;
  readonly gap: number;
  /** Cells per drawn block and side; 1 where cells are drawn one by one. */
  readonly block: number;
  /** Data columns, padding columns after them, rows. */
  readonly columns: number;
  readonly padColumns: number;
  readonly rows: number;
}

/** Whole pixels where gaps are drawn, halves where guides are, free below. */
const snapDown = (cell: number): number => (cell >= 6 ? Math.floor(cell) : cell >= 2 ? Math.floor(cell * 2) / 2 : cell);

/** Narrower columns are too narrow for what stands in them. */
const LEAST_ALIGNED_PX = 8;

/** Width of one of the 32 columns of a picture by banks: as wide as the word in the tile above it, so that they align. */
export function bankPitch(view: PictureView): number {
  const fit = snapDown((view.width - leftPx(view) - addressesPx(view)) / BANKS);
  const { tileAbove } = view;
  if (tileAbove === null || tileAbove.columns < BANKS * tileAbove.cellsPerWord) return fit;
  const { columns, rows, cellsPerWord, maxHeight } = tileAbove;
  const word = cellsPerWord * fitCell(columns, rows, { ...view, tileAbove: null, scale: tileAbove, maxHeight });
  return word < LEAST_ALIGNED_PX ? fit : Math.min(fit, word);
}

function fitCell(columns: number, rows: number, view: PictureView): number {
  const { columns: wide = columns, rows: high = rows, cellsPerWord = 1 } = view.scale ?? {};
  const room = (view.width - leftPx(view) - rightPx(view)) / Math.max(columns, wide);
  const fit = snapDown(Math.min(room, view.maxHeight / Math.max(rows, high)));
  // A tile of whole lines stands on the same columns as the bank map below it.
  const isLines = Math.max(columns, wide) >= BANKS * cellsPerWord && !view.standsAlone;
  const cell = isLines ? Math.min(fit, bankPitch({ ...view, tileAbove: null }) / cellsPerWord) : fit;
  return Math.min(view.cellPx.max, Math.max(view.cellPx.min, cell));
}

export function gridFrame(columns: number, padColumns: number, rows: number, view: PictureView): GridFrame {
  const cell = fitCell(columns + padColumns, rows, view);
  const { k, x, y } = view.zoom;
  const pitch = cell * k;
  return {
    plot: { x: leftPx(view), y: topPx(view), width: (columns + padColumns) * cell, height: rows * cell },
    x: leftPx(view) * k + x,
    y: topPx(view) * k + y,
    cell,
    pitch,
    gap: pitch >= 6 ? 1 : 0,
    block: pitch >= 2 ? 1 : Math.ceil(2 / pitch),
    columns,
    padColumns,
    rows,
  };
}

export const frameSize = (
  frame: GridFrame,
  view: PictureView,
): { readonly width: number; readonly height: number } => ({
  width: Math.max(view.width, frame.plot.x + frame.plot.width),
  height: frame.plot.y + frame.plot.height + BOTTOM_PX,
});

/** First cell and number of cells in sight along one axis, in whole blocks from cell 0 on. */
export interface CellExtent {
  readonly first: number;
  readonly count: number;
}

function extent(from: number, size: number, origin: number, frame: GridFrame, cells: number): CellExtent {
  const b = frame.block;
  const low = Math.max(0, Math.floor((from - origin) / frame.pitch / b) * b);
  const high = Math.min(cells, Math.ceil((from + size - origin) / frame.pitch / b) * b);
  return { first: low, count: Math.max(0, high - low) };
}

export const visibleColumns = (frame: GridFrame): CellExtent =>
  extent(frame.plot.x, frame.plot.width, frame.x, frame, frame.columns);
export const visibleRows = (frame: GridFrame): CellExtent =>
  extent(frame.plot.y, frame.plot.height, frame.y, frame, frame.rows);

/** The cells in sight, at their place. */
export const placedGrid = (frame: GridFrame, grid: CellGrid): PlacedGrid => ({
  grid,
  x: frame.x + visibleColumns(frame).first * frame.pitch,
  y: frame.y + visibleRows(frame).first * frame.pitch,
  pitchX: frame.pitch * frame.block,
  pitchY: frame.pitch * frame.block,
  gapX: frame.gap,
  gapY: frame.gap,
});

/** The drawn box of a cell, its gap left out. */
export const cellBox = (frame: GridFrame, row: number, column: number): Box => ({
  x: frame.x + column * frame.pitch,
  y: frame.y + row * frame.pitch,
  width: frame.pitch - frame.gap,
  height: frame.pitch - frame.gap,
});

/** Place of an outline around cells, in whole pitches: gaps belong to both neighbours. */
export const outlinePlace = (frame: GridFrame, outset: number): CellPlacement => ({
  x: frame.x - frame.gap / 2,
  y: frame.y - frame.gap / 2,
  pitchX: frame.pitch,
  pitchY: frame.pitch,
  outset,
});

/** Cell under a point, padding columns included; null outside the plot. A gap belongs to the cell before it. */
export function cellUnder(frame: GridFrame, px: number, py: number): { row: number; column: number } | null {
  const { plot } = frame;
  if (px < plot.x || py < plot.y || px >= plot.x + plot.width || py >= plot.y + plot.height) return null;
  // Zoomed edges carry rounding errors: a point of the plot belongs to the nearest cell, whatever they say.
  const at = (offset: number, count: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor(offset / frame.pitch)));
  return { row: at(py - frame.y, frame.rows), column: at(px - frame.x, frame.columns + frame.padColumns) };
}

/** Cells never grow beyond this when zooming. */
const GREATEST_CELL_PX = 56;

export const zoomLimits = (frame: GridFrame): { readonly plot: Box; readonly greatest: number } => ({
  plot: frame.plot,
  greatest: Math.max(1, GREATEST_CELL_PX / frame.cell),
});

/** Colours of a tile's cells: the part of the tile grid that is large, so it is made once and kept while nothing changes. */
import { BANKS, LINE_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { storedColumn, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { ColourBy, Request, TileGridRecords } from '../records.ts';
import type { CellExtent } from '../scene/grid-frame.ts';
import type { CellGrid } from '../scene/scene.ts';
import type { Theme } from '../theme.ts';
import { laneByCell, type RequestCell, requestCells, requestPads } from './request-cells.ts';

export interface CellWindow {
  readonly columns: CellExtent;
  readonly rows: CellExtent;
  /** Cells per drawn block and side. */
  readonly block: number;
}

export interface TileCells {
  readonly grid: CellGrid;
  readonly requested: readonly RequestCell[];
  /** Touched padding. */
  readonly pads: readonly RequestCell[];
  /** -1 = not part of the request. */
  readonly laneByCell: Int8Array;
}

/** Palette: 32 banks, then these. */
const IDLE = BANKS;
const ALTERNATE = BANKS + 1;
const CHOSEN = BANKS + 2;

export const tilePalette = (theme: Theme): string[] => [
  ...theme.banks,
  theme.cellIdle,
  theme.cellAlt,
  theme.accent.soft,
];

/** Palette index of one cell. `lane` is -1 outside the request. */
export function cellFill(colourBy: ColourBy, byteAddress: number, lane: number): number {
  const bank = Math.floor(byteAddress / WORD_BYTES) % BANKS;
  if (colourBy === 'bank') return bank;
  // The second shade stands for its chunk: the four differ in lightness only.
  if (colourBy === 'chunk') return (bank & ~3) + 1;
  if (colourBy === 'lane') return lane < 0 ? IDLE : CHOSEN;
  return Math.floor(byteAddress / LINE_BYTES) % 2 === 0 ? IDLE : ALTERNATE;
}

interface Entry {
  readonly request: Request | null;
  readonly colourBy: ColourBy;
  readonly theme: Theme;
  readonly window: CellWindow;
  readonly cells: TileCells;
}
const newest = new WeakMap<TileLayout, Entry>();

const sameExtent = (a: CellExtent, b: CellExtent): boolean => a.first === b.first && a.count === b.count;
const sameWindow = (a: CellWindow, b: CellWindow): boolean =>
  a.block === b.block && sameExtent(a.columns, b.columns) && sameExtent(a.rows, b.rows);

/** The cells in sight. Asking again with the same arguments gives the same object. */
export function tileCells(records: TileGridRecords, theme: Theme, window: CellWindow): TileCells {
  const { layout, request, colourBy } = records;
  const known = newest.get(layout);
  const sameRequest = known !== undefined && known.request?.access === request?.access;
  if (sameRequest && known.colourBy === colourBy && known.theme === theme) {
    if (sameWindow(known.window, window)) return known.cells;
  }
  const places = sameRequest ? known.cells : placesOf(layout, request);
  const cells = { ...places, grid: gridOf(records, theme, window, places.laneByCell) };
  newest.set(layout, { request, colourBy, theme, window, cells });
  return cells;
}

function placesOf(layout: TileLayout, request: Request | null): Omit<TileCells, 'grid'> {
  const requested = request === null ? [] : requestCells(layout, request.access);
  const pads = request === null ? [] : requestPads(layout, request.access);
  return { requested, pads, laneByCell: laneByCell(layout, requested) };
}

function gridOf(records: TileGridRecords, theme: Theme, window: CellWindow, lanes: Int8Array): CellGrid {
  const { layout, colourBy, request } = records;
  const columns = Math.ceil(window.columns.count / window.block);
  const rows = Math.ceil(window.rows.count / window.block);
  const grid = emptyGrid(columns, rows, tilePalette(theme));
  const dimmed = request === null ? 100 : Math.round(theme.dimmed * 100);
  for (let i = 0; i < columns * rows; i++) {
    const firstRow = window.rows.first + Math.floor(i / columns) * window.block;
    const firstColumn = window.columns.first + (i % columns) * window.block;
    const at =
      window.block === 1
        ? firstRow * layout.columns + firstColumn
        : shownCell(layout, lanes, firstRow, firstColumn, window.block);
    const row = Math.floor(at / layout.columns);
    const stored = storedColumn(layout, row, at - row * layout.columns);
    const address = layout.baseBytes + (row * layout.pitchElements + stored) * layout.elementBytes;
    grid.fill[i] = cellFill(colourBy, address, lanes[at]);
    grid.opacity[i] = lanes[at] < 0 ? dimmed : 100;
    grid.lane[i] = lanes[at];
    grid.bank[i] = Math.floor(address / WORD_BYTES) % BANKS;
    grid.address[i] = address;
  }
  return grid;
}

const emptyGrid = (columns: number, rows: number, palette: readonly string[]) => ({
  columns,
  rows,
  palette,
  fill: new Uint8Array(columns * rows),
  opacity: new Uint8Array(columns * rows),
  lane: new Int8Array(columns * rows),
  bank: new Int8Array(columns * rows),
  address: new Float64Array(columns * rows),
});

/** The cell that stands for a block: a requested one where there is one, else the first. */
function shownCell(layout: TileLayout, lanes: Int8Array, firstRow: number, firstColumn: number, block: number): number {
  const lastRow = Math.min(layout.rows, firstRow + block);
  const lastColumn = Math.min(layout.columns, firstColumn + block);
  for (let row = firstRow; row < lastRow; row++)
    for (let column = firstColumn; column < lastColumn; column++)
      if (lanes[row * layout.columns + column] >= 0) return row * layout.columns + column;
  return firstRow * layout.columns + firstColumn;
}

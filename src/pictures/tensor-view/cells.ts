/** Colours of a tensor view's cells: the part that is large, so it is made once and kept while nothing changes. */
import type { Axes } from '../../model/permute/axis-language.ts';
import type { BlockMove } from '../../model/permute/block.ts';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import { bankOf } from '../address-text.ts';
import { runLength } from '../nested-track.ts';
import { elementAddress } from '../permute/block-element-text.ts';
import { touchedElements } from '../permute/block-request.ts';
import type { TensorViewRecords } from '../permute/records.ts';
import type { ColourBy, Request } from '../records.ts';
import { cellFill, tilePalette } from '../requests/tile-cells.ts';
import { type CellGrid, UNTAGGED } from '../scene/scene.ts';
import type { Theme } from '../theme.ts';
import type { Level, TensorFrame } from './frame.ts';

export interface TensorCells {
  /** Grids by run of rows, then run of columns: the cells between two gaps. */
  readonly grids: readonly CellGrid[];
  /** Lane of each element; -1 = not part of the request. */
  readonly laneOf: Int8Array;
  /** The element in a cell is the sum of what its row and its column contribute. */
  readonly byRow: Int32Array;
  readonly byColumn: Int32Array;
}

interface Entry {
  readonly axes: Axes;
  readonly request: Request | null;
  readonly colourBy: ColourBy;
  readonly theme: Theme;
  readonly baseBytes: number;
  /** Runs depend on the cell size. */
  readonly runs: string;
  readonly cells: TensorCells;
}
const newest = new WeakMap<BlockLayout, Partial<Record<TensorViewRecords['shown'], Entry>>>();

/** Asking again with the same arguments gives the same object. */
export function tensorCells(records: TensorViewRecords, frame: TensorFrame, theme: Theme): TensorCells {
  const { axes, request, colourBy, shown, block } = records;
  const runs = [runLength(frame.rows), runLength(frame.columns), frame.block].join();
  const known = newest.get(block.layout) ?? {};
  const entry = known[shown];
  const isSame =
    entry?.axes === axes &&
    entry.request === request &&
    entry.colourBy === colourBy &&
    entry.theme === theme &&
    entry.baseBytes === block.baseBytes &&
    entry.runs === runs;
  if (isSame) return entry.cells;
  const cells = makeCells(records, frame, theme);
  newest.set(block.layout, {
    ...known,
    [shown]: { axes, request, colourBy, theme, baseBytes: block.baseBytes, runs, cells },
  });
  return cells;
}

function makeCells(records: TensorViewRecords, frame: TensorFrame, theme: Theme): TensorCells {
  const { block, request } = records;
  const byRow = contributions(frame.rowLevels, block.move);
  const byColumn = contributions(frame.columnLevels, block.move);
  const laneOf = new Int8Array(byRow.length * byColumn.length).fill(UNTAGGED);
  for (const [lane, element] of touchedElements(block, request).entries()) if (element >= 0) laneOf[element] = lane;
  const parts = { laneOf, byRow, byColumn };
  const palette = tilePalette(theme);
  const grids: CellGrid[] = [];
  const [rowRun, columnRun] = [runLength(frame.rows), runLength(frame.columns)];
  for (let row = 0; row < byRow.length; row += rowRun)
    for (let column = 0; column < byColumn.length; column += columnRun) {
      const run = { row, column, rows: rowRun, columns: columnRun, mark: frame.block };
      grids.push(runGrid(records, parts, run, palette, theme.dimmed));
    }
  return { ...parts, grids };
}

/** For each row or column: its summand in the element's number, in the order of the input. */
function contributions(levels: readonly Level[], { modes, storeOrder }: BlockMove): Int32Array {
  const weights = modes.map(() => 0);
  let faster = 1;
  for (const mode of storeOrder) {
    weights[mode] = faster;
    faster *= modes[mode].extent;
  }
  const count = levels.reduce((n, { extent }) => n * extent, 1);
  return Int32Array.from({ length: count }, (_, cell) =>
    levels.reduce((sum, { mode, inner, extent }) => sum + (Math.floor(cell / inner) % extent) * weights[mode], 0),
  );
}

interface Run {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  /** Cells per mark and side. */
  readonly mark: number;
}

type Parts = Omit<TensorCells, 'grids'>;

function runGrid(
  { block, colourBy, request }: TensorViewRecords,
  parts: Parts,
  run: Run,
  palette: readonly string[],
  dimmed: number,
): CellGrid {
  const columns = Math.ceil(run.columns / run.mark);
  const count = columns * Math.ceil(run.rows / run.mark);
  const grid = emptyCells(count);
  for (let i = 0; i < count; i++) {
    const element = shownElement(parts, run, Math.floor(i / columns) * run.mark, (i % columns) * run.mark);
    const address = elementAddress(block, element);
    const lane = parts.laneOf[element];
    grid.fill[i] = address === null ? cellFill('lane', 0, lane) : cellFill(colourBy, address, lane);
    grid.opacity[i] = request === null || lane >= 0 ? 100 : Math.round(dimmed * 100);
    grid.lane[i] = lane;
    grid.bank[i] = address === null ? UNTAGGED : bankOf(address);
    grid.address[i] = address ?? UNTAGGED;
  }
  return { columns, rows: count / columns, palette, ...grid };
}

const emptyCells = (count: number) => ({
  fill: new Uint8Array(count),
  opacity: new Uint8Array(count),
  lane: new Int8Array(count),
  bank: new Int8Array(count),
  address: new Float64Array(count),
});

/** The element that stands for a mark of several cells: a requested one where there is one, else the first. */
function shownElement({ laneOf, byRow, byColumn }: Parts, run: Run, firstRow: number, firstColumn: number): number {
  const first = byRow[run.row + firstRow] + byColumn[run.column + firstColumn];
  if (run.mark === 1) return first;
  for (let row = firstRow; row < Math.min(run.rows, firstRow + run.mark); row++)
    for (let column = firstColumn; column < Math.min(run.columns, firstColumn + run.mark); column++) {
      const element = byRow[run.row + row] + byColumn[run.column + column];
      if (laneOf[element] >= 0) return element;
    }
  return first;
}

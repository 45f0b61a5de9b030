/** What the figures of grids share: how a cell is found, marked and stepped to. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { Figure } from '../figure.ts';
import type { Highlight, Lens, Mark } from '../view.ts';
import { cellBox, cellUnder, type GridFrame, zoomLimits } from './grid-frame.ts';

interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

const clamp = (v: number, high: number): number => Math.min(high, Math.max(0, v));

/** Moves on the logical grid and stops at its edges. */
export function stepCell({ rows, columns }: GridSize, highlight: Highlight, dx: number, dy: number): Highlight {
  const cell = highlight?.cell;
  if (!cell) return { cell: { row: 0, column: 0 }, bank: null };
  const row = clamp(cell.row + dy, rows - 1);
  return { cell: { row, column: clamp(cell.column + dx, columns - 1) }, bank: null };
}

/** @param lensOf null for a cell that holds nothing: it is neither marked nor stepped to. */
export function gridFigure(
  frame: GridFrame,
  size: GridSize,
  lensOf: (cell: Cell) => Lens | null,
): Pick<Figure, 'zoomable' | 'handles' | 'hit' | 'markOf' | 'step'> {
  const markAt = (cell: Cell | null | undefined): Mark | null => {
    const lens = cell ? lensOf(cell) : null;
    if (!cell || lens === null) return null;
    return { highlight: { cell, bank: null }, box: cellBox(frame, cell.row, cell.column), lens, pickable: true };
  };
  return {
    zoomable: zoomLimits(frame),
    handles: [],
    hit: (x, y) => markAt(cellUnder(frame, x, y)),
    markOf: highlight => markAt(highlight?.cell),
    step(highlight, dx, dy) {
      const next = stepCell(size, highlight, dx, dy);
      return markAt(next?.cell) === null ? highlight : next;
    },
  };
}

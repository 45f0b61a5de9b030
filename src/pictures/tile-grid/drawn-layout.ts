/** A tile of few long rows would be a strip of cells too small to see: it is drawn as the lines of memory that it fills. */
import { LINE_BYTES } from '../../base/hardware.ts';
import type { TileLayout } from '../../model/layout/tile-layout.ts';

/** Room that a tile usually has [px], and the least cell that is told from its neighbours. */
const USUAL_PX = { width: 340, height: 300 };
const LEAST_CELL_PX = 2;

const cellPx = (columns: number, rows: number): number => Math.min(USUAL_PX.width / columns, USUAL_PX.height / rows);

/**
 * The tile itself; or, where its cells would be too small and those of lines larger, its memory in whole lines of 128 bytes
 * side by side, padding and all: element i of memory stands in row floor(i / columns). The last line may reach beyond the tile.
 */
export function drawnLayout(layout: TileLayout): TileLayout {
  const { rows, pitchElements, elementBytes } = layout;
  let best = { columns: pitchElements, rows, cell: cellPx(pitchElements, rows) };
  if (best.cell >= LEAST_CELL_PX) return layout;
  for (let columns = LINE_BYTES / elementBytes; columns < pitchElements; columns *= 2) {
    const lines = Math.ceil((rows * pitchElements) / columns);
    const cell = cellPx(columns, lines);
    if (cell > best.cell) best = { columns, rows: lines, cell };
  }
  const { columns } = best;
  if (columns === pitchElements) return layout;
  return { ...layout, rows: best.rows, columns, pitchElements: columns, swizzle: { kind: 'none' } };
}

/** Turns elements of a block into places in a tensor view. */
import { elementsOf } from '../../model/permute/block.ts';
import { cellStart, runLength } from '../nested-track.ts';
import { coordinatesOf } from '../permute/block-elements.ts';
import type { PermutedBlock } from '../permute/records.ts';
import { outlinePath } from '../scene/outline.ts';
import type { Box, Highlight } from '../view.ts';
import { cellOfIndex, type TensorFrame, tensorCellBox } from './frame.ts';

/** The element that a highlight names; null where it names none of this block. */
export function elementIn({ move }: PermutedBlock, highlight: Highlight): number | null {
  const cell = highlight?.cell;
  return cell && cell.row === 0 && cell.column < elementsOf(move.modes) ? cell.column : null;
}

export function elementBox(frame: TensorFrame, { move }: PermutedBlock, element: number): Box {
  const { row, column } = cellOfIndex(frame, coordinatesOf(move, element));
  return tensorCellBox(frame, row, column);
}

/** Round each group of neighbours between two gaps. */
export function elementsPath(
  frame: TensorFrame,
  block: PermutedBlock,
  elements: Iterable<number>,
  outset: number,
): string {
  const { rows, columns } = frame;
  const [rowRun, columnRun] = [runLength(rows), runLength(columns)];
  const byRun = new Map<string, { row: number; column: number }[]>();
  for (const element of elements) {
    const { row, column } = cellOfIndex(frame, coordinatesOf(block.move, element));
    const run = `${Math.floor(row / rowRun)} ${Math.floor(column / columnRun)}`;
    byRun.set(run, [...(byRun.get(run) ?? []), { row: row % rowRun, column: column % columnRun }]);
  }
  let d = '';
  for (const [run, cells] of byRun) {
    const [row, column] = run.split(' ').map(Number);
    const x = frame.x + cellStart(columns, column * columnRun) - columns.cellGap / 2;
    const y = frame.y + cellStart(rows, row * rowRun) - rows.cellGap / 2;
    d += outlinePath(cells, { x, y, pitchX: columns.pitch, pitchY: rows.pitch, outset });
  }
  return d;
}

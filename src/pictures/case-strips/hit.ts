/** Which dot lies under a point, and which is next to another. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { Highlight } from '../view.ts';
import type { CaseStripsFrame } from './frame.ts';
import type { CaseStripsRecords } from './records.ts';

/** Beyond a dot's edge, for the hand. */
const REACH_PX = 3;

/** The nearest within reach; null where there is none. */
export function dotAt({ dots, rowPx }: CaseStripsFrame, x: number, y: number): Cell | null {
  const row = Math.floor(y / rowPx);
  let nearest: { readonly column: number; readonly distance: number } | null = null;
  for (const [column, dot] of (dots[row] ?? []).entries()) {
    if (dot === null) continue;
    const distance = Math.hypot(dot.x - x, dot.y - y) - dot.radius;
    if (distance <= (nearest?.distance ?? REACH_PX)) nearest = { column, distance };
  }
  return nearest && { row, column: nearest.column };
}

/** Sideways to the next case of the strip by its number; up and down to the same case, or to the nearest number where there is none. */
export function stepOfDot({ rows }: CaseStripsRecords, highlight: Highlight, dx: number, dy: number): Highlight {
  const ranked = rows.map(({ dots }) =>
    [...dots.keys()].filter(at => dots[at] !== null).sort((a, b) => dots[a]!.percent - dots[b]!.percent || a - b),
  );
  const filled = [...rows.keys()].filter(row => ranked[row].length > 0);
  if (filled.length === 0) return highlight;
  const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at));
  const cell = highlight?.cell;
  const from = filled.indexOf(cell?.row ?? -1);
  const to = (row: number, column: number): Highlight => ({ cell: { row, column }, bank: null });
  if (cell == null || from < 0) return to(filled[0], ranked[filled[0]][0]);
  const row = filled[within(from + dy, filled.length)];
  const column = row === cell.row ? cell.column : matching(rows[row].dots, rows[cell.row].dots, cell.column);
  const rank = ranked[row].indexOf(column);
  return to(row, ranked[row][within(rank + dx, ranked[row].length)]);
}

type Dots = CaseStripsRecords['rows'][number]['dots'];

/** The same case, or the one whose number is nearest. */
function matching(dots: Dots, from: Dots, column: number): number {
  if (dots[column] !== null) return column;
  const percent = from[column]?.percent ?? 0;
  const away = (at: number): number => Math.abs((dots[at]?.percent ?? Number.POSITIVE_INFINITY) - percent);
  return [...dots.keys()].reduce((a, b) => (away(b) < away(a) ? b : a));
}

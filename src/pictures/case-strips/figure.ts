/** Case strips in words: caption, lens, keyboard, table. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import { count } from '../address-text.ts';
import type { Figure } from '../figure.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { caseStripsScene, statisticsOf } from './draw.ts';
import { ABSENT, type CaseStripsFrame, caseStripsFrame, dotBox } from './frame.ts';
import type { CaseStripsRecords } from './records.ts';

export function caseStripsFigure(records: CaseStripsRecords, view: PictureView): Figure {
  const frame = caseStripsFrame(records, view);
  return {
    title: records.title,
    text: records.text,
    detail: detailOf(records),
    differing: '',
    source: view.source,
    scene: caseStripsScene(records, view),
    zoomable: null,
    handles: [],
    hit(x, y) {
      const cell = dotAt(frame, x, y);
      return cell && markOf(frame, records, { cell, bank: null });
    },
    markOf: highlight => markOf(frame, records, highlight),
    step: (highlight, dx, dy) => stepOfDot(records, highlight, dx, dy),
    table: () => caseTable(records),
  };
}

function detailOf({ text, unit, each, full, cases }: CaseStripsRecords): string {
  const dots = `a dot is a ${unit} of ${count(cases.length, unit)}, larger and warmer the more wavefronts are predicted`;
  const limit = full === '' ? '' : `; ${full}`;
  return `${text}; a strip for each ${each}; ${dots}; box = quartiles, bar = median${limit}`;
}

function markOf(frame: CaseStripsFrame, { rows, cases }: CaseStripsRecords, highlight: Highlight): Mark | null {
  const cell = highlight?.cell;
  const box = cell ? dotBox(frame, cell) : null;
  if (!cell || box === null) return null;
  const { name, dots } = rows[cell.row];
  const lens = { title: `${cases[cell.column]} · ${name}`, lines: dots[cell.column]!.lines };
  return { highlight, box, lens, pickable: true };
}

/** Table of the cases; cases that were not measured are left out, and the last row has the medians. */
function caseTable({ unit, cases, rows }: CaseStripsRecords): Table {
  const percentText = (percent: number | undefined): string =>
    percent === undefined ? '—' : `${percent.toFixed(1)} %`;
  const measured = [...cases.keys()].filter(at => rows.some(({ dots }) => dots[at] !== null));
  const medians = rows.map(row => statisticsOf(row)?.median);
  return {
    columns: [unit, ...rows.map(({ name }) => name)],
    rows: [
      ...measured.map(at => [cases[at], ...rows.map(({ dots }) => percentText(dots[at]?.percent))]),
      ['median', ...medians.map(median => (median === undefined ? ABSENT : percentText(median)))],
    ],
  };
}

// Finds the dot under a point, and the dot next to another one.

/** Beyond a dot's edge, for the hand. */
const REACH_PX = 3;

/** The nearest within reach; null where there is none. */
function dotAt({ dots, rowPx }: CaseStripsFrame, x: number, y: number): Cell | null {
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
function stepOfDot({ rows }: CaseStripsRecords, highlight: Highlight, dx: number, dy: number): Highlight {
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

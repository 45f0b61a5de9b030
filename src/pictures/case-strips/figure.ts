/** Case strips in words: caption, lens, keyboard, table. */
import { count } from '../address-text.ts';
import type { Figure } from '../figure.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { caseStripsScene, statisticsOf } from './draw.ts';
import { ABSENT, type CaseStripsFrame, caseStripsFrame, dotBox } from './frame.ts';
import { dotAt, stepOfDot } from './hit.ts';
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

/** Cases that nobody measured are left out; the last row has the medians. */
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

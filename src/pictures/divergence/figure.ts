/** The divergence picture in words: caption, lens, keyboard, table. */
import { idleLanes, type LineCounts, meanLanes } from '../../model/profile/execution-lines.ts';
import { count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { DivergenceRecords } from '../records.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { barOf, CLASS_COLUMN, divergenceScene, LINE_COLUMN, meanText, percentText } from './draw.ts';
import { classBar, type DivergenceFrame, divergenceFrame, divergenceHit, lineBar } from './frame.ts';

export function divergenceFigure(records: DivergenceRecords, view: PictureView): Figure {
  const frame = divergenceFrame(records, view);
  return {
    ...captionOf(records),
    source: view.source,
    scene: divergenceScene(records, view),
    zoomable: null,
    handles: [],
    hit(_x, y) {
      const target = divergenceHit(frame, y);
      if (target === null) return null;
      return target.kind === 'line' ? rowMark(frame, records, target.at) : classMark(frame, records, target.at);
    },
    markOf: highlight => markOf(frame, records, highlight),
    step: (highlight, _dx, dy) => step(frame, records, highlight, dy),
    table: () => lineTable(records),
  };
}

const totalOf = ({ classes }: DivergenceRecords): LineCounts =>
  classes.reduce(
    (sum, entry) => ({
      issues: sum.issues + entry.issues,
      lanes: sum.lanes + entry.lanes,
      diverged: sum.diverged + entry.diverged,
      waits: sum.waits + entry.waits,
    }),
    { issues: 0, lanes: 0, diverged: 0, waits: 0 },
  );

function captionOf(records: DivergenceRecords): Caption {
  const total = totalOf(records);
  const mean = meanLanes(total);
  return {
    title: 'Divergence',
    text: mean === null ? 'nothing was executed' : `${mean.toFixed(1)} of 32 lanes active on average`,
    detail:
      `mean active lanes of a warp by ${records.by === 'ptx' ? 'PTX instruction' : 'source line'}; ` +
      `${count(total.issues, 'warp instruction')}, ${percentText(total.diverged, total.issues)} of them diverged ` +
      `(living lanes were elsewhere), ${count(total.waits, 'wait')} at barriers; PTX is counted, not machine code`,
    differing: '',
  };
}

const lineHighlight = (index: number): Highlight => ({ cell: { row: index, column: LINE_COLUMN }, bank: null });
const classHighlight = (at: number): Highlight => ({ cell: { row: at, column: CLASS_COLUMN }, bank: null });

const countLines = (counts: LineCounts): string[] =>
  counts.issues === 0
    ? ['never executed']
    : [
        `${count(counts.issues, 'execution')} by warps`,
        `${meanText(counts)} of 32 lanes active`,
        `${percentText(counts.diverged, counts.issues)} diverged`,
        ...(counts.waits > 0 ? [`${count(counts.waits, 'warp')} waited`] : []),
      ];

/** Characters of a line of source in the lens. */
const LENS_CHARS = 64;

function rowMark(frame: DivergenceFrame, { by }: DivergenceRecords, at: number): Mark | null {
  const row = frame.rows[at];
  if (row.kind === 'fold') return null;
  const title = `${by === 'ptx' ? 'PTX line' : 'line'} ${row.line.line}`;
  const lines = [row.line.text.trim().slice(0, LENS_CHARS), ...countLines(row.line)].filter(text => text !== '');
  return { highlight: lineHighlight(row.index), box: lineBar(frame, at), lens: { title, lines }, pickable: true };
}

function classMark(frame: DivergenceFrame, { classes }: DivergenceRecords, at: number): Mark | null {
  const entry = classes[at];
  if (entry === undefined) return null;
  const lens = { title: `${entry.class} instructions of PTX`, lines: countLines(entry) };
  return { highlight: classHighlight(at), box: classBar(frame, at), lens, pickable: false };
}

function markOf(frame: DivergenceFrame, records: DivergenceRecords, highlight: Highlight): Mark | null {
  const cell = highlight?.cell;
  if (!cell || barOf(frame, records.classes.length, highlight) === null) return null;
  if (cell.column === CLASS_COLUMN) return classMark(frame, records, cell.row);
  const at = frame.rows.findIndex(row => row.kind === 'line' && row.index === cell.row);
  return rowMark(frame, records, at);
}

/** Moves through the listed lines, then through the classes. */
function step(frame: DivergenceFrame, { classes }: DivergenceRecords, highlight: Highlight, dy: number): Highlight {
  const stops = [
    ...frame.rows.flatMap(row => (row.kind === 'line' ? [lineHighlight(row.index)] : [])),
    ...classes.map((_, at) => classHighlight(at)),
  ];
  if (stops.length === 0) return highlight;
  const at = stops.findIndex(
    stop => stop?.cell?.row === highlight?.cell?.row && stop?.cell?.column === highlight?.cell?.column,
  );
  return at < 0 ? stops[0] : stops[Math.min(stops.length - 1, Math.max(0, at + dy))];
}

const lineTable = ({ lines }: DivergenceRecords): Table => ({
  columns: ['line', 'text', 'executions', 'mean active lanes', 'idle lanes', 'diverged', 'waits'],
  rows: lines.map(line => [
    `${line.line}`,
    line.text.trim(),
    `${line.issues}`,
    meanText(line),
    `${idleLanes(line)}`,
    `${line.diverged}`,
    `${line.waits}`,
  ]),
});

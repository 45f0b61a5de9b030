/** The output grid in words: caption, lens, keyboard, table. */
import type { Cell } from '../model/layout/tile-layout.ts';
import { count } from './address-text.ts';
import type { Figure } from './figure.ts';
import { cellBox, zoomLimits } from './grid-frame.ts';
import { outputGridFrame, outputGridHit, outputGridScene } from './output-grid.geometry.ts';
import { ELEMENT_UNWRITTEN, ELEMENT_WRONG, type OutputGridRecords } from './records.ts';
import { stepCell } from './tile-grid.figure.ts';
import type { Mark, PictureView, Table } from './view.ts';

export function outputGridFigure(records: OutputGridRecords, view: PictureView): Figure {
  const frame = outputGridFrame(records, view);
  const markOf = (cell: Cell): Mark => ({
    highlight: { cell, bank: null },
    box: cellBox(frame, cell.row, cell.column),
    lens: { title: `row ${cell.row}, column ${cell.column}`, lines: elementLines(records, cell) },
    pickable: true,
  });
  return {
    title: 'Output',
    text: caption(records, frame.block),
    source: view.source,
    scene: outputGridScene(records, view),
    zoomable: zoomLimits(frame),
    hit(x, y) {
      const cell = outputGridHit(records, view, x, y);
      return cell === null ? null : markOf(cell);
    },
    markOf(highlight) {
      const cell = highlight?.cell;
      return cell && cell.row < records.rows && cell.column < records.columns ? markOf(cell) : null;
    },
    step: (highlight, dx, dy) => stepCell(records, highlight, dx, dy),
    table: () => faultTable(records),
  };
}

const stateOf = ({ states, columns }: OutputGridRecords, { row, column }: Cell): number =>
  states[row * columns + column];

const stateText = (state: number): string =>
  state === ELEMENT_WRONG ? 'wrong' : state === ELEMENT_UNWRITTEN ? 'never written' : 'right';

function elementLines(records: OutputGridRecords, cell: Cell): string[] {
  const values = records.valuesAt?.(cell.row, cell.column);
  const state = stateText(stateOf(records, cell));
  return values === undefined ? [state] : [state, `found    ${values.found}`, `expected ${values.expected}`];
}

function caption({ rows, columns, states }: OutputGridRecords, block: number): string {
  let wrong = 0;
  let unwritten = 0;
  for (const state of states) {
    if (state === ELEMENT_WRONG) wrong++;
    else if (state === ELEMENT_UNWRITTEN) unwritten++;
  }
  const all = count(rows * columns, 'element');
  const parts = [
    ...(wrong > 0 ? [`${wrong.toLocaleString('en-US')} wrong`] : []),
    ...(unwritten > 0 ? [`${unwritten.toLocaleString('en-US')} never written`] : []),
  ];
  const coarse = block === 1 ? '' : `; one mark per ${block} × ${block}`;
  return `${rows} × ${columns}; ${parts.length === 0 ? `all ${all} right` : `${parts.join(', ')} of ${all}`}${coarse}`;
}

const LISTED = 64;

/** The first elements that are not right. */
function faultTable(records: OutputGridRecords): Table {
  const rows: string[][] = [];
  for (let i = 0; i < records.states.length && rows.length < LISTED; i++) {
    const column = i % records.columns;
    const row = (i - column) / records.columns;
    if (records.states[i] !== ELEMENT_WRONG && records.states[i] !== ELEMENT_UNWRITTEN) continue;
    const values = records.valuesAt?.(row, column);
    rows.push([`${row}`, `${column}`, stateText(records.states[i]), values?.found ?? '—', values?.expected ?? '—']);
  }
  return { columns: ['row', 'column', 'state', 'found', 'expected'], rows };
}

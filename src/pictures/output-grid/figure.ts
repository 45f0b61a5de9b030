/** The output grid in words: caption, lens, keyboard, table. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import { count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import { ELEMENT_UNWRITTEN, ELEMENT_WRONG, type OutputGridRecords } from '../records.ts';
import { gridFigure } from '../scene/grid-figure.ts';
import type { PictureView, Table } from '../view.ts';
import { isInside, outputGridFrame, outputGridScene } from './draw.ts';

export function outputGridFigure(records: OutputGridRecords, view: PictureView): Figure {
  const frame = outputGridFrame(records, view);
  const lensIn = (cell: Cell) =>
    isInside(records, cell)
      ? { title: `row ${cell.row}, column ${cell.column}`, lines: elementLines(records, cell) }
      : null;
  return {
    ...gridFigure(frame, records, lensIn),
    ...captionOf(records, frame.block),
    source: view.source,
    scene: outputGridScene(records, view),
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

function captionOf({ rows, columns, states }: OutputGridRecords, block: number): Caption {
  const countOf = (state: number): number => states.reduce((sum, at) => (at === state ? sum + 1 : sum), 0);
  const wrong = countOf(ELEMENT_WRONG);
  const unwritten = countOf(ELEMENT_UNWRITTEN);
  const all = count(states.length, 'element');
  const faults = [
    ...(wrong > 0 ? [`${wrong.toLocaleString('en-US')} wrong`] : []),
    ...(unwritten > 0 ? [`${unwritten.toLocaleString('en-US')} never written`] : []),
  ].join(', ');
  const coarse = block === 1 ? '' : `; one mark per ${block} × ${block}`;
  return {
    title: 'Output',
    text: faults === '' ? `${rows} × ${columns}; all right` : `${rows} × ${columns}; ${faults}`,
    detail: `${rows} × ${columns}; ${faults === '' ? `all ${all} right` : `${faults} of ${all}`}${coarse}`,
    differing: '',
  };
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

/** The bit-matrix picture in words: caption, lens, keyboard, table. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { Caption, Figure } from '../figure.ts';
import type { BitMatrixRecords } from '../records.ts';
import { gridFigure } from '../scene/grid-figure.ts';
import type { Lens, PictureView, Table } from '../view.ts';
import { bitAt, bitMatrixFrame, bitMatrixScene, isSet } from './draw.ts';

export function bitMatrixFigure(records: BitMatrixRecords, view: PictureView): Figure {
  const bits = records.matrix.length;
  const lensIn = (cell: Cell) => (cell.row < bits && cell.column < bits ? lensOf(records, cell) : null);
  return {
    ...gridFigure(bitMatrixFrame(records, view), { rows: bits, columns: bits }, lensIn),
    ...captionOf(records),
    source: view.source,
    scene: bitMatrixScene(records, view),
    table: () => bitMatrixTable(records),
  };
}

const captionOf = ({ of, matrix }: BitMatrixRecords): Caption => ({
  title: 'Bit matrix',
  text: 'row = bit of the result',
  detail: `${of} on ${matrix.length} bits: a row for each bit of the result, a column for each bit of the offset, high bits first`,
  differing: '',
});

function lensOf(records: BitMatrixRecords, { row, column }: Cell): Lens {
  const part = isSet(records, row, column) ? 'takes part' : 'takes no part';
  const lines = [`bit ${bitAt(records, column)} of the offset ${part}`];
  return { title: `result ${sumText(records, bitAt(records, row))}`, lines };
}

/** A row for each bit of the result. */
export const bitMatrixTable = ({ matrix }: BitMatrixRecords): Table => ({
  columns: ['bit of the result', 'bits of the offset'],
  rows: matrix.map((row, bit) => [`b${bit}`, row.map(input => `b${input}`).join(' ⊕ ')]),
});

/** 'b4 = b4 ⊕ b7'. */
const sumText = ({ matrix }: BitMatrixRecords, bit: number): string =>
  `b${bit} = ${matrix[bit].map(input => `b${input}`).join(' ⊕ ') || '0'}`;

/** The bit-matrix picture in words: caption, lens, keyboard, table. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { Caption, Figure } from '../figure.ts';
import type { BitMatrixRecords } from '../records.ts';
import { cellBox, cellUnder, zoomLimits } from '../scene/grid-frame.ts';
import { stepCell } from '../tile-grid/figure.ts';
import type { Highlight, Lens, Mark, PictureView, Table } from '../view.ts';
import { bitAt, bitMatrixFrame, bitMatrixScene, isSet } from './draw.ts';

export function bitMatrixFigure(records: BitMatrixRecords, view: PictureView): Figure {
  const frame = bitMatrixFrame(records, view);
  const bits = records.matrix.length;
  const markOf = (highlight: Highlight): Mark | null => {
    const cell = highlight?.cell;
    if (!cell || cell.row >= bits || cell.column >= bits) return null;
    const box = cellBox(frame, cell.row, cell.column);
    return { highlight: { cell, bank: null }, box, lens: lensOf(records, cell), pickable: true };
  };
  return {
    ...captionOf(records),
    source: view.source,
    scene: bitMatrixScene(records, view),
    zoomable: zoomLimits(frame),
    handles: [],
    hit(x, y) {
      const cell = cellUnder(frame, x, y);
      return cell && markOf({ cell, bank: null });
    },
    markOf,
    step: (highlight, dx, dy) => stepCell({ rows: bits, columns: bits }, highlight, dx, dy),
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

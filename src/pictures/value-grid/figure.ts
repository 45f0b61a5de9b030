/** The value grid in words: caption, lens, keyboard, table. */
import { addressText } from '../../base/numerals.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { valueText } from '../../model/values/value-text.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { elementAt } from '../../trace/launch-bytes.ts';
import { count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { ValueGridRecords } from '../records.ts';
import { gridFigure } from '../scene/grid-figure.ts';
import type { PictureView, Table } from '../view.ts';
import { elementIn, elementsOf, rowsOf, valueGridFrame, valueGridScene } from './draw.ts';

export function valueGridFigure(records: ValueGridRecords, view: PictureView): Figure {
  const frame = valueGridFrame(records, view);
  const size = { rows: Math.max(1, rowsOf(records)), columns: records.columns };
  const lensIn = ({ row, column }: Cell) => {
    const index = elementIn(records, row, column);
    return index === null ? null : lensOf(records, index);
  };
  return {
    ...gridFigure(frame, size, lensIn),
    ...captionOf(records, frame.block),
    source: view.source,
    scene: valueGridScene(records, view),
    table: () => valueTable(records),
  };
}

const textOf = ({ bytes, type }: ValueGridRecords, index: number): string =>
  valueText(elementAt(bytes, type, index), type);

function lensOf(records: ValueGridRecords, index: number) {
  const { name, type, columns } = records;
  const column = index % columns;
  return {
    title: `${name}[${index.toLocaleString('en-US')}]`,
    lines: [
      `${textOf(records, index)} (${type})`,
      `row ${(index - column) / columns}, column ${column}`,
      addressText(index * ELEMENT_BYTES[type]),
    ],
  };
}

function captionOf(records: ValueGridRecords, block: number): Caption {
  const { name, type, columns, range } = records;
  const size = `${rowsOf(records)} × ${columns}`;
  const span = range === null ? 'none finite' : `${valueText(range.least, type)} to ${valueText(range.greatest, type)}`;
  const coarse = block === 1 ? '' : `; 1 mark = ${block} × ${block}, its first element; zoom in for cells`;
  return {
    title: 'Values',
    text: `${name}, ${size}: ${span}`,
    detail: `${count(elementsOf(records), 'element')} of ${type} in ${name} as ${size}, ${span}; fuller shade = greater value, hatched = no finite number${coarse}`,
    differing: '',
  };
}

const LISTED = 64;

/** A table row for each row of the matrix, up to the limit of a page. */
function valueTable(records: ValueGridRecords): Table {
  const columns = Math.min(records.columns, LISTED);
  return {
    columns: ['row', ...Array.from({ length: columns }, (_, i) => `${i}`)],
    rows: Array.from({ length: Math.min(rowsOf(records), LISTED) }, (_, row) => [
      `${row}`,
      ...Array.from({ length: columns }, (_, column) => {
        const index = elementIn(records, row, column);
        return index === null ? '—' : textOf(records, index);
      }),
    ]),
  };
}

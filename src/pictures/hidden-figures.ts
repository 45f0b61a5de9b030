/** A tile and its bank map before a guess: the same places on screen, without anything that gives the answer away. */
import { addressText } from '../base/numerals.ts';
import { byteAddressOf } from '../model/layout/tile-layout.ts';
import { bankMapFigure } from './bank-map/figure.ts';
import type { Figure } from './figure.ts';
import type { BankMapRecords, TileGridRecords } from './records.ts';
import { requestCells } from './requests/request-cells.ts';
import { hasNumbers, tileGridFrame } from './tile-grid/draw.ts';
import { tileGridFigure } from './tile-grid/figure.ts';
import type { PictureView } from './view.ts';

/** Turns off pointer and keys: a lens would name the bank. */
const MUTE = { hit: () => null, markOf: () => null, step: () => null, differing: '' } as const;

/** Cells idle, in those of the access the lanes. Its edge can still be dragged. */
export function hiddenTileFigure(records: TileGridRecords, view: PictureView): Figure {
  const { layout, request } = records;
  const hidden = { ...view, highlight: null, selection: null, playhead: Number.POSITIVE_INFINITY };
  const isNumbered = hasNumbers(tileGridFrame(records, view), view);
  const text = isNumbered ? 'numbers = lanes' : 'outlined = what the lanes want';
  return {
    ...tileGridFigure({ layout, request, colourBy: 'lane' }, hidden),
    ...MUTE,
    text,
    detail: `${layout.rows} rows × ${layout.pitchElements} elements; ${text}`,
    table: () => ({
      columns: ['lane', 'row', 'column', 'address'],
      rows: (request === null ? [] : requestCells(layout, request.access)).map(({ lane, row, column }) =>
        [lane, row, column].map(String).concat(addressText(byteAddressOf(layout, row, column))),
      ),
    }),
  };
}

/** The map without the access: it shows no bar and no hit. */
export function hiddenMapFigure({ layout, lineCount }: BankMapRecords, view: PictureView): Figure {
  const hidden = { ...view, highlight: null, selection: null };
  return {
    ...bankMapFigure({ layout, request: null, lineCount }, hidden),
    ...MUTE,
    text: 'bars come after your guess',
    detail: 'The 32 banks. Bars come after your guess',
    table: () => ({ columns: ['bank', 'wavefronts'], rows: [] }),
  };
}

/** The tile grid in words: caption, keyboard, table. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { byteAddressOf, type TileLayout } from '../../model/layout/tile-layout.ts';
import { bankText } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { ColourBy, Request, TileGridRecords } from '../records.ts';
import { differingDetail, differingText, laneDifferences } from '../requests/lane-differences.ts';
import { firstWavefronts, requestCells } from '../requests/request-cells.ts';
import { zoomLimits } from '../scene/grid-frame.ts';
import type { Highlight, PictureView, Table } from '../view.ts';
import { tileGridFrame, tileGridHit, tileGridScene } from './draw.ts';
import { tileHandles } from './handles.ts';
import { tileMarks } from './marks.ts';

export function tileGridFigure(records: TileGridRecords, view: PictureView): Figure {
  const { layout, request } = records;
  const frame = tileGridFrame(records, view);
  const marks = tileMarks(records, frame);
  return {
    ...captionOf(records, frame.block),
    source: view.source,
    scene: tileGridScene(records, view),
    zoomable: zoomLimits(frame),
    handles: tileHandles(frame),
    hit: (x, y) => marks.at(tileGridHit(records, view, x, y)),
    markOf: marks.of,
    step: (highlight, dx, dy) => stepCell(layout, highlight, dx, dy),
    table: () => (request === null ? layoutTable(layout) : requestTable(layout, request)),
  };
}

const clamp = (v: number, high: number): number => Math.min(high, Math.max(0, v));

/** Moves on the logical grid and stops at its edges. */
export function stepCell(
  layout: { readonly rows: number; readonly columns: number },
  highlight: Highlight,
  dx: number,
  dy: number,
): Highlight {
  const cell = highlight?.cell;
  if (!cell) return { cell: { row: 0, column: 0 }, bank: null };
  const row = clamp(cell.row + dy, layout.rows - 1);
  return { cell: { row, column: clamp(cell.column + dx, layout.columns - 1) }, bank: null };
}

export const COLOUR_TEXTS: Readonly<Record<ColourBy, string>> = {
  bank: 'colour = bank',
  offset: 'shade = line of 128 B',
  lane: 'tinted = lanes of the request',
  chunk: 'colour = 16 B chunk',
};

function bankDetail(elementBytes: number): string {
  if (elementBytes === WORD_BYTES) return 'colour = bank of the word';
  if (elementBytes < WORD_BYTES) return `colour = bank, shared by ${WORD_BYTES / elementBytes}`;
  return `colour = first of ${elementBytes / WORD_BYTES} banks`;
}

function captionOf(records: TileGridRecords, block: number): Caption {
  const { layout, colourBy, request, predicted } = records;
  const isWords = layout.elementBytes === WORD_BYTES;
  const differences = laneDifferences(request, predicted);
  const size = `${layout.rows} × ${layout.pitchElements}${isWords ? ' words' : ` of ${layout.elementBytes} B`}`;
  const colour = COLOUR_TEXTS[colourBy];
  const sizeDetail = isWords
    ? `${layout.rows} rows × ${layout.pitchElements} words`
    : `${layout.rows} rows × ${layout.pitchElements} elements of ${layout.elementBytes} B`;
  const colourDetail = colourBy === 'bank' ? bankDetail(layout.elementBytes) : colour;
  const coarse = block === 1 ? '' : `; 1 mark = ${block} × ${block}, zoom in for cells`;
  return {
    title: 'Tile',
    text: differences.length > 0 ? size : `${size}; ${colour}`,
    detail: `${sizeDetail}; ${colourDetail}${coarse}${differingDetail(differences)}`,
    differing: differingText(differences),
  };
}

function requestTable(layout: TileLayout, request: Request): Table {
  const wavefronts = firstWavefronts(request);
  return {
    columns: ['lane', 'row', 'column', 'address', 'bank', 'wavefront'],
    rows: requestCells(layout, request.access).map(({ lane, row, column }) => {
      const address = byteAddressOf(layout, row, column);
      const bank = bankText(address, layout.elementBytes).replace(/^banks? /, '');
      return [`${lane}`, `${row}`, `${column}`, addressText(address), bank, `${wavefronts.get(lane) ?? '—'}`];
    }),
  };
}

function layoutTable(layout: TileLayout): Table {
  const padBytes = `${(layout.pitchElements - layout.columns) * layout.elementBytes}`;
  return {
    columns: ['row', 'first address', 'bank of column 0', 'padding, B'],
    rows: Array.from({ length: layout.rows }, (_, row) => {
      const address = byteAddressOf(layout, row, 0);
      return [`${row}`, addressText(address), bankText(address, layout.elementBytes).replace(/^banks? /, ''), padBytes];
    }),
  };
}

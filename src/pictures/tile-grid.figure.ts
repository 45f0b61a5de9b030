/** The tile grid in words: caption, lens, keyboard, table. */
import { addressText } from '../base/numerals.ts';
import { byteAddressOf, type Cell, type TileLayout } from '../model/layout/tile-layout.ts';
import { addressFormula, bankText, elementFormula, WORD_BYTES } from './address-text.ts';
import type { Figure } from './figure.ts';
import { cellBox, zoomLimits } from './grid-frame.ts';
import type { ColourBy, Request, TileGridRecords } from './records.ts';
import { firstWavefronts, laneText, requestCells } from './request-cells.ts';
import { tileGridFrame, tileGridHit, tileGridScene } from './tile-grid.geometry.ts';
import type { Highlight, Mark, PictureView, Table } from './view.ts';

export function tileGridFigure(records: TileGridRecords, view: PictureView): Figure {
  const frame = tileGridFrame(records, view);
  const lanes = laneLines(records);
  const markOfCell = (cell: Cell): Mark => ({
    highlight: { cell, bank: null },
    box: cellBox(frame, cell.row, cell.column),
    lens: {
      title: `row ${cell.row}, column ${cell.column}`,
      lines: [
        elementFormula(records.layout, cell),
        addressFormula(records.layout, cell),
        ...optional(lanes.get(cell.row * records.layout.columns + cell.column)),
      ],
    },
    pickable: true,
  });
  return {
    title: 'Tile',
    text: caption(records, frame.block),
    source: view.source,
    scene: tileGridScene(records, view),
    zoomable: zoomLimits(frame),
    hit(x, y) {
      const target = tileGridHit(records, view, x, y);
      if (target === null) return null;
      if (target.kind === 'cell') return markOfCell(target.cell);
      const lens = { title: 'pad, never read', lines: [padFormula(records.layout, target.row, target.column)] };
      return { highlight: null, box: cellBox(frame, target.row, target.column), lens, pickable: false };
    },
    markOf: highlight =>
      highlight?.cell && isInside(records.layout, highlight.cell) ? markOfCell(highlight.cell) : null,
    step: (highlight, dx, dy) => stepCell(records.layout, highlight, dx, dy),
    table: () =>
      records.request === null ? layoutTable(records.layout) : requestTable(records.layout, records.request),
  };
}

const optional = (line: string | undefined): string[] => (line === undefined ? [] : [line]);

const isInside = (layout: TileLayout, cell: Cell): boolean => cell.row < layout.rows && cell.column < layout.columns;

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

/** 'lane 11, wavefront 12' for the cells of the request, by cell; several lanes may share an element. */
function laneLines({ layout, request }: TileGridRecords): Map<number, string> {
  const lanes = new Map<number, number[]>();
  if (request === null) return new Map();
  for (const { row, column, lane } of requestCells(layout, request.access)) {
    const at = row * layout.columns + column;
    lanes.set(at, [...(lanes.get(at) ?? []), lane]);
  }
  const wavefronts = firstWavefronts(request);
  return new Map([...lanes].map(([at, all]) => [at, `${laneText(all)}, wavefront ${wavefronts.get(all[0]) ?? '—'}`]));
}

const colourTexts = (layout: TileLayout): Readonly<Record<ColourBy, string>> => ({
  bank: bankCaption(layout.elementBytes),
  offset: 'shade = line of 128 B',
  lane: 'tinted = lanes of the request',
  chunk: 'colour = 16 B chunk',
});

function bankCaption(elementBytes: number): string {
  if (elementBytes === WORD_BYTES) return 'colour = bank of the word';
  if (elementBytes < WORD_BYTES) return `colour = bank, shared by ${WORD_BYTES / elementBytes}`;
  return `colour = first of ${elementBytes / WORD_BYTES} banks`;
}

function caption({ layout, colourBy }: TileGridRecords, block: number): string {
  const isWords = layout.elementBytes === WORD_BYTES;
  const size = isWords
    ? `${layout.rows} rows × ${layout.pitchElements} words`
    : `${layout.rows} × ${layout.pitchElements} elements of ${layout.elementBytes} B`;
  const coarse = block === 1 ? '' : `; 1 mark = ${block} × ${block}, zoom in for cells`;
  return `${size}; ${colourTexts(layout)[colourBy]}${coarse}`;
}

function padFormula(layout: TileLayout, row: number, column: number): string {
  const address = layout.baseBytes + (row * layout.pitchElements + column) * layout.elementBytes;
  return `${addressText(address)} → ${bankText(address, layout.elementBytes)}`;
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

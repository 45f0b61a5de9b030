/** The tile grid in words: caption, keyboard, table. */

import { WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { byteAddressOf, type Cell, type TileLayout } from '../../model/layout/tile-layout.ts';
import { addressFormula, bankText, elementFormula } from '../address-text.ts';
import type { Caption, Figure, Handle, Point } from '../figure.ts';
import type { ColourBy, Request, TileGridRecords } from '../records.ts';
import {
  differenceLines,
  differencesAt,
  differingDetail,
  differingText,
  laneDifferences,
} from '../requests/lane-differences.ts';
import { firstWavefronts, laneText, requestCells, requestPads } from '../requests/request-cells.ts';
import { stepCell } from '../scene/grid-figure.ts';
import { cellBox, type GridFrame, zoomLimits } from '../scene/grid-frame.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { addressOf, hasNumbers, type TileTarget, tileGridFrame, tileGridHit, tileGridScene } from './draw.ts';
import { numbersSay } from './served.ts';

export function tileGridFigure(records: TileGridRecords, view: PictureView): Figure {
  const { layout } = records;
  const frame = tileGridFrame(records, view);
  const marks = tileMarks(records, frame);
  return {
    ...tileCaption(records, frame.block, numbersSay({ records, view, frame })),
    ...(records.colourBy === 'bank' && hasNumbers(frame, view) && { numbers: NUMBERS_TEXT }),
    source: view.source,
    scene: tileGridScene(records, view),
    zoomable: zoomLimits(frame),
    handles: tileHandles(frame),
    hit: (x, y) => marks.at(tileGridHit(records, view, x, y)),
    markOf: marks.of,
    step: (highlight, dx, dy) => stepCell(layout, highlight, dx, dy),
    table: () => tileTable(records),
  };
}

export const COLOUR_TEXTS: Readonly<Record<ColourBy, string>> = {
  bank: 'colour = bank',
  offset: 'shade = line of 128 B',
  lane: 'tinted = lanes of the request',
  chunk: 'colour = 16 B chunk',
};

const NUMBERS_TEXT = 'number = bank of the lane’s word';

function bankDetail(elementBytes: number): string {
  if (elementBytes === WORD_BYTES) return 'colour = bank of the word';
  if (elementBytes < WORD_BYTES) return `colour = bank, shared by ${WORD_BYTES / elementBytes}`;
  return `colour = first of ${elementBytes / WORD_BYTES} banks`;
}

export function tileCaption(records: TileGridRecords, block: number, numbers: string | null): Caption {
  const { layout, colourBy, request, predicted } = records;
  const isWords = layout.elementBytes === WORD_BYTES;
  const differences = laneDifferences(request, predicted);
  const size = `${layout.rows} × ${layout.pitchElements}${isWords ? ' words' : ` of ${layout.elementBytes} B`}`;
  const colour = `${numbers === null ? '' : `number = ${numbers}, `}${COLOUR_TEXTS[colourBy]}`;
  const sizeDetail = isWords
    ? `${layout.rows} rows × ${layout.pitchElements} words`
    : `${layout.rows} rows × ${layout.pitchElements} elements of ${layout.elementBytes} B`;
  const colourDetail = colourBy === 'bank' ? bankDetail(layout.elementBytes) : COLOUR_TEXTS[colourBy];
  const coarse = block === 1 ? '' : `; 1 mark = ${block} × ${block}, zoom in for cells`;
  return {
    title: 'Tile',
    text: differences.length > 0 ? size : `${size}; ${colour}`,
    detail: `${sizeDetail}; ${colourDetail}${coarse}${differingDetail(differences)}`,
    differing: differingText(differences),
  };
}

export const tileTable = ({ layout, request }: TileGridRecords): Table =>
  request === null ? layoutTable(layout) : requestTable(layout, request);

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

// Lenses of the tile grid: coordinate, formula, address, lanes, and where the sources differ.

interface TileMarks {
  at(target: TileTarget | null): Mark | null;
  of(highlight: Highlight): Mark | null;
}

export function tileMarks(records: TileGridRecords, frame: GridFrame): TileMarks {
  const { layout } = records;
  const laneLines = laneLinesOf(records);
  const cellMark = (cell: Cell): Mark => ({
    highlight: { cell, bank: null },
    box: cellBox(frame, cell.row, cell.column),
    lens: {
      title: `row ${cell.row}, column ${cell.column}`,
      lines: [
        elementFormula(layout, cell),
        addressFormula(layout, cell),
        ...laneLines(cell, addressOf(layout, cell.row, cell.column)),
      ],
    },
    pickable: true,
  });
  return {
    at: target => target && (target.kind === 'pad' ? padMark(layout, frame, target, laneLines) : cellMark(target.cell)),
    of: highlight => (highlight?.cell && isInside(layout, highlight.cell) ? cellMark(highlight.cell) : null),
  };
}

const isInside = (layout: TileLayout, cell: Cell): boolean => cell.row < layout.rows && cell.column < layout.columns;

type LaneLines = (place: Cell, address: number) => string[];

/** Padding is never picked, and worth a word only where a lane touches it after all. */
function padMark(layout: TileLayout, frame: GridFrame, place: Cell, laneLines: LaneLines): Mark {
  const address = layout.baseBytes + (place.row * layout.pitchElements + place.column) * layout.elementBytes;
  const lanes = laneLines(place, address);
  const lines = [`${addressText(address)} → ${bankText(address, layout.elementBytes)}`, ...lanes];
  const lens = { title: lanes.length === 0 ? 'pad, never read' : 'pad', lines };
  return { highlight: null, box: cellBox(frame, place.row, place.column), lens, pickable: false };
}

/** 'lane 11, wavefront 12' for a place that lanes touch, then the lanes that differ. */
function laneLinesOf({ layout, request, predicted }: TileGridRecords): LaneLines {
  const differences = laneDifferences(request, predicted);
  const lanes = lanesByPlace(layout, request);
  const wavefronts = request === null ? new Map<number, number>() : firstWavefronts(request);
  return ({ row, column }, address) => {
    const here = lanes.get(row * layout.pitchElements + column);
    return [
      ...(here === undefined ? [] : [`${laneText(here)}, wavefront ${wavefronts.get(here[0]) ?? '—'}`]),
      ...differenceLines(differencesAt(differences, address, layout.elementBytes)),
    ];
  };
}

/** Several lanes may share an element. */
function lanesByPlace(layout: TileLayout, request: Request | null): Map<number, number[]> {
  const lanes = new Map<number, number[]>();
  if (request === null) return lanes;
  const places = [...requestCells(layout, request.access), ...requestPads(layout, request.access)];
  for (const { row, column, lane } of places) {
    const at = row * layout.pitchElements + column;
    lanes.set(at, [...(lanes.get(at) ?? []), lane]);
  }
  return lanes;
}

// Handles of a tile grid: the rulers, and its right edge while it is not zoomed.

const EDGE_PX = 14;

function tileHandles(frame: GridFrame): readonly Handle[] {
  const { plot } = frame;
  const columnRuler: Handle = {
    name: 'column',
    box: { x: plot.x, y: 0, width: plot.width - frame.padColumns * frame.cell, height: plot.y },
    valueAt: (_, to) => cellAlong(to.x - frame.x, frame.pitch, frame.columns),
  };
  const rowRuler: Handle = {
    name: 'row',
    box: { x: 0, y: plot.y, width: plot.x, height: plot.height },
    valueAt: (_, to) => cellAlong(to.y - frame.y, frame.pitch, frame.rows),
  };
  const edge: Handle = {
    name: 'pad',
    box: { x: plot.x + plot.width - 2, y: plot.y, width: EDGE_PX, height: plot.height },
    valueAt: (from: Point, to: Point) => frame.padColumns + Math.round((to.x - from.x) / frame.pitch),
  };
  return frame.pitch === frame.cell ? [columnRuler, rowRuler, edge] : [columnRuler, rowRuler];
}

const cellAlong = (offset: number, pitch: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(offset / pitch)));

/** What a place of the tile grid says of itself: coordinate, formula, address, lanes, and where the sources differ. */
import { addressText } from '../../base/numerals.ts';
import type { Cell, TileLayout } from '../../model/layout/tile-layout.ts';
import { addressFormula, bankText, elementFormula } from '../address-text.ts';
import type { Request, TileGridRecords } from '../records.ts';
import { differenceLines, differencesAt, laneDifferences } from '../requests/lane-differences.ts';
import { firstWavefronts, laneText, requestCells, requestPads } from '../requests/request-cells.ts';
import { cellBox, type GridFrame } from '../scene/grid-frame.ts';
import type { Highlight, Mark } from '../view.ts';
import type { TileTarget } from './draw.ts';
import { addressOf } from './labels.ts';

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

/** 'lane 11, wavefront 12' for a place that lanes touch, and what is said of those that differ. */
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

/** The tensor view in words: caption, lens, keyboard, table. */
import { LANES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { axesText } from '../../model/permute/axis-language.ts';
import { bankOf, bankText } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import { elementAddress, elementLines, indexText } from '../permute/block-element-text.ts';
import { coordinatesOf, numberOn } from '../permute/block-elements.ts';
import { touchedElements } from '../permute/block-request.ts';
import { cellOfElement, type TensorViewRecords } from '../permute/records.ts';
import {
  differenceLines,
  differencesAt,
  differingDetail,
  differingText,
  laneDifferences,
} from '../requests/lane-differences.ts';
import { firstWavefronts, laneText } from '../requests/request-cells.ts';
import { COLOUR_TEXTS } from '../tile-grid/figure.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { type TensorCells, tensorCells } from './cells.ts';
import { tensorViewScene } from './draw.ts';
import { cellOfIndex, type TensorFrame, tensorCellUnder, tensorFrame, tensorZoom } from './frame.ts';
import { elementBox, elementIn } from './places.ts';

export function tensorViewFigure(records: TensorViewRecords, view: PictureView): Figure {
  const frame = tensorFrame(records, view);
  const cells = tensorCells(records, frame, view.theme);
  const markAt = marksOf(records, frame);
  return {
    ...captionOf(records, frame.block),
    source: view.source,
    scene: tensorViewScene(records, view),
    zoomable: tensorZoom(frame),
    handles: [],
    hit(x, y) {
      const cell = tensorCellUnder(frame, x, y);
      return cell && markAt(elementAtCell(cells, cell.row, cell.column));
    },
    markOf(highlight) {
      const element = elementIn(records.block, highlight);
      return element === null ? null : markAt(element);
    },
    step: (highlight, dx, dy) => step(records, frame, cells, highlight, dx, dy),
    table: () => (records.request === null ? axesTable(records) : requestTable(records)),
  };
}

/** Moves on the picture and stops at its edges. */
function step(
  { block }: TensorViewRecords,
  frame: TensorFrame,
  cells: TensorCells,
  highlight: Highlight,
  dx: number,
  dy: number,
): Highlight {
  const element = elementIn(block, highlight);
  if (element === null) return { cell: cellOfElement(elementAtCell(cells, 0, 0)), bank: null };
  const { row, column } = cellOfIndex(frame, coordinatesOf(block.move, element));
  const to = [within(row + dy, cells.byRow.length), within(column + dx, cells.byColumn.length)] as const;
  return { cell: cellOfElement(elementAtCell(cells, ...to)), bank: null };
}

const elementAtCell = ({ byRow, byColumn }: TensorCells, row: number, column: number): number =>
  byRow[row] + byColumn[column];

const within = (index: number, length: number): number => Math.min(length - 1, Math.max(0, index));

function captionOf({ block, shown, axes, colourBy, request, predicted }: TensorViewRecords, mark: number): Caption {
  const { names, move } = block;
  const differences = laneDifferences(request, predicted);
  const text = axesText(
    axes,
    names.map(name => ({ name })),
  );
  const colour = COLOUR_TEXTS[colourBy];
  const extents = names.map((name, mode) => `${name} ${move.modes[mode].extent}`).join(', ');
  const coarse = mark === 1 ? '' : `; 1 mark = ${mark} × ${mark}, zoom in for cells`;
  const piece = shown === 'input' ? 'as it is read' : 'as it is written';
  return {
    title: shown === 'input' ? 'Input block' : 'Output block',
    text: differences.length > 0 ? text : `${text}; ${colour}`,
    detail:
      `the block ${piece}, slowest first ${extents} elements of ${move.elementBytes} B; rows | columns = ${text}, ` +
      `outermost first; ${colour}${coarse}${differingDetail(differences)}`,
    differing: differingText(differences),
  };
}

/** Mark of each element. They are computed once, not at every move of the pointer. */
function marksOf(records: TensorViewRecords, frame: TensorFrame): (element: number) => Mark {
  const { block, request, predicted } = records;
  const touched = touchedElements(block, request);
  const wavefronts = request === null ? new Map<number, number>() : firstWavefronts(request);
  const differences = laneDifferences(request, predicted);
  return element => {
    const address = elementAddress(block, element);
    const lanes = [...touched.keys()].filter(lane => touched[lane] === element);
    const drawn = lanes.length === 0 ? [] : [`${laneText(lanes)}, wavefront ${wavefronts.get(lanes[0]) ?? '—'}`];
    const differing = address === null ? [] : differencesAt(differences, address, block.move.elementBytes);
    const lens = {
      title: indexText(block, element),
      lines: [...elementLines(block, element), ...drawn, ...differenceLines(differing)],
    };
    const highlight: Highlight = { cell: cellOfElement(element), bank: null };
    return { highlight, box: elementBox(frame, block, element), lens, pickable: true };
  };
}

function requestTable({ block, request }: TensorViewRecords): Table {
  const touched = touchedElements(block, request);
  const wavefronts = firstWavefronts(request!);
  const lanes = Array.from({ length: LANES }, (_, lane) => lane).filter(lane => touched[lane] >= 0);
  return {
    columns: ['lane', 'index', 'input', 'output', 'address', 'bank', 'wavefront'],
    rows: lanes.map(lane => {
      const element = touched[lane];
      const address = elementAddress(block, element)!;
      const bank = bankText(address, block.move.elementBytes).replace(/^banks? /, '');
      const output = `${numberOn('load', block.move, element)}`;
      const wavefront = `${wavefronts.get(lane) ?? '—'}`;
      return [`${lane}`, indexText(block, element), `${element}`, output, addressText(address), bank, wavefront];
    }),
  };
}

/** Table without a request: the stride of each mode. */
function axesTable({ block, axes }: TensorViewRecords): Table {
  const { names, move, layout } = block;
  const sides = [
    axes.rows.map(axis => ({ ...axis, side: 'rows' })),
    axes.columns.map(axis => ({ ...axis, side: 'columns' })),
  ];
  return {
    columns: ['index', 'extent', 'along', 'stride, elements', 'banks per step'],
    rows: sides.flat().map(({ mode, side }) => {
      const stride = layout.exchange === null ? layout.strides[mode] : null;
      const banks = stride === null ? '—' : `${bankOf(stride * move.elementBytes)}`;
      return [names[mode], `${move.modes[mode].extent}`, side, `${stride ?? '—'}`, banks];
    }),
  };
}

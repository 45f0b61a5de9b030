/**
 * Tile lines: a tile of few long rows in the order of its memory, so many bytes a line. Its elements keep their rows and columns,
 * for the pointer, the keyboard and the other pictures; a step marks where a row of the tile ends.
 */

import { bytes } from '../../base/numbers.ts';
import { byteAddressOf, type Cell, cellAt, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { Figure } from '../figure.ts';
import type { TileGridRecords } from '../records.ts';
import { stepCell } from '../scene/grid-figure.ts';
import { cellBox, cellUnder, type GridFrame, zoomLimits } from '../scene/grid-frame.ts';
import { tileGridFrame, tileGridScene } from '../tile-grid/draw.ts';
import { tileCaption, tileMarks, tileTable } from '../tile-grid/figure.ts';
import type { TileGridPen } from '../tile-grid/pen.ts';
import type { Highlight, Mark, PictureView } from '../view.ts';

export interface TileLinesRecords extends TileGridRecords {
  /** The same memory line by line (`drawnLayout`). */
  readonly lines: TileLayout;
}

export function tileLinesFigure(records: TileLinesRecords, view: PictureView): Figure {
  const { layout, lines } = records;
  const drawn = { ...records, layout: lines };
  const lineOf = (cell: Cell | null): Cell | null => cell && placeOf(records, cell);
  const at: PictureView = {
    ...view,
    selection: lineOf(view.selection),
    highlight: view.highlight && { ...view.highlight, cell: lineOf(view.highlight.cell) },
  };
  const frame = tileGridFrame(drawn, at);
  const marks = tileMarks(records, frame);
  const placed = (mark: Mark | null, place: Cell | null): Mark | null =>
    mark && place && { ...mark, box: cellBox(frame, place.row, place.column) };
  const markIn = (place: Cell | null): Mark | null => {
    const found = place && elementOf(records, place);
    if (!found) return null;
    return placed(marks.at('kind' in found ? found : { kind: 'cell', cell: found }), place);
  };
  return {
    ...captionOf(records, frame),
    source: view.source,
    scene: tileGridScene(drawn, at, pen => drawRows(pen, layout)),
    zoomable: zoomLimits(frame),
    handles: [],
    hit: (x, y) => markIn(cellUnder(frame, x, y)),
    markOf: highlight => placed(marks.of(highlight), lineOf(insideOf(layout, highlight))),
    step: (highlight, dx, dy) => stepped(records, highlight, dx, dy),
    table: () => tileTable(records),
  };
}

function captionOf(records: TileLinesRecords, { block }: GridFrame) {
  const { lines } = records;
  const caption = tileCaption(records, block, null);
  const words = `in lines of ${bytes(lines.columns * lines.elementBytes)}`;
  return { ...caption, text: `${words}; ${caption.text}`, detail: `${caption.detail}; ${words}` };
}

const insideOf = ({ rows, columns }: TileLayout, highlight: Highlight): Cell | null => {
  const cell = highlight?.cell;
  return cell && cell.row < rows && cell.column < columns ? cell : null;
};

/** Where an element of the tile is drawn; null where it is none of this tile. */
function placeOf({ layout, lines }: TileLinesRecords, cell: Cell): Cell | null {
  if (insideOf(layout, { cell, bank: null }) === null) return null;
  const element = (byteAddressOf(layout, cell.row, cell.column) - layout.baseBytes) / layout.elementBytes;
  return { row: Math.floor(element / lines.columns), column: element % lines.columns };
}

type Pad = { readonly kind: 'pad' } & Cell;

/** What is drawn at a place of the lines: an element, padding by its stored column, or null behind the tile. */
function elementOf({ layout, lines }: TileLinesRecords, { row, column }: Cell): Cell | Pad | null {
  const element = row * lines.columns + column;
  const found = cellAt(layout, layout.baseBytes + element * layout.elementBytes);
  if (found !== 'pad') return found;
  const { pitchElements } = layout;
  return { kind: 'pad', row: Math.floor(element / pitchElements), column: element % pitchElements };
}

/** Along the lines and between them; padding is passed by. */
function stepped(records: TileLinesRecords, highlight: Highlight, dx: number, dy: number): Highlight {
  const cell = insideOf(records.layout, highlight);
  let place: Highlight = cell && { cell: placeOf(records, cell), bank: null };
  for (;;) {
    const next = stepCell(records.lines, place, dx, dy)!.cell!;
    if (place?.cell && next.row === place.cell.row && next.column === place.cell.column) return highlight;
    const found = elementOf(records, next);
    if (found !== null && !('kind' in found)) return { cell: found, bank: null };
    place = { cell: next, bank: null };
  }
}

/** Padding is hatched, what lies behind the tile is empty, and a step stands between two rows of the tile. */
function drawRows(pen: TileGridPen, { rows, columns, pitchElements, swizzle }: TileLayout): void {
  const { scene, theme, frame } = pen;
  const period = frame.pitch < 8 ? 3 : 4;
  const isPadded = pitchElements > columns && swizzle.kind !== 'address';
  for (let row = 0; isPadded && row < rows; row++)
    for (const box of boxesOf(frame, row * pitchElements + columns, (row + 1) * pitchElements))
      scene.hatch(box, theme.page, theme.ink3, period);
  for (const box of boxesOf(frame, rows * pitchElements, frame.rows * frame.columns)) scene.rect(box, theme.page);
  for (let row = 1; row < rows; row++)
    scene.path(stepBefore(frame, row * pitchElements), { stroke: theme.ink, width: 1, halo: theme.page, haloWidth: 3 });
}

/** Boxes of the elements of memory from `first` on, before `end`: one for each line. */
function boxesOf(frame: GridFrame, first: number, end: number) {
  const boxes = [];
  for (let at = first; at < end; ) {
    const [row, column] = [Math.floor(at / frame.columns), at % frame.columns];
    const length = Math.min(end - at, frame.columns - column);
    const { x, y, width, height } = cellBox(frame, row, column);
    boxes.push({ x, y, width: (length - 1) * frame.pitch + width, height });
    at += length;
  }
  return boxes;
}

/** Below the cells of the line before, down the side of the first element, and above those of its own line. */
function stepBefore(frame: GridFrame, element: number): string {
  const [line, column] = [Math.floor(element / frame.columns), element % frame.columns];
  const [x, y] = [frame.x + column * frame.pitch - frame.gap / 2, frame.y + line * frame.pitch - frame.gap / 2];
  const right = frame.x + frame.columns * frame.pitch;
  if (column === 0) return `M${frame.x} ${y}H${right}`;
  return `M${frame.x} ${y + frame.pitch}H${x}V${y}H${right}`;
}

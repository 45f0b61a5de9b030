/** Value grid: a buffer as a matrix of shades, palest for the least value; values that are not finite are hatched. */

import { valueText } from '../../model/values/value-text.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { elementAt } from '../../trace/launch-bytes.ts';
import type { ValueGridRecords } from '../records.ts';
import { drawGridAxes, drawGuides } from '../scene/axis.ts';
import {
  cellBox,
  frameSize,
  type GridFrame,
  gridFrame,
  placedGrid,
  visibleColumns,
  visibleRows,
} from '../scene/grid-frame.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { type CellGrid, NO_FILL, type Scene } from '../scene/scene.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import { textPx } from '../scene/text-metrics.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';
import { drawLegend, shadeOf, shadesOf, textInks, type ValueGridPen } from './shades.ts';

export const elementsOf = ({ bytes, type }: ValueGridRecords): number => Math.floor(bytes.length / ELEMENT_BYTES[type]);

export const rowsOf = (records: ValueGridRecords): number => Math.ceil(elementsOf(records) / records.columns);

export const valueGridFrame = (records: ValueGridRecords, view: PictureView): GridFrame =>
  gridFrame(records.columns, 0, Math.max(1, rowsOf(records)), view);

/** Index of the element in a cell; null behind the last one. */
export function elementIn(records: ValueGridRecords, row: number, column: number): number | null {
  const index = row * records.columns + column;
  return column < records.columns && index < elementsOf(records) ? index : null;
}

const LEGEND_PX = 24;

export function valueGridScene(records: ValueGridRecords, view: PictureView): Scene {
  const frame = valueGridFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  const shades = shadesOf(view);
  scene.layer(frame.plot).grid(placedGrid(frame, valueCells(records, frame, shades)));
  drawCells(pen, shades);
  drawGuides(pen);
  scene.layer(view.zoom.k === 1 ? null : frame.plot);
  drawHighlight(pen);
  scene.layer();
  const size = frameSize(frame, view);
  drawLegend(pen, shades);
  drawGridAxes(pen);
  return scene.finish(size.width, size.height + LEGEND_PX * view.textScale);
}

/** Cells of values. If a block of elements is one mark, it shows its first element. */
function valueCells(records: ValueGridRecords, frame: GridFrame, palette: readonly string[]): CellGrid {
  const x = visibleColumns(frame);
  const y = visibleRows(frame);
  const columns = Math.ceil(x.count / frame.block);
  const rows = Math.ceil(y.count / frame.block);
  const fill = new Uint8Array(columns * rows).fill(NO_FILL);
  for (let i = 0; i < fill.length; i++) {
    const row = y.first + Math.floor(i / columns) * frame.block;
    const index = elementIn(records, row, x.first + (i % columns) * frame.block);
    if (index !== null) fill[i] = shadeOf(records, Number(elementAt(records.bytes, records.type, index)));
  }
  return { columns, rows, palette, fill, opacity: null, lane: null, bank: null, address: null };
}

const TEXT_CELL_PX = 34;
/** Hatches on values that are not finite, and numbers in cells that are wide enough. */
function drawCells({ scene, frame, theme, records }: ValueGridPen, shades: readonly string[]): void {
  if (frame.block > 1) return;
  const inks = textInks(shades, theme);
  const x = visibleColumns(frame);
  const y = visibleRows(frame);
  for (let row = y.first; row < y.first + y.count; row++)
    for (let column = x.first; column < x.first + x.count; column++) {
      const index = elementIn(records, row, column);
      if (index === null) continue;
      const value = elementAt(records.bytes, records.type, index);
      const box = cellBox(frame, row, column);
      const shade = shadeOf(records, Number(value));
      if (shade === NO_FILL) scene.hatch(box, theme.warn.soft, theme.warn.ink, frame.pitch < 8 ? 3 : 4);
      if (frame.pitch >= TEXT_CELL_PX)
        writeIn(scene, box, valueText(value, records.type), shade === NO_FILL ? theme.ink : inks[shade]);
    }
}

/** Writes a text if it fits. */
function writeIn(scene: SceneBuilder, box: Box, text: string, ink: string): void {
  if (textPx(text, 10, 'digits') > box.width) return;
  scene.text(box.x + box.width / 2, box.y + box.height / 2 + 3.5, text, ink, { anchor: 'middle', size: 10 });
}

function drawHighlight(pen: ValueGridPen): void {
  const { frame, records, view } = pen;
  const { selection, highlight } = view;
  if (selection !== null && elementIn(records, selection.row, selection.column) !== null)
    pinnedRing(pen, cellBox(frame, selection.row, selection.column), undefined);
  const at = highlight?.cell;
  if (at && !isPinned(highlight, selection) && elementIn(records, at.row, at.column) !== null)
    hoverRing(pen, cellBox(frame, at.row, at.column), undefined);
}

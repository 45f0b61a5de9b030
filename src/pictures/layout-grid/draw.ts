/** Layouts as grids of offsets: panels with titles, numbers in the cells, rings and arrows between what is one element. */

import { BANKS, WORD_BYTES } from '../../base/hardware.ts';
import { cosizeOf } from '../../model/layout/layout.ts';
import type { Panel } from '../../model/layout-steps/steps.ts';
import { cellStart, type NestedTrack, runLength } from '../nested-track.ts';
import { indexTicks } from '../scene/axis.ts';
import { type Pen, type PicturePen, picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { type CellGrid, NO_FILL, type Scene } from '../scene/scene.ts';
import { textPx } from '../scene/text-metrics.ts';
import { shadesOf, textInks } from '../value-grid/shades.ts';
import type { Box, PictureView } from '../view.ts';
import { cellIn, type LayoutFrame, layoutCellBox, layoutFrame, type PanelFrame, type PanelPen } from './frame.ts';
import { linksOf } from './links.ts';
import type { LayoutGridRecords } from './records.ts';
import type { GridSide } from './sides.ts';

export function layoutGridScene(records: LayoutGridRecords, view: PictureView): Scene {
  const frame = layoutFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  const colours = coloursOf(records, view);
  scene.layer(view.zoom.k === 1 ? null : frame.plot);
  for (const panel of frame.panels) drawPanel({ ...pen, frame: panel }, colours);
  scene.layer(view.zoom.k === 1 ? null : frame.plot);
  for (const panel of frame.panels) drawAxes({ ...pen, frame: panel });
  scene.layer(view.zoom.k === 1 ? null : frame.plot);
  drawLinks(pen);
  return scene.finish(frame.plot.width, frame.plot.height);
}

function drawPanel(pen: PanelPen, colours: Colours): void {
  const { scene, frame, theme, textScale } = pen;
  scene.text(frame.x, frame.y + 11 * textScale, frame.panel.title, theme.ink, { size: 12 * textScale, weight: 700 });
  scene.text(frame.x, frame.y + 26 * textScale, frame.text, theme.ink2, { size: 11 * textScale, mono: true });
  drawCells(pen);
  drawNumbers(pen, colours);
}

function drawCells({ scene, frame, records, view }: PanelPen): void {
  const { rows, columns, block } = frame;
  const grids = panelGrids(frame, records, view);
  const across = Math.ceil(columns.count / runLength(columns));
  for (const [i, grid] of grids.entries())
    scene.grid({
      grid,
      x: frame.cellsX + cellStart(columns, (i % across) * runLength(columns)),
      y: frame.cellsY + cellStart(rows, Math.floor(i / across) * runLength(rows)),
      pitchX: columns.pitch * block,
      pitchY: rows.pitch * block,
      gapX: columns.cellGap,
      gapY: rows.cellGap,
    });
}

const NUMBER_PX = 17;
const LEAST_TEXT_PX = 8;

/** Values, where the cells are large enough and in sight. */
function drawNumbers({ scene, frame, textScale }: PanelPen, { fillOf, inks }: Colours): void {
  const { rows, columns, pitch, panel, offsetOf } = frame;
  if (pitch < NUMBER_PX) return;
  for (let row = 0; row < rows.count; row++)
    for (let column = 0; column < columns.count; column++) {
      const cell = cellIn(frame, row, column);
      if (cell === null) continue;
      const text = `${offsetOf(cell)}`;
      const box = layoutCellBox(frame, cell);
      const size = Math.min(12 * Math.min(1.25, textScale), pitch / 2, (box.width - 2) / textPx(text, 1, 'digits'));
      if (size < LEAST_TEXT_PX) continue;
      const ink = inks[fillOf(panel.elementOf(cell))];
      scene.text(box.x + box.width / 2, box.y + box.height / 2 + size * 0.36, text, ink, { size, anchor: 'middle' });
    }
}

function drawAxes({ scene, frame, theme, textScale, view }: PanelPen): void {
  const { sides, rows, columns, cellsX, cellsY, pitch } = frame;
  const ink = theme.ink3;
  for (const column of ticksOf(sides.columns, columns, tickRoom(sides.columns.slice, view))) {
    const x = cellsX + cellStart(columns, column) + pitch / 2;
    scene.text(x, cellsY - 4, `${column % sides.columns.slice}`, ink, { anchor: 'middle' });
  }
  if (rows.count === 1) return;
  for (const row of ticksOf(sides.rows, rows, 12 * textScale)) {
    const y = cellsY + cellStart(rows, row) + pitch / 2 + 3.5 * textScale;
    scene.text(cellsX - 5, y, `${sides.rows.adds(row % sides.rows.slice)}`, ink, { anchor: 'end' });
  }
}

/** A number and a gap. */
const tickRoom = (count: number, { textScale }: PictureView): number =>
  textPx(`${count - 1}`, 10 * textScale, 'digits') + 6 * textScale;

/** Numbers begin again in each slice; the last one gives way to the next slice's 0. */
const ticksOf = ({ count, slice }: GridSide, { pitch }: NestedTrack, roomPx: number): number[] => {
  const hasRoom = (index: number): boolean => count === slice || (slice - index) * pitch >= roomPx;
  const inSlice = indexTicks(slice, pitch, roomPx).filter(index => index === 0 || hasRoom(index));
  const step = slice * pitch < roomPx ? Math.ceil(roomPx / (slice * pitch)) : 1;
  const slices = Array.from({ length: Math.ceil(count / slice / step) }, (_, i) => i * step * slice);
  return slices.flatMap(first => (slice === 1 ? [first] : inSlice.map(index => first + index)));
};

/**
 * Marks of the highlighted and the pinned cell in all panels; arrows go from it to its first counterpart in each other
 * panel.
 */
function drawLinks(pen: PicturePen<LayoutFrame, LayoutGridRecords>): void {
  const { scene, frame, view } = pen;
  const { steps } = pen.records;
  const { highlight, selection } = view;
  const cell = highlight?.cell ?? selection;
  const from = cell === null ? undefined : frame.panels[cell.row];
  if (cell === null || from === undefined || cell.column >= from.sides.size) return;
  const { cells, first } = linksOf(steps, cell.row, cell.column);
  const start = layoutCellBox(from, cell.column);
  for (const [panel, linked] of cells.entries())
    for (const each of linked) hoverRing(pen, layoutCellBox(frame.panels[panel], each), undefined);
  scene.layer();
  for (const [panel, each] of first.entries())
    if (panel !== cell.row && each >= 0) drawArrow(pen, start, layoutCellBox(frame.panels[panel], each));
  const isPinned = selection !== null && cell.row === selection.row && cell.column === selection.column;
  (isPinned ? pinnedRing : hoverRing)(pen, start, undefined);
}

const HEAD_PX = 7;

/** A shallow arc from edge to edge of two cells, with a head at its end. */
function drawArrow({ scene, theme }: Pen, from: Box, to: Box): void {
  const [ax, ay, bx, by] = [...middle(from), ...middle(to)];
  const length = Math.hypot(bx - ax, by - ay);
  if (length < from.width + to.width) return;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const [startX, startY] = [ax + ux * (from.width / 2 + 4), ay + uy * (from.height / 2 + 4)];
  const [endX, endY] = [bx - ux * (to.width / 2 + 5), by - uy * (to.height / 2 + 5)];
  const bend = Math.min(28, length * 0.12);
  const [midX, midY] = [(startX + endX) / 2 + uy * bend, (startY + endY) / 2 - ux * bend];
  const d = `M${px(startX)} ${px(startY)}Q${px(midX)} ${px(midY)} ${px(endX)} ${px(endY)}`;
  const style = { stroke: theme.accent.ink, width: 1.75, halo: theme.page, haloWidth: 4.5 };
  const [tx, ty] = unit(endX - midX, endY - midY);
  const wing = (side: 1 | -1): string =>
    `${px(endX - HEAD_PX * (tx + side * ty * 0.5))} ${px(endY - HEAD_PX * (ty - side * tx * 0.5))}`;
  scene.path(`${d}M${wing(1)}L${px(endX)} ${px(endY)}L${wing(-1)}`, style);
}

const middle = ({ x, y, width, height }: Box): [number, number] => [x + width / 2, y + height / 2];
const unit = (x: number, y: number): [number, number] => [x / Math.hypot(x, y), y / Math.hypot(x, y)];
const px = (value: number): string => `${Math.round(value * 10) / 10}`;

// Colours of the cells of a picture of layouts: the part that is large, so it is made once and kept while nothing changes.

/** Fill of a cell, and ink on it. */
interface Colours {
  readonly palette: readonly string[];
  readonly inks: readonly string[];
  readonly fillOf: (element: number) => number;
}

/** Banks repeat every 128 bytes, below 0 as well. */
export function bankOfElement(element: number, elementBytes: number): number {
  const word = Math.floor((element * elementBytes) / WORD_BYTES);
  return ((word % BANKS) + BANKS) % BANKS;
}

function coloursOf({ steps, colourBy, elementBytes }: LayoutGridRecords, view: PictureView): Colours {
  const { theme } = view;
  if (colourBy === 'bank')
    return {
      palette: theme.banks,
      inks: theme.banks.map(() => theme.label),
      fillOf: element => bankOfElement(element, elementBytes),
    };
  const palette = shadesOf(view);
  const greatest = Math.max(1, ...steps.panels.map(reachOf));
  const top = palette.length - 1;
  return {
    palette,
    inks: textInks(palette, theme),
    fillOf: element => Math.min(top, Math.round((Math.abs(element) / greatest) * top)),
  };
}

/** The greatest offset that a panel's elements may have. */
const reachOf = ({ layout, values }: Panel): number =>
  values === 'offset' ? cosizeOf(layout.layout) - 1 + layout.offset : 0;

interface Entry {
  readonly key: string;
  readonly theme: PictureView['theme'];
  readonly grids: readonly CellGrid[];
}
const newest = new WeakMap<Panel, Entry>();

/** Grids by run of rows, then run of columns: the cells between two gaps. Equal arguments give the same objects. */
function panelGrids(frame: PanelFrame, records: LayoutGridRecords, view: PictureView): readonly CellGrid[] {
  const { panel, rows, columns, block } = frame;
  const { colourBy, elementBytes } = records;
  const key = [colourBy, elementBytes, block, rows.count, columns.count, runLength(rows), runLength(columns)].join();
  const known = newest.get(panel);
  if (known?.key === key && known.theme === view.theme) return known.grids;
  const colours = coloursOf(records, view);
  const grids: CellGrid[] = [];
  for (let row = 0; row < rows.count; row += runLength(rows))
    for (let column = 0; column < columns.count; column += runLength(columns))
      grids.push(runGrid(frame, { row, column }, colours));
  newest.set(panel, { key, theme: view.theme, grids });
  return grids;
}

/** Cells of one run. If a block of cells is one mark, it shows its first cell. */
function runGrid(frame: PanelFrame, from: { row: number; column: number }, { palette, fillOf }: Colours): CellGrid {
  const { block, panel } = frame;
  const columns = Math.ceil(runLength(frame.columns) / block);
  const rows = Math.ceil(runLength(frame.rows) / block);
  const fill = new Uint8Array(columns * rows).fill(NO_FILL);
  for (let i = 0; i < fill.length; i++) {
    const cell = cellIn(frame, from.row + Math.floor(i / columns) * block, from.column + (i % columns) * block);
    if (cell !== null) fill[i] = fillOf(panel.elementOf(cell));
  }
  return { columns, rows, palette, fill, opacity: null, lane: null, bank: null, address: null };
}

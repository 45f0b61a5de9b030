/** Places of the panels of a layout picture, one after another in lines, and of the cells in each. */

import { cosizeOf } from '../../model/layout/layout.ts';
import type { Panel } from '../../model/layout-steps/steps.ts';
import { offsetsOf, operandText } from '../../model/layout-text/operand.ts';
import { cellAlong, cellStart, type NestedTrack, trackLength } from '../nested-track.ts';
import type { PicturePen } from '../scene/pen.ts';
import { charactersIn, cutTo, textPx } from '../scene/text-metrics.ts';
import type { Box, PictureView, Zoom } from '../view.ts';
import type { LayoutGridRecords } from './records.ts';
import { type GridSide, type GridSides, sidesOf } from './sides.ts';

export interface PanelFrame extends SizedPanel {
  /** Corner of the panel with its texts; corner of its first cell. */
  readonly x: number;
  readonly y: number;
  readonly cellsX: number;
  readonly cellsY: number;
  /** Size of a cell as drawn. */
  readonly pitch: number;
  /** Cells per drawn mark and side. */
  readonly block: number;
}

export interface LayoutFrame {
  readonly panels: readonly PanelFrame[];
  readonly plot: Box;
}

export type PanelPen = PicturePen<PanelFrame, LayoutGridRecords>;

const GAP_PX = 30;
const LINE_GAP_PX = 24;
const BOTTOM_PX = 4;
/** Least cell size with numbers; from it on, all panels have cells of one size. */
const COMMON_PX = 20;

export function layoutFrame({ steps }: LayoutGridRecords, view: PictureView): LayoutFrame {
  const wanted = Math.max(...steps.panels.map(wantedPx)) * view.textScale;
  const sides = steps.panels.map(({ layout }) =>
    sidesOf(layout.layout.shape, Math.max(8, Math.floor((view.width - labelPx(99, view)) / wanted))),
  );
  const fitted = sides.map(each => fittedPitch(each, Math.max(wanted, view.cellPx.min), view));
  const least = Math.min(...fitted);
  const parts = steps.panels.map((panel, i) =>
    sizedPanel(panel, sides[i], least >= COMMON_PX ? least : fitted[i], view),
  );
  return flowed(parts, view);
}

/** A place that the next panel takes, and the line that it is in. */
interface Cursor {
  /** Left edge and width of the column, and how far down it is filled. */
  readonly x: number;
  readonly width: number;
  readonly filled: number;
  /** Top of the line, and the height of its tallest column. */
  readonly top: number;
  readonly height: number;
}

/**
 * Places panels from left to right in lines; a panel that is low enough goes below the one before. All of them zoom
 * together.
 */
function flowed(parts: readonly SizedPanel[], view: PictureView): LayoutFrame {
  const panels: PanelFrame[] = [];
  let at: Cursor = { x: 0, width: 0, filled: 0, top: 0, height: 0 };
  let right = view.width;
  for (const part of parts) {
    at = nextPlace(at, part, view.width);
    panels.push(placed(part, at.x, at.top + at.filled - part.height, view.zoom));
    right = Math.max(right, at.x + part.width);
  }
  return { panels, plot: { x: 0, y: 0, width: right, height: at.top + at.height + BOTTOM_PX } };
}

/** The column with the panel at its end. */
function nextPlace(at: Cursor, { width, height }: SizedPanel, room: number): Cursor {
  const below = at.filled + LINE_GAP_PX + height;
  if (at.filled > 0 && below <= at.height && at.x + width <= room)
    return { ...at, width: Math.max(at.width, width), filled: below };
  const x = at.filled === 0 ? 0 : at.x + at.width + GAP_PX;
  if (x === 0 || x + width <= room) return { ...at, x, width, filled: height, height: Math.max(at.height, height) };
  return { x: 0, width, filled: height, top: at.top + at.height + LINE_GAP_PX, height };
}

function placed(part: SizedPanel, x: number, y: number, zoom: Zoom): PanelFrame {
  const { k } = zoom;
  const pitch = part.columns.pitch * k;
  return {
    ...part,
    x: x * k + zoom.x,
    y: y * k + zoom.y,
    cellsX: (x + part.left) * k + zoom.x,
    cellsY: (y + part.top) * k + zoom.y,
    rows: zoomed(part.rows, k),
    columns: zoomed(part.columns, k),
    pitch,
    block: pitch >= 2 ? 1 : Math.ceil(2 / pitch),
  };
}

const zoomed = (track: NestedTrack, k: number): NestedTrack => ({
  ...track,
  pitch: track.pitch * k,
  cellGap: track.pitch * k >= 6 ? 1 : 0,
  gap: track.gap * k,
});

/** The drawn box of a cell, its gap left out. */
export function layoutCellBox({ sides, rows, columns, cellsX, cellsY }: PanelFrame, cell: number): Box {
  return {
    x: cellsX + cellStart(columns, sides.columns.indexOf(cell)),
    y: cellsY + cellStart(rows, sides.rows.indexOf(cell)),
    width: columns.pitch - columns.cellGap,
    height: rows.pitch - rows.cellGap,
  };
}

/** Cell of a row and a column; null behind the last one. */
export function cellIn({ sides }: PanelFrame, row: number, column: number): number | null {
  const cell = sides.rows.adds(row) + sides.columns.adds(column);
  return cell < sides.size ? cell : null;
}

/** Panel and cell under a point. */
export function cellUnder({ panels }: LayoutFrame, px: number, py: number): { panel: number; cell: number } | null {
  for (const [at, panel] of panels.entries()) {
    const [x, y] = [px - panel.cellsX, py - panel.cellsY];
    if (x < 0 || y < 0 || x >= trackLength(panel.columns) || y >= trackLength(panel.rows)) continue;
    const cell = cellIn(panel, cellAlong(panel.rows, y), cellAlong(panel.columns, x));
    return cell === null ? null : { panel: at, cell };
  }
  return null;
}

// How large the cells of a panel are, and what room the panel takes.

/** A panel before it has a place. */
interface SizedPanel {
  readonly panel: Panel;
  /** The layout's text, cut where it would not fit. */
  readonly text: string;
  readonly offsetOf: (cell: number) => number;
  readonly sides: GridSides;
  readonly rows: NestedTrack;
  readonly columns: NestedTrack;
  /** Distance from the panel's corner to its first cell. */
  readonly left: number;
  readonly top: number;
  /** Width of the whole panel. */
  readonly width: number;
  readonly height: number;
}

const TEXTS_PX = 48;
const FORMULA_PX = 11;
const TITLE_PX = 12;
const MOST_CELL_PX = 36;
/** More pieces between gaps than these take long to draw. */
const MOST_RUNS = 32;

/** Wide enough for the panel's longest number. */
function wantedPx({ layout }: Panel): number {
  const longest = `${cosizeOf(layout.layout) - 1 + layout.offset}`;
  return Math.min(MOST_CELL_PX, Math.max(22, Math.ceil(textPx(longest, 10, 'digits')) + 6));
}

/** Room for the numbers of rows. */
const labelPx = (greatest: number, { textScale }: PictureView): number =>
  Math.ceil(textPx(`${greatest}`, 10 * textScale, 'digits') + 6 * textScale);

/** Whole pixels where gaps are drawn, halves below, free where cells are small. */
const snapDown = (cell: number): number => (cell >= 6 ? Math.floor(cell) : cell >= 2 ? Math.floor(cell * 2) / 2 : cell);

function fittedPitch({ rows, columns }: GridSides, wanted: number, view: PictureView): number {
  const wide = view.width - labelPx(rows.adds(rows.slice - 1), view);
  let pitch = snapDown(Math.min(wanted, wide / columns.count, view.maxHeight / rows.count));
  const fits = (cell: number): boolean =>
    trackLength(trackOf(columns, cell)) <= wide && trackLength(trackOf(rows, cell)) <= view.maxHeight;
  while (pitch > 0.5 && !fits(pitch)) pitch = pitch > 6 ? pitch - 1 : pitch * 0.94;
  return pitch;
}

function trackOf({ count, groups }: GridSide, pitch: number): NestedTrack {
  const shown = groups.filter(size => size < count && size * pitch >= 12 && pitch >= 2 && count / size <= MOST_RUNS);
  return { count, groups: [...new Set(shown)], pitch, cellGap: pitch >= 6 ? 1 : 0, gap: pitch >= 16 ? 4 : 2 };
}

function sizedPanel(panel: Panel, sides: GridSides, pitch: number, view: PictureView): SizedPanel {
  const [rows, columns] = [trackOf(sides.rows, pitch), trackOf(sides.columns, pitch)];
  const left = sides.rows.count === 1 ? 0 : labelPx(sides.rows.adds(sides.rows.slice - 1), view);
  const top = TEXTS_PX * view.textScale;
  const text = cutTo(operandText(panel.layout), charactersIn(view.width, FORMULA_PX * view.textScale, 'mono'));
  const longest = Math.max(textPx(text, FORMULA_PX, 'mono'), textPx(panel.title, TITLE_PX, 'bold')) * view.textScale;
  const width = Math.min(view.width, Math.max(left + trackLength(columns), longest));
  const height = top + trackLength(rows);
  return { panel, text, offsetOf: offsetsOf(panel.layout), sides, rows, columns, left, top, width, height };
}

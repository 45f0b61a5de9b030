/** Places of the cells of a tensor view: two nested tracks, a cell size from the available space, zoom, and labels. */

import type { PictureAxis } from '../../model/permute/axis-language.ts';
import type { BlockMove } from '../../model/permute/block.ts';
import { cellAlong, cellStart, type NestedTrack, trackLength } from '../nested-track.ts';
import type { TensorViewRecords } from '../permute/records.ts';
import type { PicturePen } from '../scene/pen.ts';
import { textPx } from '../scene/text-metrics.ts';
import type { Box, PictureView } from '../view.ts';

const BOTTOM_PX = 4;
/** Room for a column axis: its indices, and the brackets under those of an outer one. */
const AXIS_LINE_PX = 14;
/** Cells that are easily pointed at. */
const EASY_PX = 12;
/** Cells never grow beyond this when zooming. */
const GREATEST_CELL_PX = 56;

export interface TensorFrame {
  /** Area in which cells are visible; zoomed cells are cut off at its edge. */
  readonly plot: Box;
  /** Corner of the first cell, outside the plot when zoomed. */
  readonly x: number;
  readonly y: number;
  /** The shorter side of a cell, unzoomed and as it is drawn. */
  readonly cell: number;
  readonly pitch: number;
  /** Cells per drawn mark and side; 1 where cells are drawn one by one. */
  readonly block: number;
  /** Tracks as drawn. */
  readonly rows: NestedTrack;
  readonly columns: NestedTrack;
  /** Outermost first. */
  readonly rowLevels: readonly Level[];
  readonly columnLevels: readonly Level[];
  /** Right edge of each row level's labels. */
  readonly rowLabelX: readonly number[];
}

export type TensorViewPen = PicturePen<TensorFrame, TensorViewRecords>;

/** Cells of one size both ways; only small ones that could be twice as long one way are. */
function fittedTracks(rows: readonly Level[], columns: readonly Level[], room: Room, { cellPx }: PictureView) {
  const fitted = (mostPx: number): readonly [rows: NestedTrack, columns: NestedTrack] => [
    fittedTrack(rows, room.height, cellPx, mostPx),
    fittedTrack(columns, room.width, cellPx, mostPx),
  ];
  const square = Math.min(...fitted(cellPx.max).map(({ pitch }) => pitch));
  const long = fitted(Math.max(square, Math.min(EASY_PX, cellPx.max)));
  return long.some(({ pitch }) => pitch >= 2 * square) ? long : fitted(square);
}

type Room = Pick<Box, 'width' | 'height'>;

export function tensorFrame({ block, axes }: TensorViewRecords, view: PictureView): TensorFrame {
  const rowLevels = levelsOf(axes.rows, block.move);
  const columnLevels = levelsOf(axes.columns, block.move);
  const { labelX, left } = rowLabels(rowLevels, block.names, view);
  const top = Math.ceil(Math.max(1, columnLevels.length) * AXIS_LINE_PX * view.textScale) + 4;
  const room = { width: view.width - left - rightPx(columnLevels, block.names, view), height: view.maxHeight };
  const { k, x, y } = view.zoom;
  const [rows, columns] = fittedTracks(rowLevels, columnLevels, room, view);
  const cell = Math.min(rows.pitch, columns.pitch);
  return {
    plot: { x: left, y: top, width: trackLength(columns), height: trackLength(rows) },
    x: left * k + x,
    y: top * k + y,
    cell,
    pitch: cell * k,
    block: cell * k >= 2 ? 1 : Math.ceil(2 / (cell * k)),
    rows: zoomedTrack(rows, k),
    columns: zoomedTrack(columns, k),
    rowLevels,
    columnLevels,
    rowLabelX: labelX,
  };
}

const widthOf = (text: string, { textScale }: PictureView): number => textPx(text, 10 * textScale, 'digits');

/** Width of the widest of a level's labels. */
const labelWidth = ({ mode, extent }: Level, names: readonly string[], view: PictureView): number =>
  Math.max(widthOf(names[mode], view), widthOf(`${extent - 1}`, view));

/** Labels of rows stand side by side, the outermost first, each with room for a bracket behind it. */
function rowLabels(levels: readonly Level[], names: readonly string[], view: PictureView) {
  let left = 0;
  const labelX = levels.map(level => {
    left += labelWidth(level, names, view) + 9;
    return left - 7;
  });
  // Cells lie on whole pixels: their edges are sharp.
  return { labelX, left: Math.max(Math.ceil(left), 8) };
}

/** The names of the column axes stand behind the last column. */
const rightPx = (levels: readonly Level[], names: readonly string[], view: PictureView): number =>
  Math.max(12, ...levels.map(level => widthOf(names[level.mode], view) + nameGapPx(level, view) + 1));

/** Beyond the last column, whose number may be wider than its cell. */
export const nameGapPx = ({ inner, extent }: Level, view: PictureView): number =>
  inner === 1 ? Math.max(5, widthOf(`${extent - 1}`, view) / 2 + 2) : 5;

export const tensorSize = ({ plot }: TensorFrame, view: PictureView): Room => ({
  width: Math.max(view.width, plot.x + plot.width),
  height: plot.y + plot.height + BOTTOM_PX,
});

/** The drawn box of a cell, its gap left out. */
export const tensorCellBox = (frame: TensorFrame, row: number, column: number): Box => ({
  x: frame.x + cellStart(frame.columns, column),
  y: frame.y + cellStart(frame.rows, row),
  width: frame.columns.pitch - frame.columns.cellGap,
  height: frame.rows.pitch - frame.rows.cellGap,
});

/** Null outside the plot. */
export function tensorCellUnder(frame: TensorFrame, px: number, py: number): { row: number; column: number } | null {
  const { plot } = frame;
  if (px < plot.x || py < plot.y || px >= plot.x + plot.width || py >= plot.y + plot.height) return null;
  return { row: cellAlong(frame.rows, py - frame.y), column: cellAlong(frame.columns, px - frame.x) };
}

export const tensorZoom = ({ plot, cell }: TensorFrame): { readonly plot: Box; readonly greatest: number } => ({
  plot,
  greatest: Math.max(1, GREATEST_CELL_PX / cell),
});

/** Cell of an element, given its index by mode. */
export const cellOfIndex = (frame: Pick<TensorFrame, 'rowLevels' | 'columnLevels'>, index: readonly number[]) => {
  const along = (levels: readonly Level[]): number =>
    levels.reduce((cell, { mode, inner }) => cell + index[mode] * inner, 0);
  return { row: along(frame.rowLevels), column: along(frame.columnLevels) };
};

// The loops of one side of a tensor view, and the groups of cells that they make.

/** A group of fewer pixels would be lost between two gaps. */
const LEAST_GROUP_PX = 12;

/** One loop of a side, drawn as a line of labels. */
export interface Level {
  readonly mode: number;
  readonly extent: number;
  /** Cells per step of it. */
  readonly inner: number;
  readonly joined: boolean;
}

function levelsOf(axes: readonly PictureAxis[], { modes }: Pick<BlockMove, 'modes'>): Level[] {
  let inner = 1;
  return axes
    .toReversed()
    .map(({ mode, joined }) => {
      const level = { mode, extent: modes[mode].extent, inner, joined };
      inner *= level.extent;
      return level;
    })
    .toReversed();
}

/** Sizes of the groups that a gap may follow, smallest first. */
const groupSizes = (levels: readonly Level[]): number[] =>
  levels.flatMap(({ inner, extent, joined }, i) => (i === 0 || joined ? [] : inner * extent)).toReversed();

/** Track for a given cell size. */
function trackOf(levels: readonly Level[], pitch: number): NestedTrack {
  const count = levels.reduce((cells, { extent }) => cells * extent, 1);
  const groups = groupSizes(levels).filter(size => size < count && size * pitch >= LEAST_GROUP_PX);
  const gap = pitch >= 16 ? 5 : pitch >= 6 ? 3 : 2;
  return { count, groups: [...new Set(groups)], pitch, cellGap: cellGapOf(pitch), gap };
}

const cellGapOf = (pitch: number): number => (pitch >= 6 ? 1 : 0);

/** Whole pixels where gaps are drawn, halves where guides are, free below. */
const snapDown = (cell: number): number => (cell >= 6 ? Math.floor(cell) : cell >= 2 ? Math.floor(cell * 2) / 2 : cell);

const nextSmaller = (cell: number): number => (cell > 6 ? cell - 1 : cell > 2 ? cell - 0.5 : cell * 0.95);

/** The largest cells, of at most `mostPx` each, that fit with their gaps. */
function fittedTrack(levels: readonly Level[], roomPx: number, { min }: CellPx, mostPx: number): NestedTrack {
  const { count } = trackOf(levels, 1);
  let pitch = Math.max(min, snapDown(Math.min(mostPx, roomPx / count)));
  while (pitch > min && trackLength(trackOf(levels, pitch)) > roomPx) pitch = Math.max(min, nextSmaller(pitch));
  return trackOf(levels, pitch);
}

type CellPx = Pick<PictureView['cellPx'], 'min'>;

/** Cells get a gap between them as soon as they are large enough. */
const zoomedTrack = (track: NestedTrack, k: number): NestedTrack => ({
  ...track,
  pitch: track.pitch * k,
  cellGap: cellGapOf(track.pitch * k),
  gap: track.gap * k,
});

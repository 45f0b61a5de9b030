/** Places in a timeline: rows from top to bottom, cycles from left to right. */
import type { SpanKind } from '../../model/pipeline/run-groups.ts';
import { type PipelineRecords, type PipelineView, type TimeWindow, wholeWindow } from '../pipeline/records.ts';
import { type TimelineRow, timelineRows } from '../pipeline/rows.ts';
import type { Box } from '../view.ts';

export type PlacedRow = TimelineRow & {
  readonly y: number;
  readonly height: number;
  /** Height of the lines of work: below them a role has brackets and other sources. */
  readonly workPx: number;
  readonly isDivided: boolean;
};
/** Vertical place and height only: the horizontal place is time. */
export type RowExtent = Pick<Box, 'y' | 'height'>;

export interface TimelineFrame {
  /** Area of all rows, without their names and the axis above. */
  readonly plot: Box;
  readonly rows: readonly PlacedRow[];
  readonly window: TimeWindow;
  readonly originClk: number;
  readonly pxPerClk: number;
  /** Baseline of the ticks' numbers. */
  readonly axisY: number;
  /** Height of one line of another source at the foot of a role's row. */
  readonly footPx: number;
  /** Names stand alone, without the note behind them. */
  readonly isNarrow: boolean;
}

/** Below it names stand alone. */
const NARROW_PX = 560;
const GUTTER_PX = { wide: 116, narrow: 92 };
const RIGHT_PX = 8;
const AXIS_PX = 24;
const LINE_PX = 26;
/** Height of each of two or three lines in one row. */
const THIN_LINE_PX = 17;
const FOOT_PX = 7;
export const BRACKET_PX = 16;
const HEIGHTS = { unit: 9, named: 9, slot: 20, trace: 9 };
const GAPS = { role: 9, unit: 7, named: 7, slot: 4, trace: 5 };
/** Above the first row of a section, and of a stage with traces. */
export const SECTION_PX = 10;
const STAGE_PX = 4;

export function timelineFrame(records: PipelineRecords, view: PipelineView): TimelineFrame {
  const { originClk, under } = records;
  const { textScale, width: sceneWidth } = view;
  const window = view.window ?? wholeWindow(records);
  const isNarrow = sceneWidth < NARROW_PX * textScale;
  const x = (isNarrow ? GUTTER_PX.narrow : GUTTER_PX.wide) * textScale;
  const width = Math.max(40, sceneWidth - x - RIGHT_PX);
  const y = AXIS_PX * textScale;
  const footPx = FOOT_PX * textScale;
  const below = { feetPx: under.length * footPx, bracketPx: view.brackets ? BRACKET_PX * textScale : 0 };
  const rows = placedRows(timelineRows(records, view), y + 4, textScale, below);
  const last = rows[rows.length - 1];
  return {
    plot: { x, y, width, height: last.y + last.height + 4 - y },
    rows,
    window,
    originClk,
    pxPerClk: width / (window.to - window.from),
    axisY: 13 * textScale,
    footPx,
    isNarrow,
  };
}

interface Below {
  readonly feetPx: number;
  readonly bracketPx: number;
}

function placedRows(rows: readonly TimelineRow[], top: number, scale: number, below: Below): PlacedRow[] {
  let y = top;
  return rows.map((row, i) => {
    const isDivided = i > 0 && isSection(rows[i - 1], row);
    if (isDivided) y += SECTION_PX;
    else if (i > 0 && row.kind === 'slot' && rows[i - 1].kind === 'trace') y += STAGE_PX;
    const workPx = heightOf(row) * scale;
    const height = workPx + belowPx(row, below);
    const placed = { ...row, y, height, workPx, isDivided };
    y += height + GAPS[row.kind] * scale;
    return placed;
  });
}

function belowPx(row: TimelineRow, { feetPx, bracketPx }: Below): number {
  if (row.kind !== 'role') return 0;
  return feetPx * FOOT_LINES[`${row.hasSoftmax}`].length + (row.hasSoftmax ? bracketPx : 0);
}

/** Lines of another source, by whether the role has a softmax: below its products, so that what lies under them is seen. */
const FOOT_LINES: Readonly<Record<'true' | 'false', readonly (readonly SpanKind[])[]>> = {
  true: [
    ['mma', 'store', 'copy'],
    ['softmax', 'alu'],
  ],
  false: [['mma', 'softmax', 'alu', 'store', 'copy']],
};

/** Roles and units, slots and their barriers, other barriers. */
const isSection = (before: TimelineRow, row: TimelineRow): boolean => sectionOf(before) !== sectionOf(row);

const sectionOf = (row: TimelineRow): string => {
  if (row.kind === 'slot') return 'slots';
  if (row.kind === 'trace') return row.guard === null ? 'barriers' : 'slots';
  return 'roles';
};

function heightOf(row: TimelineRow): number {
  if (row.kind !== 'role') return HEIGHTS[row.kind];
  return row.lines.length === 1 ? LINE_PX : row.lines.length * THIN_LINE_PX;
}

/** One of the lines of work of a role's row. */
export function lineOf(row: PlacedRow, line: number): RowExtent {
  const lines = row.kind === 'role' ? row.lines.length : 1;
  const pitch = row.workPx / lines;
  return { y: row.y + line * pitch, height: pitch - (lines === 1 ? 0 : 1) };
}

export interface FootLine extends RowExtent {
  readonly kinds: readonly SpanKind[];
}

/** Where the bars of another source lie, which is the `place`th from above. */
export function footLinesOf({ footPx }: TimelineFrame, row: PlacedRow, place: number, places: number): FootLine[] {
  const lines = FOOT_LINES[`${row.kind === 'role' && row.hasSoftmax}`];
  const top = row.y + row.height - (places - place) * lines.length * footPx;
  return lines.map((kinds, line) => ({ kinds, y: top + line * footPx, height: footPx }));
}

/** `clk` of the run. */
export const xOf = ({ plot, window, originClk, pxPerClk }: TimelineFrame, clk: number): number =>
  plot.x + (clk - originClk - window.from) * pxPerClk;

/** Time of the run at a place. */
export const clkAt = ({ plot, window, originClk, pxPerClk }: TimelineFrame, x: number): number =>
  (x - plot.x) / pxPerClk + window.from + originClk;

/** First and last clk of the run that is in sight. */
export const sightOf = ({ window, originClk }: TimelineFrame): TimeWindow => ({
  from: window.from + originClk,
  to: window.to + originClk,
});

/** Box from one time of the run to another [clk], cut off at the plot's edges. */
export function boxOf(frame: TimelineFrame, from: number, to: number, { y, height }: RowExtent): Box {
  const { plot } = frame;
  const x = Math.max(plot.x - CUT_PX, xOf(frame, from));
  return { x, y, width: Math.min(plot.x + plot.width + CUT_PX, xOf(frame, to)) - x, height };
}

/** Distance outside the plot at which the end of a cut box is not visible. */
const CUT_PX = 6;

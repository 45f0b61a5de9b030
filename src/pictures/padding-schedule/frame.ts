/**
 * Places of the padding schedule's rows and columns: shared columns on the left, then a group of columns for each
 * variant.
 */
import { BANKS } from '../../base/hardware.ts';
import type { PaddingScheduleRecords } from '../permute/records.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, PictureView } from '../view.ts';
import type { Schedule, ScheduleRow } from './rows.ts';

const WIDE = { extentX: 138, wantedX: 222, left: 234 };
const TIGHT = { extentX: 62, wantedX: 112, left: 122 };
const GROUP = { inline: 244, least: 134 };
/** Right edges of the numbers in a group, and where the ruler begins beside them. */
const NUMBERS = { padX: 34, strideX: 73, residueX: 128, rulerX: 138 };
const SLOT_PX = { least: 3, greatest: 9 };
const BADGE_PX = 24;
const HEAD_PX = 20;
const ROW_PX = { inline: 27, stacked: 44 };
const RULER_PX = 15;
const STACK_PX = 40;
const STACK_MARGIN_PX = 6;
const SIDES = 2;
const LINE_PX = 18;

export interface PaddingScheduleFrame {
  readonly extentX: number;
  readonly wantedX: number;
  readonly isTight: boolean;
  /** Left edges of the groups, and the right end of the last one. */
  readonly groupX: readonly number[];
  /** Whether a ruler stands beside its numbers, not below them. */
  readonly isInline: boolean;
  readonly slot: number;
  readonly headY: number;
  readonly rowsY: number;
  readonly rowPitch: number;
  readonly rulerHeight: number;
  readonly stackY: number;
  /** Height of one side's stack. */
  readonly stackHeight: number;
  readonly textScale: number;
  readonly width: number;
  readonly height: number;
}

export interface PaddingSchedulePen extends PicturePen<PaddingScheduleFrame, PaddingScheduleRecords> {
  readonly schedule: Schedule;
}

export function paddingScheduleFrame(
  { variants }: PaddingScheduleRecords,
  rows: readonly ScheduleRow[],
  { width, textScale }: PictureView,
): PaddingScheduleFrame {
  const scaled = (px: number): number => px * textScale;
  const columns = columnsOf(variants.length, width, textScale);
  const rowsY = scaled(BADGE_PX + HEAD_PX);
  const rowPitch = scaled(columns.isInline ? ROW_PX.inline : ROW_PX.stacked);
  const stackY = rowsY + rows.length * rowPitch;
  // Below its verdict a stack needs the height of a line more.
  const stackHeight = scaled(STACK_PX + (columns.isInline ? 0 : LINE_PX));
  return {
    ...columns,
    headY: scaled(BADGE_PX),
    rowsY,
    rowPitch,
    rulerHeight: scaled(RULER_PX),
    stackY,
    stackHeight,
    textScale,
    width: Math.max(width, columns.groupX.at(-1)!),
    height: stackY + SIDES * stackHeight + 4,
  };
}

type Columns = Pick<PaddingScheduleFrame, 'extentX' | 'wantedX' | 'isTight' | 'groupX' | 'isInline' | 'slot'>;

/** All that depends on the width. */
function columnsOf(count: number, width: number, textScale: number): Columns {
  const scaled = (px: number): number => px * textScale;
  const isTight = width < scaled(WIDE.left) + count * scaled(GROUP.inline);
  const { extentX, wantedX, left } = isTight ? TIGHT : WIDE;
  const group = Math.max(scaled(GROUP.least), Math.floor((width - scaled(left)) / count));
  const isInline = group >= scaled(GROUP.inline);
  const room = group - scaled(isInline ? NUMBERS.rulerX : 8) - scaled(10);
  return {
    extentX: scaled(extentX),
    wantedX: scaled(wantedX),
    isTight,
    groupX: Array.from({ length: count + 1 }, (_, i) => scaled(left) + i * group),
    isInline,
    slot: Math.min(SLOT_PX.greatest, Math.max(SLOT_PX.least, Math.floor((room / BANKS) * 2) / 2)),
  };
}

export const numberX = (
  frame: PaddingScheduleFrame,
  variant: number,
  column: 'padX' | 'strideX' | 'residueX',
): number => frame.groupX[variant] + NUMBERS[column] * frame.textScale;

export const rulerX = (frame: PaddingScheduleFrame, variant: number): number =>
  frame.groupX[variant] + (frame.isInline ? NUMBERS.rulerX : 8) * frame.textScale;

/** Baseline of a row's numbers. */
export const baselineOf = (frame: PaddingScheduleFrame, row: number): number =>
  frame.rowsY +
  row * frame.rowPitch +
  (frame.isInline ? frame.rowPitch / 2 + 4 * frame.textScale : 16 * frame.textScale);

export function rulerBox(frame: PaddingScheduleFrame, variant: number, row: number): Box {
  const top = frame.rowsY + row * frame.rowPitch;
  const height = frame.rulerHeight;
  return {
    x: rulerX(frame, variant),
    y: frame.isInline ? top + (frame.rowPitch - height) / 2 : top + 22 * frame.textScale,
    width: BANKS * frame.slot,
    height,
  };
}

/** Top of the row that stacks the words of a warp: of its store, then of its load. */
export const stackTop = (frame: PaddingScheduleFrame, warp: number): number => frame.stackY + warp * frame.stackHeight;

/** Box in which words are stacked, bank by bank. */
export function stackBox(frame: PaddingScheduleFrame, warp: number, variant: number): Box {
  const above = STACK_MARGIN_PX * frame.textScale + (frame.isInline ? 0 : LINE_PX * frame.textScale);
  return {
    x: rulerX(frame, variant),
    y: stackTop(frame, warp) + above,
    width: BANKS * frame.slot,
    height: frame.stackHeight - above,
  };
}

/** Slots that follow each other; those beyond the last bank are left out. */
export function slotBox(frame: PaddingScheduleFrame, within: Box, bank: number, words = 1): Box {
  const gap = frame.slot >= 3.5 ? 0.8 : 0.5;
  return {
    ...within,
    x: within.x + bank * frame.slot,
    width: Math.min(words, BANKS - bank) * frame.slot - gap,
  };
}

/** Places of the counters, lanes and verdicts of a counting loop, and which of its rows are visible. */

import { LANES } from '../../base/hardware.ts';
import type { CountingLoopRecords } from '../permute/records.ts';
import type { PicturePen } from '../scene/pen.ts';
import { longestPx } from '../scene/text-metrics.ts';
import type { Box, PictureView } from '../view.ts';
import type { CountedRequests } from './rows.ts';

const HEAD_PX = 20;
const ROW_PX = { least: 13, greatest: 18 };
const LANE_PX = { least: 3, greatest: 22 };
const GAP_PX = 10;
const OVERVIEW_PX = 8;
/** 'consecutive', and '16-way: lanes 0, 2, 4, 6 and 12 more meet' in the text of an axis. */
const VERDICT_PX = { short: 82, full: 218 };
/** Wide enough for numbers in the lanes beside a full verdict. */
const FULL_FROM_PX = 640;

export interface CountingFrame {
  /** Slowest first: the modes that count, and the right edge of each one's digits. */
  readonly counters: readonly { readonly mode: number; readonly x: number }[];
  readonly lanesX: number;
  readonly lanePitch: number;
  readonly verdictX: number;
  readonly isShort: boolean;
  /** All rows at a glance, where they are not all in sight. */
  readonly overview: Box | null;
  /** Rows in sight. */
  readonly first: number;
  readonly count: number;
  readonly rowsY: number;
  readonly rowPitch: number;
  readonly bottom: number;
}

export interface CountingLoopPen extends PicturePen<CountingFrame, CountingLoopRecords> {
  readonly counted: CountedRequests;
}

const between = (value: number, { least, greatest }: { readonly least: number; readonly greatest: number }): number =>
  Math.min(greatest, Math.max(least, value));

/** Place in the sequence; null while nothing is counted, and when all is. */
export function cursorSlot({ sequence }: CountedRequests, { playhead }: PictureView): number | null {
  const slot = Math.ceil(playhead) - 1;
  return slot >= 0 && slot < sequence.elements.length ? slot : null;
}

export function countingFrame(
  records: CountingLoopRecords,
  counted: CountedRequests,
  view: PictureView,
): CountingFrame {
  const down = rowsDown(counted.rows.length, view);
  const { counters, end } = countersOf(records, view.textScale);
  const isShort = view.width < FULL_FROM_PX * view.textScale;
  const verdictPx = (isShort ? VERDICT_PX.short : VERDICT_PX.full) * view.textScale;
  const hasOverview = down.count < counted.rows.length;
  const behindPx = GAP_PX + verdictPx + (hasOverview ? GAP_PX + OVERVIEW_PX + 2 : 0);
  // Cells lie on whole pixels: their edges are sharp.
  const lanesX = Math.ceil(end) + GAP_PX;
  const lanePitch = between(Math.floor((view.width - lanesX - behindPx) / LANES), LANE_PX);
  const verdictX = lanesX + LANES * lanePitch + GAP_PX;
  const strip = { x: verdictX + verdictPx + GAP_PX, y: down.rowsY, width: OVERVIEW_PX };
  return {
    ...{ counters, lanesX, lanePitch, verdictX, isShort },
    ...down,
    overview: hasOverview ? { ...strip, height: down.bottom - down.rowsY } : null,
    first: firstRow(records, counted, down.count, view),
  };
}

/** All rows, or as many as fit. */
function rowsDown(rows: number, { maxHeight, textScale }: PictureView) {
  const rowsY = Math.ceil(HEAD_PX * textScale);
  const limits = { least: ROW_PX.least * textScale, greatest: ROW_PX.greatest * textScale };
  const count = Math.min(rows, Math.max(1, Math.floor((maxHeight - rowsY) / limits.least)));
  const rowPitch = between(Math.floor((maxHeight - rowsY) / count), limits);
  return { rowsY, count, rowPitch, bottom: rowsY + count * rowPitch };
}

/** Pages do not move while the cursor walks through them. */
function firstRow(
  { chosen, side }: CountingLoopRecords,
  counted: CountedRequests,
  count: number,
  view: PictureView,
): number {
  const slot = cursorSlot(counted, view);
  const isChosen = (row: { readonly warp: number; readonly k: number }): boolean =>
    chosen !== null && chosen.side === side && row.warp === chosen.warp && row.k === chosen.k;
  const row = slot === null ? Math.max(0, counted.rows.findIndex(isChosen)) : Math.floor(slot / LANES);
  return Math.min(counted.rows.length - count, Math.floor(row / count) * count);
}

function countersOf({ block, side }: CountingLoopRecords, textScale: number) {
  const { modes, storeOrder, loadOrder } = block.move;
  const order = (side === 'store' ? storeOrder : loadOrder).filter(mode => modes[mode].extent > 1).toReversed();
  let end = 0;
  const counters = order.map(mode => {
    const texts = [block.names[mode], `${modes[mode].extent - 1}`];
    end += longestPx(texts, 10 * textScale, 'digits') + 6 * textScale;
    return { mode, x: end };
  });
  return { counters, end };
}

export const laneCellBox = (frame: CountingFrame, slot: number): Box => ({
  x: frame.lanesX + (slot % LANES) * frame.lanePitch,
  y: frame.rowsY + (Math.floor(slot / LANES) - frame.first) * frame.rowPitch,
  width: frame.lanePitch - 1,
  height: frame.rowPitch - 1,
});

export const isInSight = ({ first, count }: CountingFrame, slot: number): boolean =>
  slot >= first * LANES && slot < (first + count) * LANES;

export type CountingTarget =
  | { readonly kind: 'slot'; readonly slot: number }
  | { readonly kind: 'row'; readonly row: number };

export function countingHit(frame: CountingFrame, px: number, py: number): CountingTarget | null {
  const row = frame.first + Math.floor((py - frame.rowsY) / frame.rowPitch);
  if (py < frame.rowsY || row >= frame.first + frame.count) return null;
  const lane = Math.floor((px - frame.lanesX) / frame.lanePitch);
  if (lane >= 0 && lane < LANES) return { kind: 'slot', slot: row * LANES + lane };
  const isBeside = frame.overview !== null && px >= frame.overview.x;
  return px < 0 || isBeside ? null : { kind: 'row', row };
}

/** Places of the names, dots and numbers of case strips. */

import type { Cell } from '../../model/layout/tile-layout.ts';
import type { PicturePen } from '../scene/pen.ts';
import { longestPx, textPx } from '../scene/text-metrics.ts';
import type { Box, PictureView } from '../view.ts';
import { type CaseDot, type CaseStripsRecords, dotsOf } from './records.ts';

const HEAD_PX = 17;
const STRIP_PX = 44;
const ROW_GAP_PX = 4;
/** Room above and below a strip's dots, so that rings around them are not cut off. */
const RING_PX = 4;
/** Narrower than this, names stand above their strips. */
const NARROW_PX = 560;
/** A dot at the end of the axis stays whole. */
const END_PX = 6;
const GAP_PX = 12;
export const TEXT_PX = 11;
/** '—, not measured yet', '104.2 %'. */
export const ABSENT = '—, not measured yet';
const LONGEST_NUMBER = '1,042.5 %';

export interface PlacedDot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export interface CaseStripsFrame {
  readonly isNarrow: boolean;
  /** Ends of the axis. */
  readonly left: number;
  readonly right: number;
  /** End of the axis. */
  readonly endPercent: number;
  readonly headPx: number;
  readonly rowPx: number;
  readonly stripPx: number;
  readonly bottom: number;
  /** Dots by row and case. */
  readonly dots: readonly (readonly (PlacedDot | null)[])[];
}

export type CaseStripsPen = PicturePen<CaseStripsFrame, CaseStripsRecords>;

export function caseStripsFrame({ rows }: CaseStripsRecords, { width, textScale }: PictureView): CaseStripsFrame {
  const isNarrow = width < NARROW_PX * textScale;
  const names = longestPx(
    rows.map(({ name }) => name),
    TEXT_PX * textScale,
  );
  const longestWords = rows.some(row => dotsOf(row).length === 0) ? ABSENT : LONGEST_NUMBER;
  const headPx = isNarrow ? HEAD_PX * textScale : 0;
  const rowPx = headPx + STRIP_PX + ROW_GAP_PX;
  const most = Math.max(100, ...rows.flatMap(row => dotsOf(row).map(({ percent }) => percent)));
  const axis = {
    left: isNarrow ? END_PX : names + GAP_PX,
    right: isNarrow ? width - END_PX : width - textPx(longestWords, TEXT_PX * textScale) - GAP_PX,
    endPercent: Math.ceil(most / 10) * 10,
  };
  const place = (dots: readonly (CaseDot | null)[], row: number) =>
    placedDots(dots, row * rowPx + headPx + STRIP_PX / 2, axis);
  return {
    ...{ isNarrow, ...axis, headPx, rowPx, stripPx: STRIP_PX, bottom: rows.length * rowPx },
    dots: rows.map(({ dots }, row) => place(dots, row)),
  };
}

type Axis = Pick<CaseStripsFrame, 'left' | 'right' | 'endPercent'>;

export const xOfPercent = ({ left, right, endPercent }: Axis, percent: number): number =>
  left + (percent / endPercent) * (right - left);

function placedDots(dots: readonly (CaseDot | null)[], middle: number, axis: Axis): (PlacedDot | null)[] {
  const there = [...dots.keys()].filter(at => dots[at] !== null);
  const discs = there.map(at => ({ x: xOfPercent(axis, dots[at]!.percent), radius: radiusOf(dots[at]!) }));
  const offsets = swarmOffsets(discs, STRIP_PX / 2 - RING_PX);
  const places = new Map(there.map((at, i) => [at, { ...discs[i], y: middle + offsets[i] }]));
  return dots.map((_, at) => places.get(at) ?? null);
}

/** The more conflicts the larger, since colour alone would not do: 2.25 px without, 3.75 px for 32 ways. */
const radiusOf = ({ ways }: CaseDot): number => 2.25 + 0.3 * Math.log2(Math.max(1, ways ?? 1));

/** Row of the strip, case as the column. */
export function dotBox(frame: CaseStripsFrame, cell: Cell): Box | null {
  const dot = frame.dots[cell.row]?.[cell.column];
  if (!dot) return null;
  const { x, y, radius } = dot;
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
}

// Dots on one axis, moved up and down until they can be told apart: a bee swarm.

interface Disc {
  readonly x: number;
  readonly radius: number;
}

/** Distance between two places that are tried. */
const STEP_PX = 0.5;

/**
 * How far each lies above (-) or below (+) the axis: as near to it as those to its left allow. Where a column is full, the place is the one
 * that covers least of the others.
 */
export function swarmOffsets(discs: readonly Disc[], halfPx: number): number[] {
  const offsets = new Array<number>(discs.length).fill(0);
  const order = [...discs.keys()].sort((a, b) => discs[a].x - discs[b].x || a - b);
  const placed: number[] = [];
  for (const at of order) {
    const near = placed.filter(other => discs[at].x - discs[other].x < discs[at].radius + discs[other].radius);
    const clearance = (offset: number): number =>
      Math.min(0, ...near.map(other => gapBetween(discs[at], discs[other], offset - offsets[other])));
    offsets[at] = triedOffsets(halfPx - discs[at].radius).reduce((best, offset) =>
      clearance(offset) > clearance(best) ? offset : best,
    );
    placed.push(at);
  }
  return offsets;
}

/** Negative where they overlap. */
const gapBetween = (a: Disc, b: Disc, dy: number): number => Math.hypot(a.x - b.x, dy) - a.radius - b.radius;

/** 0, then away from it to both sides in turns. */
function triedOffsets(mostPx: number): number[] {
  const offsets = [0];
  for (let away = STEP_PX; away <= mostPx; away += STEP_PX) offsets.push(-away, away);
  return offsets;
}

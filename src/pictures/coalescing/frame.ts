/** Places of the sectors and lanes of a coalescing picture. Also finds what is under a point. */

import { LANES, LINE_BYTES, SECTOR_BYTES } from '../../base/hardware.ts';
import type { CoalescingRecords } from '../records.ts';
import { leftPx } from '../scene/grid-frame.ts';
import type { PicturePen } from '../scene/pen.ts';
import { longestPx } from '../scene/text-metrics.ts';
import type { Box, PictureView } from '../view.ts';
import { type Fetch, fetchOf, lineAddressOf, sectorAddressOf } from './sectors.ts';

const LABELS_PX = 15;
const BRACKET_PX = 5;
export const STRIP_PX = 14;
const STRIP_GAP_PX = 6;
const ROW_PX = { least: 5, greatest: 10 };
/** 4 pixels a byte: wider, a single sector would only be longer. */
const GREATEST_SECTOR_PX = 128;
const LEAST_SECTOR_PX = 4;
/** Gaps between sectors of a line, between lines, and where memory is left out. */
const GAP_PX = { sector: 1, line: 4, break: 9, leastBreak: 3 };
/** Breaks may take this share of the width before they shrink. */
const BREAK_SHARE = 0.28;
/** Advance of a 10 px monospace character. */
const SCALED_OFFSET = '+0x000000';

export interface CoalescingFrame {
  readonly fetch: Fetch;
  readonly x: number;
  /** Left edge of each sector, in the order of `fetch.sectors`. */
  readonly sectorX: readonly number[];
  readonly sectorPx: number;
  readonly right: number;
  readonly bracketY: number;
  readonly stripY: number;
  readonly lanesY: number;
  readonly pitchY: number;
  readonly gapY: number;
  readonly bottom: number;
  /** Address from which offsets count ('+0x0080'). */
  readonly originAddress: number;
  readonly offsetText: (byteAddress: number) => string;
}

export type CoalescingPen = PicturePen<CoalescingFrame, CoalescingRecords>;

export function coalescingFrame(records: CoalescingRecords, view: PictureView): CoalescingFrame {
  const fetch = fetchOf(records.access);
  const originAddress = records.origin?.byteAddress ?? lineAddressOf(fetch.sectors[0]?.byteAddress ?? 0);
  const offsetText = offsetTextFrom(originAddress);
  const x = leftPx(view);
  const roomPx = view.width - x - offsetsPx(offsetText(fetch.sectors.at(-1)?.byteAddress ?? originAddress), view);
  const { sectorPx, gaps } = columnsOf(fetch, Math.max(1, roomPx), view);
  const sectorX: number[] = [];
  let right = x;
  fetch.sectors.forEach((_, i) => {
    sectorX.push(right + gaps[i]);
    right = sectorX[i] + sectorPx;
  });
  const bracketY = LABELS_PX * view.textScale;
  const stripY = bracketY + BRACKET_PX;
  const lanesY = stripY + STRIP_PX + STRIP_GAP_PX;
  const pitchY = Math.min(ROW_PX.greatest, Math.max(ROW_PX.least, Math.floor(view.maxHeight / LANES)));
  const bottom = lanesY + LANES * pitchY;
  const rows = { bracketY, stripY, lanesY, pitchY, gapY: pitchY >= 6 ? 1 : 0, bottom };
  return { fetch, x, sectorX, sectorPx, right, ...rows, originAddress, offsetText };
}

/** Room for the lanes' offsets: pictures of one scale keep the same for all that is not further than 16 MiB. */
const offsetsPx = (longest: string, { scale, textScale }: PictureView): number =>
  longestPx([longest, scale === null ? '' : SCALED_OFFSET], 10 * textScale, 'mono') + 8 * textScale;

const offsetTextFrom = (origin: number) => (byteAddress: number) => {
  const digits = Math.abs(byteAddress - origin)
    .toString(16)
    .toUpperCase()
    .padStart(4, '0');
  return `${byteAddress < origin ? '−' : '+'}0x${digits}`;
};

/** Whether memory between a sector and the one before it is left out of the picture. */
export const isBreak = ({ sectors }: Fetch, i: number): boolean =>
  i > 0 && sectors[i].byteAddress !== sectors[i - 1].byteAddress + SECTOR_BYTES;

/** One width for all sectors, the same in every picture of a scale; and the gap before each. */
function columnsOf(fetch: Fetch, roomPx: number, { scale }: PictureView) {
  const own = fetch.sectors.length;
  const most = Math.max(1, own, scale?.columns ?? 0);
  const breaks = fetch.sectors.filter((_, i) => isBreak(fetch, i)).length;
  const mostBreaks = scale === null ? breaks : most - 1;
  const breakPx = Math.max(
    GAP_PX.leastBreak,
    Math.min(GAP_PX.break, Math.floor((roomPx * BREAK_SHARE) / Math.max(1, mostBreaks))),
  );
  const gaps = fetch.sectors.map(({ byteAddress }, i) => {
    if (i === 0) return 0;
    if (isBreak(fetch, i)) return breakPx;
    return byteAddress % LINE_BYTES === 0 ? Math.min(GAP_PX.line, breakPx) : GAP_PX.sector;
  });
  const gapsPx = Math.max(
    gaps.reduce((sum, gap) => sum + gap, 0),
    mostBreaks * breakPx,
  );
  const fit = (roomPx - gapsPx) / most;
  const whole = fit >= 8 ? Math.floor(fit) : fit;
  return { sectorPx: Math.min(GREATEST_SECTOR_PX, Math.max(LEAST_SECTOR_PX, whole)), gaps };
}

export const laneY = (frame: CoalescingFrame, lane: number): number => frame.lanesY + lane * frame.pitchY;

const LEAST_BYTES_PX = 2;

/** Bytes of one sector, between two heights. */
export function bytesBox(
  frame: CoalescingFrame,
  sector: number,
  bytes: { readonly first: number; readonly count: number },
  { y, height }: { readonly y: number; readonly height: number },
): Box {
  const bytePx = frame.sectorPx / SECTOR_BYTES;
  const x = frame.sectorX[sector] + bytes.first * bytePx;
  return { x, width: Math.max(LEAST_BYTES_PX, bytes.count * bytePx), y, height };
}

/** Boxes of the bytes of a lane's access, in its row: one for each sector, so one if the access is aligned. */
export function laneBoxes(frame: CoalescingFrame, { access }: CoalescingRecords, lane: number): Box[] {
  const start = access.address[lane];
  const end = start + access.widthBytes;
  const rows = { y: laneY(frame, lane), height: frame.pitchY - frame.gapY };
  return frame.fetch.sectors.flatMap(({ byteAddress, lanes }, i) => {
    if (!lanes.includes(lane)) return [];
    const first = Math.max(start, byteAddress) - byteAddress;
    const last = Math.min(end, byteAddress + SECTOR_BYTES) - byteAddress;
    return [bytesBox(frame, i, { first, count: last - first }, rows)];
  });
}

export const sectorBox = (frame: CoalescingFrame, sector: number): Box => ({
  x: frame.sectorX[sector],
  y: frame.stripY,
  width: frame.sectorPx,
  height: STRIP_PX,
});

export const sectorIndexOf = ({ sectors }: Fetch, byteAddress: number): number =>
  sectors.findIndex(sector => sector.byteAddress === sectorAddressOf(byteAddress));

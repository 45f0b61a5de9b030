/** Places of the bytes of a hex view. Also finds what is under a point. */

import { ELEMENT_BYTES } from '../../trace/launch.ts';
import type { HexRecords } from '../records.ts';
import type { PicturePen } from '../scene/pen.ts';
import { advancePx } from '../scene/text-metrics.ts';
import type { Box, PictureView } from '../view.ts';

export const ROW_BYTES = 16;
export const HEX_ROW_PX = 20;
const HEAD_PX = 16;
/** Advance of the 11 px monospace that bytes are written in, and of the 10 px one of offsets. */
const BYTE_PX = { least: 16, greatest: 23 };
/** Gap between the first and the last eight bytes. */
const HALF_GAP_PX = 6;
/** Least room at which values stand beside their bytes. */
const VALUES_FROM_PX = 150;
const VALUES_GAP_PX = 14;

export interface HexFrame {
  readonly x: number;
  readonly rowsY: number;
  readonly bytePx: number;
  readonly halfGapPx: number;
  readonly rowPx: number;
  readonly rows: number;
  readonly offsetChars: number;
  /** Left edge of the values, and room for them; 0 = they are left out. */
  readonly valuesX: number;
  readonly valuesPx: number;
  readonly bottom: number;
}

export type HexViewPen = PicturePen<HexFrame, HexRecords>;

export const rowsOf = (bytes: Uint8Array): number => Math.ceil(bytes.length / ROW_BYTES);

export function hexFrame({ bytes, firstRow, rowCount }: HexRecords, view: PictureView): HexFrame {
  const { textScale, width } = view;
  const offsetChars = Math.max(4, Math.max(0, bytes.length - 1).toString(16).length) + 2;
  const x = offsetChars * advancePx(10 * textScale, 'mono') + 8 * textScale;
  const fit = Math.floor((width - x - HALF_GAP_PX) / ROW_BYTES);
  const bytePx = Math.max(BYTE_PX.least * textScale, Math.min(BYTE_PX.greatest * textScale, fit));
  const valuesX = x + ROW_BYTES * bytePx + HALF_GAP_PX + VALUES_GAP_PX;
  const rows = Math.max(0, Math.min(rowCount, rowsOf(bytes) - firstRow));
  const rowsY = HEAD_PX * textScale;
  const rowPx = HEX_ROW_PX * textScale;
  return {
    x,
    rowsY,
    bytePx,
    halfGapPx: HALF_GAP_PX,
    rowPx,
    rows,
    offsetChars,
    valuesX,
    valuesPx: width - valuesX >= VALUES_FROM_PX * textScale ? width - valuesX : 0,
    bottom: rowsY + Math.max(1, rows) * rowPx,
  };
}

/** Box of `count` bytes of one row from byte `column` on; `row` counts from the first row in sight. */
export function byteBox(frame: HexFrame, row: number, column: number, count: number): Box {
  const left = frame.x + column * frame.bytePx + (column >= ROW_BYTES / 2 ? frame.halfGapPx : 0);
  const y = frame.rowsY + row * frame.rowPx;
  return { x: left, y: y + 1, width: count * frame.bytePx - 1, height: frame.rowPx - 2 };
}

/** Byte of the buffer under a point; null beside the bytes. */
export function byteUnder(records: HexRecords, frame: HexFrame, px: number, py: number): number | null {
  const row = Math.floor((py - frame.rowsY) / frame.rowPx);
  if (row < 0 || row >= frame.rows) return null;
  const half = (ROW_BYTES / 2) * frame.bytePx;
  const inRow = px - frame.x;
  const column = Math.floor((inRow < half ? inRow : Math.max(half, inRow - frame.halfGapPx)) / frame.bytePx);
  if (column < 0 || column >= ROW_BYTES) return null;
  const byte = (records.firstRow + row) * ROW_BYTES + column;
  return byte < records.bytes.length ? byte : null;
}

/** Element that holds a byte; its bytes stand in one row, as 16 is a multiple of every width. */
export const elementOf = ({ type }: HexRecords, byte: number): number => Math.floor(byte / ELEMENT_BYTES[type]);

/** Whole elements; a rest of fewer bytes holds none. */
export const elementCount = ({ bytes, type }: HexRecords): number => Math.floor(bytes.length / ELEMENT_BYTES[type]);

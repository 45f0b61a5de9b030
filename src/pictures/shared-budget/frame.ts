/** Places of the pieces of the budget: one scale of bytes for all rows. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import { type SharedPiece, sharedPieces } from '../../model/pipeline/shared-pieces.ts';
import type { SharedBudgetRecords } from '../records.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, PictureView } from '../view.ts';

const AXIS_PX = 16;
const BAR_PX = 38;
const OVER_PX = 26;
const GAP_PX = 5;

export interface BudgetFrame {
  /** Rows: pieces with memory of their own, and below them pieces that share it. */
  readonly rows: readonly (readonly SharedPiece[])[];
  readonly bytePx: number;
  readonly rowY: readonly number[];
  readonly rowPx: readonly number[];
  readonly usedBytes: number;
  readonly height: number;
}

export type SharedBudgetPen = PicturePen<BudgetFrame, SharedBudgetRecords>;

export function budgetFrame({ buffers, mostBytes }: SharedBudgetRecords, view: PictureView): BudgetFrame {
  const { width, textScale } = view;
  const pieces = sharedPieces({ buffers });
  const usedBytes = Math.max(0, ...pieces.map(({ to }) => to));
  const own = pieces.filter(({ over }) => over.length === 0);
  const overlays = pieces.filter(({ over }) => over.length > 0);
  const rows = overlays.length === 0 ? [own] : [own, overlays];
  const top = AXIS_PX * textScale;
  const rowY = [top, top + (BAR_PX + GAP_PX) * textScale].slice(0, rows.length);
  const rowPx = [BAR_PX * textScale, OVER_PX * textScale].slice(0, rows.length);
  return {
    rows,
    bytePx: (width - 2) / Math.max(mostBytes, usedBytes),
    rowY,
    rowPx,
    usedBytes,
    height: rowY.at(-1)! + rowPx.at(-1)! + 3,
  };
}

export const byteBox = ({ bytePx, rowY, rowPx }: BudgetFrame, row: number, from: number, to: number): Box => ({
  x: 1 + from * bytePx,
  y: rowY[row],
  width: (to - from) * bytePx,
  height: rowPx[row],
});

export function pieceBox(frame: BudgetFrame, { row, column }: Cell): Box | null {
  const piece = frame.rows[row]?.[column];
  return piece === undefined ? null : byteBox(frame, row, piece.from, piece.to);
}

export function pieceUnder(frame: BudgetFrame, x: number, y: number): Cell | null {
  const row = frame.rowY.findIndex((top, i) => y >= top && y < top + frame.rowPx[i]);
  const byte = (x - 1) / frame.bytePx;
  const column = frame.rows[row]?.findIndex(({ from, to }) => byte >= from && byte < to) ?? -1;
  return column < 0 ? null : { row, column };
}

export const KIB = 1024;

/** 'k[1]', '44 KiB'. */
export function wordsOf({ buffer, stage, from, to }: SharedPiece, { buffers }: SharedBudgetRecords): [string, string] {
  const isRing = buffers.find(({ name }) => name === buffer)!.stages > 1;
  return [isRing ? `${buffer}[${stage}]` : buffer, kibText(to - from)];
}

export const kibText = (bytes: number): string =>
  `${(bytes / KIB).toLocaleString('en-US', { maximumFractionDigits: 1 })} KiB`;

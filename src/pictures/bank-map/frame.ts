/** Places of a bank map's lines and banks. Also finds what is under a point. */
import { BANKS, LINE_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { byteAddressOf, type Cell, cellAt, sizeBytes, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { Handle } from '../figure.ts';
import type { BankMapRecords, Request } from '../records.ts';
import type { BankHits } from '../requests/bank-hits.ts';
import { bytesPerLane, isActive } from '../requests/request-cells.ts';
import { bankPitch, leftPx } from '../scene/grid-frame.ts';
import type { CellPlacement } from '../scene/outline.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, PictureView } from '../view.ts';

export const BARS_TOP_PX = 4;
/** Height of a bar of 32; the scale is the same in every picture. */
export const BARS_PX = 22;
export const FULL_SCALE = 32;
export const STRIP_Y_PX = BARS_TOP_PX + BARS_PX + 2;
export const STRIP_PX = 5;
export const LINES_Y_PX = STRIP_Y_PX + STRIP_PX + 3;
const GREATEST_LINE_PX = 14;

/** Lines of words, a column per bank. */
export interface BankMapFrame {
  readonly x: number;
  /** Top of the first line. */
  readonly linesY: number;
  readonly pitchX: number;
  readonly lines: number;
  readonly pitchY: number;
  readonly gapX: number;
  readonly gapY: number;
  /** Lines per drawn block; the worst degree of a block wins. */
  readonly block: number;
}

export interface BankMapPen extends PicturePen<BankMapFrame, BankMapRecords> {
  readonly hits: BankHits;
}

export type BankTarget =
  | { readonly kind: 'bank'; readonly bank: number }
  | { readonly kind: 'word'; readonly wordAddress: number };

/** Lines that the tile and its requests reach, from address 0. */
export function lineCountOf({ layout, request, predicted = null, lineCount }: BankMapRecords): number {
  if (lineCount !== null) return Math.max(1, lineCount);
  const tileEnd = layout === null ? 0 : layout.baseBytes + sizeBytes(layout);
  return Math.max(1, Math.ceil(Math.max(tileEnd, endOf(request), endOf(predicted)) / LINE_BYTES));
}

/** First byte behind all that the lanes touch. */
function endOf(request: Request | null): number {
  if (request === null) return 0;
  const { access } = request;
  return access.address.reduce(
    (end, address, lane) => (isActive(access, lane) ? Math.max(end, address + bytesPerLane(access)) : end),
    0,
  );
}

export const bankMapFrame = (records: BankMapRecords, view: PictureView): BankMapFrame =>
  linesFrame(lineCountOf(records), { x: leftPx(view), pitchX: bankPitch(view), linesY: LINES_Y_PX }, view.maxHeight);

/** Frame whose lines have their usual height, or as much as fits. */
export function linesFrame(
  lines: number,
  { x, pitchX: wanted, linesY }: Pick<BankMapFrame, 'x' | 'pitchX' | 'linesY'>,
  maxHeight: number,
): BankMapFrame {
  const pitchX = Math.max(4, wanted);
  const pitchY = Math.min(GREATEST_LINE_PX, maxHeight / lines);
  return {
    x,
    linesY,
    pitchX,
    lines,
    pitchY,
    gapX: pitchX >= 6 ? 1 : 0,
    // Lines are thinner than cells are wide: a thinner gap keeps them apart.
    gapY: pitchY >= 6 ? 1 : pitchY >= 3 ? 0.67 : 0,
    block: pitchY >= 2 ? 1 : Math.ceil(2 / pitchY),
  };
}

export const bankMapHit = (records: BankMapRecords, view: PictureView, px: number, py: number): BankTarget | null =>
  linesHit(bankMapFrame(records, view), BARS_TOP_PX, px, py);

/** `top` is where the banks begin to mean something. */
export function linesHit(frame: BankMapFrame, top: number, px: number, py: number): BankTarget | null {
  const bank = Math.floor((px - frame.x) / frame.pitchX);
  if (bank < 0 || bank >= BANKS || py < top) return null;
  if (py < frame.linesY) return { kind: 'bank', bank };
  const line = Math.floor((py - frame.linesY) / frame.pitchY);
  return line < frame.lines ? { kind: 'word', wordAddress: line * BANKS + bank } : null;
}

/** The drawn box of words that follow each other on one line. */
export function wordBox(frame: BankMapFrame, wordAddress: number, words = 1): Box {
  const bank = wordAddress % BANKS;
  return {
    x: frame.x + bank * frame.pitchX,
    y: frame.linesY + Math.floor(wordAddress / BANKS) * frame.pitchY,
    width: Math.min(words, BANKS - bank) * frame.pitchX - frame.gapX,
    height: frame.pitchY - frame.gapY,
  };
}

export const bankBox = (frame: BankMapFrame, bank: number): Box => ({
  x: frame.x + bank * frame.pitchX,
  y: frame.linesY - STRIP_PX - 3,
  width: frame.pitchX - frame.gapX,
  height: STRIP_PX + 3 + frame.lines * frame.pitchY,
});

/** Words as cells of an outline. */
export const wordPlace = (frame: BankMapFrame, outset: number): CellPlacement => ({
  x: frame.x - frame.gapX / 2,
  y: frame.linesY - frame.gapY / 2,
  pitchX: frame.pitchX,
  pitchY: frame.pitchY,
  outset,
});

/** Box of an element's words, null where the element lies outside the lines. */
export function elementBox(frame: BankMapFrame, layout: TileLayout | null, cell: Cell): Box | null {
  if (layout === null || cell.row >= layout.rows || cell.column >= layout.columns) return null;
  const word = Math.floor(byteAddressOf(layout, cell.row, cell.column) / WORD_BYTES);
  if (Math.floor(word / BANKS) >= frame.lines) return null;
  return wordBox(frame, word, Math.max(1, layout.elementBytes / WORD_BYTES));
}

/** Element at a word: the first that begins in it, or covers it. */
export const cellOfWord = (layout: TileLayout | null, wordAddress: number): Cell | 'pad' | null =>
  layout === null ? null : cellAt(layout, wordAddress * WORD_BYTES);

/** The lines as a whole: a drag by a bank or line moves the tile by a word or 128 bytes. */
export const bankMapHandles = ({ layout }: BankMapRecords, frame: BankMapFrame): readonly Handle[] =>
  layout === null
    ? []
    : [
        {
          name: 'base',
          box: { x: frame.x, y: LINES_Y_PX, width: BANKS * frame.pitchX, height: frame.lines * frame.pitchY },
          valueAt: (from, to) =>
            layout.baseBytes +
            Math.round((to.x - from.x) / frame.pitchX) * WORD_BYTES +
            Math.round((to.y - from.y) / frame.pitchY) * LINE_BYTES,
        },
      ];

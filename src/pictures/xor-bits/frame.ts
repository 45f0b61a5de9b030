/** Places of the boxes of an XOR bit diagram, by bit of the byte address; numbers below 0 are bits of a byte. */
import { groupsOf, swizzler } from '../../model/layout/swizzle.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { unitBits } from '../../model/swizzle/swizzle-names.ts';
import { type Bracket, topBit } from '../../model/swizzle/swizzle-numbers.ts';
import { extentBytes, linearAddress } from '../../model/swizzle/tile.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { XorBitsRecords } from '../swizzle/records.ts';
import type { Box, Highlight, PictureView } from '../view.ts';

export interface XorBitsFrame {
  /** Highest and lowest bit that have a box. */
  readonly top: number;
  readonly low: number;
  /** Number that is subtracted from a byte bit's number to give the unit's. */
  readonly unitShift: number;
  readonly x: number;
  readonly pitch: number;
  /** Row of the place under the second swizzle; null where there is none. */
  readonly againstY: number | null;
  readonly inputY: number;
  readonly outputY: number;
  readonly boxHeight: number;
  /** Heights of the two lines of dimensions: M and B, then S. */
  readonly dimensionY: readonly [number, number];
  readonly width: number;
  readonly height: number;
}

export type XorBitsPen = PicturePen<XorBitsFrame, XorBitsRecords>;

export const LEVEL_PX = 18;
const BOX_PX = 30;
const ARCS_PX = 74;
const DIMENSION_PX = 30;
const NAMES_PX = 78;
const WIDE_PX = 440;
const MOST_PITCH_PX = 58;
/** Least top bit, so that line, bank and byte are all shown. */
const LEAST_TOP = 10;

/** Both swizzles and every address of the tile have boxes. */
function highestBit({ swizzle, against, tile }: XorBitsRecords): number {
  const addressBits = Math.ceil(Math.log2(tile.base + extentBytes(tile)));
  return Math.max(LEAST_TOP, topBit(swizzle) - 1, against ? topBit(against) - 1 : 0, addressBits - 1);
}

export function xorBitsFrame(records: XorBitsRecords, { textScale, width }: PictureView): XorBitsFrame {
  const { against, unit, tile } = records;
  const top = highestBit(records);
  const low = unit === 'bits' ? -3 : 0;
  const names = width >= WIDE_PX ? NAMES_PX * textScale : 0;
  const pitch = Math.min(MOST_PITCH_PX * textScale, Math.floor((width - names - 2) / (top - low + 1)));
  const boxHeight = BOX_PX * textScale;
  const inputY = (3 * LEVEL_PX + 2 + (against ? BOX_PX + ARCS_PX : 0)) * textScale;
  const outputY = inputY + boxHeight + ARCS_PX * textScale;
  const below = outputY + boxHeight + 8 * textScale;
  return {
    top,
    low,
    unitShift: Math.log2(unitBits(unit, tile.elementBytes) / 8),
    x: names,
    pitch,
    againstY: against ? inputY - (BOX_PX + ARCS_PX) * textScale : null,
    inputY,
    outputY,
    boxHeight,
    dimensionY: [below, below + DIMENSION_PX * textScale],
    width: Math.max(width, names + pitch * (top - low + 1)),
    height: below + 2 * DIMENSION_PX * textScale,
  };
}

export const DIMENSION_HEIGHT_PX = 24;

/** Left edge of a bit's box. */
export const bitX = ({ x, pitch, top }: XorBitsFrame, bit: number): number => x + (top - bit) * pitch;
export const bitMiddle = (frame: XorBitsFrame, bit: number): number => bitX(frame, bit) + frame.pitch / 2;

/** Box from the highest of some bits to the lowest. */
export function bitsBox(frame: XorBitsFrame, high: number, low: number, y: number, height: number): Box {
  return { x: bitX(frame, high), y, width: (high - low + 1) * frame.pitch, height };
}

/** The bit under a point of either row; null elsewhere. */
export function bitUnder(frame: XorBitsFrame, px: number, py: number): number | null {
  const rows = [frame.againstY ?? frame.inputY, frame.inputY, frame.outputY];
  const inRow = rows.some(y => py >= y && py < y + frame.boxHeight);
  const bit = frame.top - Math.floor((px - frame.x) / frame.pitch);
  return inRow && bit >= frame.low && bit <= frame.top ? bit : null;
}

/** Box of a handle: the flipped bits for B, all bits below them for M, the distance between the groups for S. */
export function bracketBox(frame: XorBitsFrame, { swizzle }: XorBitsRecords, bracket: Bracket, textScale: number): Box {
  const { source, target } = groupsOf(swizzle);
  const height = DIMENSION_HEIGHT_PX * textScale;
  const [first, second] = frame.dimensionY;
  if (bracket === 'bits') {
    const bits = Math.max(1, swizzle.bits);
    return bitsBox(frame, target + bits - 1, target, first, height);
  }
  if (bracket === 'shift') return bitsBox(frame, Math.max(source, target), Math.min(source, target), second, height);
  // Counted in the unit: bits inside of one are below 0.
  const low = Math.max(frame.low, frame.unitShift);
  if (swizzle.base - 1 < low) return bitsBox(frame, low, low, second, height);
  return bitsBox(frame, swizzle.base - 1, low, first, height);
}

// The address in the boxes of an XOR bit diagram: that of the highlighted element.

export interface AddressPair {
  readonly cell: Cell;
  readonly linear: number;
  readonly placed: number;
  /** Place under the second swizzle; the same place if there is none. */
  readonly against: number;
}

export function addressPairOf({ swizzle, against, tile }: XorBitsRecords, highlight: Highlight): AddressPair | null {
  const cell = highlight?.cell ?? null;
  if (cell === null || cell.row >= tile.rows || cell.column >= tile.columns) return null;
  const linear = linearAddress(tile, cell);
  return { cell, linear, placed: swizzler(swizzle)(linear), against: against ? swizzler(against)(linear) : linear };
}

export const bitAt = (address: number, bit: number): number => Math.floor(address / 2 ** bit) % 2;

/**
 * One pattern under all its names: CuTe on elements, bytes and bits, the copy engine's mode, PTX, address bits, and code.
 */
import { CHUNK_BYTES, LINE_BYTES } from '../../base/hardware.ts';
import { SPAN_BYTES } from '../../trace/tensor-map-rules.ts';
import { groupsOf, type Swizzle } from '../layout/swizzle.ts';
import { BIT, BYTE, inUnits, type UnitBits } from '../layout/swizzle-units.ts';
import { type TmaSwizzle, tmaSwizzleOf } from '../tma/swizzle-modes.ts';
import { rowBytes, type SwizzledTile } from './tile.ts';

export type UnitName = 'bits' | 'bytes' | 'elements';

/** Bits in one step of an offset. */
export const unitBits = (unit: UnitName, elementBytes: number): UnitBits =>
  unit === 'bits' ? BIT : unit === 'bytes' ? BYTE : BYTE * elementBytes;

export const cuteText = ({ bits, base, shift }: Swizzle): string => `Swizzle<${bits},${base},${shift}>`;

/** 'Swizzle<3,3,3>', for a swizzle on bytes; null if it flips bits inside an element. */
export function cuteName(onBytes: Swizzle, unit: UnitName, elementBytes: number): string | null {
  const converted = inUnits(onBytes, BYTE, unitBits(unit, elementBytes));
  return converted.ok ? cuteText(converted.value) : null;
}

const range = (low: number, bits: number): string => (bits === 1 ? `${low}` : `${low}–${low + bits - 1}`);

/** The flipped bits and the bits that flip them: 'b4–6 ^= b7–9'. */
export function bitsText(swizzle: Swizzle): string {
  if (swizzle.bits === 0) return 'no bit is flipped';
  const { source, target } = groupsOf(swizzle);
  return `b${range(target, swizzle.bits)} ^= b${range(source, swizzle.bits)}`;
}

const hex = (n: number): string => `0x${n.toString(16)}`;

/** The swizzle as an expression in C: 'address ^ ((address & 0x380) >> 3)'. */
export function codeText(swizzle: Swizzle, name = 'address'): string {
  const { bits, shift } = swizzle;
  if (bits === 0) return name;
  const mask = (2 ** bits - 1) * 2 ** groupsOf(swizzle).source;
  return `${name} ^ ((${name} & ${hex(mask)}) ${shift > 0 ? '>>' : '<<'} ${Math.abs(shift)})`;
}

/** The most elements that a box may have in a dimension (cuTensorMapEncodeTiled). */
const MOST_BOX = 256;

export interface TmaFit {
  /** The mode that lays out one box as this tile; null if there is none, and `why` gives the reason. */
  readonly mode: TmaSwizzle | null;
  readonly why: string;
  /**
   * Columns of the box. It has more than the tile if it reaches beyond the tensor's rows; the columns outside are then
   * the padding.
   */
  readonly boxColumns: number;
}

export function tmaModeOf(tile: SwizzledTile): TmaFit {
  const { pattern, columns, padBytes, elementBytes } = tile;
  const boxColumns = columns + padBytes / elementBytes;
  const mode = pattern.kind === 'table' ? null : tmaSwizzleOf(pattern.swizzle);
  if (pattern.kind === 'table') return { mode: null, why: 'a formula of your own is no mode', boxColumns };
  if (mode === null) return { mode, why: 'no mode has this pattern', boxColumns };
  const why = misfit(tile, mode, boxColumns);
  return why === null ? { mode, why: '', boxColumns } : { mode: null, why, boxColumns };
}

/** Why the mode does not lay out the tile as one box; null if it does. */
function misfit(tile: SwizzledTile, { mode, name }: TmaSwizzle, boxColumns: number): string | null {
  const { rows, padBytes, base } = tile;
  const bytes = rowBytes(tile);
  if (mode !== 'none' && padBytes > 0) return 'a swizzled box has no padding';
  if (padBytes % CHUNK_BYTES !== 0) return `a box has no padding but in steps of ${CHUNK_BYTES} B`;
  if (base % LINE_BYTES !== 0) return `the base ${base} is no multiple of ${LINE_BYTES}`;
  if (bytes % CHUNK_BYTES !== 0) return `rows of ${bytes} B are no multiple of ${CHUNK_BYTES} B`;
  if (rows > MOST_BOX || boxColumns > MOST_BOX) return `a box has at most ${MOST_BOX} elements a side`;
  if (mode !== 'none' && bytes !== SPAN_BYTES[mode])
    return `${name} lays rows ${SPAN_BYTES[mode]} B apart; these are ${bytes} B`;
  return null;
}

/** One pattern under all its names: CuTe on elements, bytes and bits, the copy engine's mode, PTX, address bits, code. */
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

/** 'Swizzle<3,3,3>', for a swizzle on bytes; null where it flips bits inside of an element. */
export function cuteName(onBytes: Swizzle, unit: UnitName, elementBytes: number): string | null {
  const converted = inUnits(onBytes, BYTE, unitBits(unit, elementBytes));
  return converted.ok ? cuteText(converted.value) : null;
}

const range = (low: number, bits: number): string => (bits === 1 ? `${low}` : `${low}–${low + bits - 1}`);

/** 'b4–6 ^= b7–9'. */
export function bitsText(swizzle: Swizzle): string {
  if (swizzle.bits === 0) return 'no bit is flipped';
  const { source, target } = groupsOf(swizzle);
  return `b${range(target, swizzle.bits)} ^= b${range(source, swizzle.bits)}`;
}

const hex = (n: number): string => `0x${n.toString(16)}`;

/** An expression in C: 'address ^ ((address & 0x380) >> 3)'. */
export function codeText(swizzle: Swizzle, name = 'address'): string {
  const { bits, shift } = swizzle;
  if (bits === 0) return name;
  const mask = (2 ** bits - 1) * 2 ** groupsOf(swizzle).source;
  return `${name} ^ ((${name} & ${hex(mask)}) ${shift > 0 ? '>>' : '<<'} ${Math.abs(shift)})`;
}

/** What a box may have, inner dimension first (cuTensorMapEncodeTiled). */
const MOST_BOX = 256;
const CHUNK_BYTES = 16;
const LINE_BYTES = 128;

export interface TmaFit {
  /** The mode that lays one box as this tile lies; null with the reason. */
  readonly mode: TmaSwizzle | null;
  readonly why: string;
}

const refused = (why: string): TmaFit => ({ mode: null, why });

export function tmaModeOf(tile: SwizzledTile): TmaFit {
  const { pattern, rows, columns, padBytes, base } = tile;
  if (pattern.kind === 'table') return refused('a formula of your own is no mode');
  const mode = tmaSwizzleOf(pattern.swizzle);
  if (mode === null) return refused('no mode has this pattern');
  const bytes = rowBytes(tile);
  if (padBytes > 0) return refused('a box has no padding');
  if (base % LINE_BYTES !== 0) return refused(`the base ${base} is no multiple of ${LINE_BYTES}`);
  if (bytes % CHUNK_BYTES !== 0) return refused(`rows of ${bytes} B are no multiple of ${CHUNK_BYTES} B`);
  if (rows > MOST_BOX || columns > MOST_BOX) return refused(`a box has at most ${MOST_BOX} elements a side`);
  if (mode.mode !== 'none' && bytes !== SPAN_BYTES[mode.mode])
    return refused(`${mode.name} lays rows ${SPAN_BYTES[mode.mode]} B apart; these are ${bytes} B`);
  return { mode, why: '' };
}

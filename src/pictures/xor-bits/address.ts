/** The address in the boxes of an XOR bit diagram: that of the highlighted element. */

import { swizzler } from '../../model/layout/swizzle.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { linearAddress } from '../../model/swizzle/tile.ts';
import type { XorBitsRecords } from '../swizzle/records.ts';
import type { Highlight } from '../view.ts';

export interface AddressPair {
  readonly cell: Cell;
  readonly linear: number;
  readonly placed: number;
  /** Under the second swizzle; without one where it was. */
  readonly against: number;
}

export function addressPairOf({ swizzle, against, tile }: XorBitsRecords, highlight: Highlight): AddressPair | null {
  const cell = highlight?.cell ?? null;
  if (cell === null || cell.row >= tile.rows || cell.column >= tile.columns) return null;
  const linear = linearAddress(tile, cell);
  return { cell, linear, placed: swizzler(swizzle)(linear), against: against ? swizzler(against)(linear) : linear };
}

export const bitAt = (address: number, bit: number): number => Math.floor(address / 2 ** bit) % 2;

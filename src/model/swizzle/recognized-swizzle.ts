/** Finds the swizzle that a table of columns is equal to. */
import type { Swizzle } from '../layout/swizzle.ts';
import { swizzlesFor } from './finder.ts';
import { linearAddress, placer, type SwizzledTile } from './tile.ts';

/** The simplest swizzle on byte addresses that puts every element where the table does; null if there is none. */
export function swizzleOfTable(tile: SwizzledTile): Swizzle | null {
  const place = placer(tile);
  const none: Swizzle = { bits: 0, base: 4, shift: 3 };
  const simplest = [none, ...swizzlesFor(tile).sort((a, b) => a.bits - b.bits || b.shift - a.shift)];
  return simplest.find(swizzle => isSame(tile, place, swizzle)) ?? null;
}

function isSame(tile: SwizzledTile, place: (linear: number) => number, swizzle: Swizzle): boolean {
  const other = placer({ ...tile, pattern: { kind: 'xor', swizzle } });
  for (let row = 0; row < tile.rows; row++)
    for (let column = 0; column < tile.columns; column++) {
      const linear = linearAddress(tile, { row, column });
      if (place(linear) !== other(linear)) return false;
    }
  return true;
}

/** Words about the effect of a tile's base address on a swizzle. */
import { CHUNK_BYTES, LINE_BYTES } from '../../../base/hardware.ts';
import { bytes, count } from '../../../base/numbers.ts';
import { type Swizzle, swizzler } from '../../../model/layout/swizzle.ts';
import { repeatOf } from '../../../model/swizzle/swizzle-numbers.ts';
import { extentBytes, type SwizzledTile } from '../../../model/swizzle/tile.ts';
import type { OtherPlaces } from '../../../pictures/swizzle/records.ts';

export interface BaseWords {
  readonly tone: 'ok' | 'warn' | 'plain';
  readonly text: string;
}

export function baseWords(tile: SwizzledTile, swizzle: Swizzle | null): BaseWords {
  const { base } = tile;
  if (swizzle === null) return { tone: 'plain', text: 'A formula over rows and columns moves with the tile.' };
  if (swizzle.bits === 0) return { tone: 'plain', text: 'Without a swizzle, a base only rotates the banks.' };
  const repeat = repeatOf(swizzle);
  if (base % repeat === 0)
    return { tone: 'ok', text: `A multiple of the repeat, ${bytes(repeat)}: the pattern begins with the tile.` };
  const moved = misplaced(tile, swizzle);
  const said =
    moved.wrong === 0
      ? 'This tile does not reach the bits that differ.'
      : `Scrambled for code that swizzles offsets from the tile’s start: it looks in the wrong place for ${count(
          moved.wrong,
        )} of ${count(moved.chunks)} chunks. Swizzle addresses, or align the base.`;
  return { tone: moved.wrong === 0 ? 'plain' : 'warn', text: `${offText(base, repeat)} ${said}` };
}

function offText(base: number, repeat: number): string {
  const off = base % repeat;
  if (base % LINE_BYTES !== 0)
    return `${bytes(off)} off the repeat of ${bytes(repeat)}, and no multiple of ${LINE_BYTES}: a tensor copy refuses it.`;
  const lines = off / LINE_BYTES;
  return `${lines} ${lines === 1 ? 'line' : 'lines'} of 128 B off the repeat of ${bytes(repeat)}: line y of the tile has the permutation of line y + ${lines}.`;
}

/**
 * Places at which code that swizzles offsets from the tile's start looks for its bytes; null if these are the right
 * ones.
 */
export function offsetPlaces(tile: SwizzledTile, swizzle: Swizzle | null): OtherPlaces | null {
  if (swizzle === null || swizzle.bits === 0 || tile.base % repeatOf(swizzle) === 0) return null;
  const place = swizzler(swizzle);
  return { name: 'by offsets', place: linear => tile.base + place(linear - tile.base) };
}

/** Chunks that offsets from the tile's start would be looked for elsewhere. */
function misplaced(tile: SwizzledTile, swizzle: Swizzle) {
  const place = swizzler(swizzle);
  const byOffsets = offsetPlaces(tile, swizzle)!.place;
  let wrong = 0;
  let chunks = 0;
  for (let linear = tile.base; linear < tile.base + extentBytes(tile); linear += CHUNK_BYTES) {
    chunks++;
    if (place(linear) !== byOffsets(linear)) wrong++;
  }
  return { wrong, chunks };
}

/**
 * Boxes that a GPU was seen to copy, and that lie as the model says: this file states which, a test holds it against the recorded
 * outcomes. They had 20 rows; each mode at its own width at every line of the longest repeat, and without one at some widths.
 */
import { tmaModeOf } from '../../../model/swizzle/swizzle-names.ts';
import { rowBytes, type SwizzledTile } from '../../../model/swizzle/tile.ts';

export const MEASURED_ON = { gpu: 'NVIDIA H200', date: '2026-11-20', driver: '580.159.04' } as const;

export interface MeasuredBox {
  /** Id under which the outcomes are recorded. */
  readonly id: string;
  readonly rowBytes: number;
  readonly base: number;
}

const WINDOW_BYTES = 1024;
const MOST_PLAIN_BYTES = 160;
/** Sizes that were tried without a swizzle at bases that are not aligned to a line. */
const PLAIN_AT_BASES: readonly number[] = [16, MOST_PLAIN_BYTES];

/** The box that has the tile's mode, width and place in the repeat; null where none was tried. */
export function measuredBox(tile: SwizzledTile): MeasuredBox | null {
  const { mode } = tmaModeOf(tile);
  if (mode === null || !mode.onHopper || tile.padBytes > 0) return null;
  const base = tile.base % WINDOW_BYTES;
  const bytes = rowBytes(tile);
  const wasTried = mode.mode !== 'none' || (base === 0 ? bytes <= MOST_PLAIN_BYTES : PLAIN_AT_BASES.includes(bytes));
  const id = `${mode.mode}: rows of ${bytes} bytes${base === 0 ? '' : `, base ${base}`}`;
  return wasTried ? { id, rowBytes: bytes, base } : null;
}

/** Decides which of two layouts for a tile is better. */
import type { Swizzle } from '../layout/swizzle.ts';

export interface Merits {
  readonly wavefronts: number;
  readonly bytes: number;
  readonly tma: string | null;
  readonly onHopper: boolean;
  readonly aligned16: boolean;
  readonly padBytes: number;
  readonly swizzle: Swizzle;
}

/** The order of `byMerit`, in words. */
export const RANKING =
  'fewest wavefronts, then least shared memory; then what a tensor copy can write, on Hopper before later chips, what keeps ' +
  '16 bytes aligned, and the simplest pattern';

const keysOf = ({ wavefronts, bytes, tma, onHopper, aligned16, padBytes, swizzle }: Merits): number[] => [
  wavefronts,
  bytes,
  tma === null ? 2 : onHopper ? 0 : 1,
  aligned16 ? 0 : 1,
  padBytes,
  swizzle.shift < 0 ? 1 : 0,
  swizzle.bits,
  swizzle.base,
  Math.abs(swizzle.shift),
];

export function byMerit(a: Merits, b: Merits): number {
  const [left, right] = [keysOf(a), keysOf(b)];
  const at = left.findIndex((value, i) => value !== right[i]);
  return at < 0 ? 0 : left[at] - right[at];
}

/** Number of values of a float type that lie between two values: their distance in units in the last place. */
import type { ElementType } from './launch.ts';
import { elementAt, encodeScalar } from './launch-bytes.ts';
import { integerLimits } from './launch-bytes-elements.ts';

const PATTERNS: Readonly<Partial<Record<ElementType, ElementType>>> = {
  ...{ e4m3: 'u8', e5m2: 'u8', f16: 'u16', bf16: 'u16', f32: 'u32', f64: 'u64' },
};

/** Null for integers. Both are numbers of the type; infinite if one alone is a NaN. Neighbours are 1 apart, as are 0 and the least number. */
export function ulpsBetween(type: ElementType, a: number | bigint, b: number | bigint): number | null {
  const pattern = PATTERNS[type];
  if (pattern === undefined || integerLimits(type) !== null) return null;
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) && Number.isNaN(y) ? 0 : Number.POSITIVE_INFINITY;
  const apart = rank(type, pattern, x) - rank(type, pattern, y);
  return Number(apart < 0n ? -apart : apart);
}

/** Numbers in order of their size have ranks that follow each other; that of both zeros is 0. */
function rank(type: ElementType, pattern: ElementType, value: number): bigint {
  const bytes = encodeScalar(type, Math.abs(value));
  if (!bytes.ok) return 0n;
  const size = BigInt(elementAt(bytes.value, pattern, 0));
  return value < 0 ? -size : size;
}

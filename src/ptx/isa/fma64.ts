/** Nearest double of a * b + c, for `fma.rn.f64`. */
import { dyadic, nearestDouble, product, sum } from './dyadic.ts';
import { roundToOdd, sumError } from './float-arithmetic.ts';

const SPLIT = 2 ** 27 + 1;
const cut = (x: number): number => {
  const t = SPLIT * x;
  return t - (t - x);
};

/** Rounding error of the product p of a * b (Dekker). Exact away from overflow and underflow. */
function productError(a: number, b: number, p: number): number {
  const ah = cut(a);
  const bh = cut(b);
  const al = a - ah;
  const bl = b - bh;
  return al * bl - (p - ah * bh - al * bh - ah * bl);
}

/** Magnitudes at which no intermediate of the fast way over- or underflows. */
const tame = (x: number): boolean => {
  const size = Math.abs(x);
  return size < 2 ** 400 && size > 2 ** -400;
};

/** Boldo and Melquiond's emulation where it is exact, integers otherwise. */
export function fma64(a: number, b: number, c: number): number {
  const p = a * b;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return p + c;
  // p may have overflowed, which an infinite or NaN c outweighs.
  if (!Number.isFinite(c)) return c;
  if (a === 0 || b === 0) return p + c;
  if (!(tame(a) && tame(b) && tame(p) && (c === 0 || tame(c))))
    return nearestDouble(sum(product(dyadic(a), dyadic(b)), dyadic(c)));
  const low = productError(a, b, p);
  const t = c + low;
  const tLow = sumError(c, low, t);
  const v = p + t;
  const vLow = sumError(p, t, v);
  const rest = tLow + vLow;
  return v + roundToOdd(rest, sumError(tLow, vLow, rest));
}

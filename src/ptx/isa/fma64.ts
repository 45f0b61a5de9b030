/** Nearest double of a * b + c, for `fma.rn.f64`. */
import { roundToOdd, sumError } from './float.ts';

const SPLIT = 2 ** 27 + 1;
const cut = (x: number): number => {
  const t = SPLIT * x;
  return t - (t - x);
};

/** What the rounded product p of a * b lost (Dekker). Exact away from overflow and underflow. */
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
  if (!(tame(a) && tame(b) && tame(p) && (c === 0 || tame(c)))) return exactFma(a, b, c);
  const low = productError(a, b, p);
  const t = c + low;
  const tLow = sumError(c, low, t);
  const v = p + t;
  const vLow = sumError(p, t, v);
  const rest = tLow + vLow;
  return v + roundToOdd(rest, sumError(tLow, vLow, rest));
}

/** The value as integer * 2^exponent. */
function parts(x: number): [bigint, number] {
  if (x === 0) return [0n, 0];
  let exponent = 0;
  let m = x;
  while (!Number.isInteger(m) || Math.abs(m) >= 2 ** 53) {
    const step = Number.isInteger(m) ? -1 : 1;
    m = step < 0 ? m / 2 : m * 2 ** 52;
    exponent += step < 0 ? 1 : -52;
  }
  return [BigInt(m), exponent];
}

function exactFma(a: number, b: number, c: number): number {
  const [ma, ea] = parts(a);
  const [mb, eb] = parts(b);
  const [mc, ec] = parts(c);
  const product = ma * mb;
  const ep = ea + eb;
  const exponent = Math.min(ep, ec);
  const sum = (product << BigInt(ep - exponent)) + (mc << BigInt(ec - exponent));
  return nearestDouble(sum, exponent);
}

/** Nearest double of integer * 2^exponent, ties to even, subnormals and overflow included. */
function nearestDouble(value: bigint, exponent: number): number {
  if (value === 0n) return 0;
  const size = value < 0n ? -value : value;
  const bits = size.toString(2).length;
  const drop = Math.max(bits - 53, -1074 - exponent, 0);
  const kept = size >> BigInt(drop);
  const rest = size - (kept << BigInt(drop));
  const half = drop === 0 ? 0n : 1n << BigInt(drop - 1);
  const up = drop > 0 && (rest > half || (rest === half && (kept & 1n) === 1n));
  const scale = exponent + drop;
  const mantissa = Number(up ? kept + 1n : kept);
  // Two steps, since 2^scale alone may over- or underflow; the first step is exact.
  const first = Math.max(-1000, Math.min(900, scale));
  const magnitude = mantissa * 2 ** first * 2 ** (scale - first);
  return value < 0n ? -magnitude : magnitude;
}

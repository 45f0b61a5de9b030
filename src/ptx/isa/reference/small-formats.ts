/** The formats of 4 to 8 bits, said by their lists of values: the nearest is found by search, a tie goes to the even pattern. */
import { decode, type Exact, type FloatName } from './exact-float.ts';

export interface Small {
  readonly exponentBits: number;
  readonly mantissaBits: number;
  /** Pattern of the largest finite number. */
  readonly largest: number;
  readonly nan: number;
  /** Bits of one half. */
  readonly width: 4 | 8;
}

export const SMALL: Readonly<Record<string, Small>> = {
  e4m3x2: { exponentBits: 4, mantissaBits: 3, largest: 0x7e, nan: 0x7f, width: 8 },
  e5m2x2: { exponentBits: 5, mantissaBits: 2, largest: 0x7b, nan: 0x7f, width: 8 },
  e2m3x2: { exponentBits: 2, mantissaBits: 3, largest: 0x1f, nan: 0x1f, width: 8 },
  e3m2x2: { exponentBits: 3, mantissaBits: 2, largest: 0x1f, nan: 0x1f, width: 8 },
  e2m1x2: { exponentBits: 2, mantissaBits: 1, largest: 0x7, nan: 0x7, width: 4 },
};

/** Values of the patterns 0 to `largest`. */
export function valuesOf({ exponentBits, mantissaBits, largest }: Small): number[] {
  const bias = 2 ** (exponentBits - 1) - 1;
  return Array.from({ length: largest + 1 }, (_, pattern) => {
    const [field, mantissa] = [pattern >> mantissaBits, pattern % 2 ** mantissaBits];
    const fraction = mantissa / 2 ** mantissaBits;
    return field === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (field - bias);
  });
}

export const numberOf = (type: FloatName, pattern: bigint): number => numberOfExact(decode(type, pattern));

export const numberOfExact = (v: Exact): number => {
  if (v.kind === 'nan') return Number.NaN;
  if (v.kind === 'infinite') return v.sign * Number.POSITIVE_INFINITY;
  return v.integer === 0n ? v.sign * 0 : Number(v.integer) * 2 ** v.exponent;
};

export function nearest(format: Small, value: number, relu: boolean): bigint {
  if (Number.isNaN(value)) return BigInt(format.nan);
  const negative = value < 0 || Object.is(value, -0);
  if (relu && negative) return 0n;
  const values = valuesOf(format);
  const size = Math.min(Math.abs(value), values[format.largest]);
  const above = values.findIndex(v => v >= size);
  const middle = (values[above - 1] + values[above]) / 2;
  const below = above > 0 && (size < middle || (size === middle && above % 2 === 1));
  const sign = negative ? 1 << (format.exponentBits + format.mantissaBits) : 0;
  return BigInt(sign | (below ? above - 1 : above));
}

const F32 = new DataView(new ArrayBuffer(4));
const patternOf = (value: number): bigint => {
  F32.setFloat32(0, value);
  return BigInt(F32.getUint32(0));
};

/** The format's values, the ties between them, and what lies just beside those, both signs; and what is out of range. */
export function edgesOf(format: Small): bigint[] {
  const values = valuesOf(format);
  const ties = values.slice(1).map((v, i) => (v + values[i]) / 2);
  const last = values[format.largest];
  const all = [...values, ...ties, last * 1.01, last * 2, 1e30, Number.POSITIVE_INFINITY, Number.NaN].map(patternOf);
  return all.flatMap(p => [p, p + 1n, p === 0n ? p : p - 1n]).flatMap(p => [p, p | 0x80000000n]);
}

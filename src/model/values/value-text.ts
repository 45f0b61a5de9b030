/** An element's value as text: the fewest digits that name it among the values of its type. */
import { BF16, E4M3, E5M2, encodeFloat, F16, type FloatFormat } from '../../base/float-formats.ts';
import type { ElementType } from '../../trace/launch.ts';

const SMALL_FLOATS: Readonly<Partial<Record<ElementType, FloatFormat>>> = {
  f16: F16,
  bf16: BF16,
  e4m3: E4M3,
  e5m2: E5M2,
};

/** This many digits tell any two values of f32 apart, and so of all narrower types. */
const MOST_DIGITS = 9;

/** @param value an exact value of the type, as `elementAt` gives it. */
export function valueText(value: number | bigint, type: ElementType): string {
  if (typeof value === 'bigint' || Number.isInteger(value) || type === 'f64') return plainText(value);
  if (!Number.isFinite(value)) return plainText(value);
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (isSame(short, value, type)) return String(short);
  }
  return String(Number(value.toPrecision(MOST_DIGITS)));
}

/** Writes NaN and infinities as C's `printf` does. */
function plainText(value: number | bigint): string {
  if (Number.isNaN(value)) return 'nan';
  if (Object.is(value, -0)) return '-0';
  if (value === Number.POSITIVE_INFINITY) return 'inf';
  if (value === Number.NEGATIVE_INFINITY) return '-inf';
  return String(value);
}

function isSame(short: number, value: number, type: ElementType): boolean {
  const format = SMALL_FLOATS[type];
  return format === undefined
    ? Math.fround(short) === value
    : encodeFloat(format, short) === encodeFloat(format, value);
}

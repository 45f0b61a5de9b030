/** Rounding modes, `.ftz`, `.sat` and `.relu`, wrapped around a result that is exact or rounded to odd. */
import { decodeFloat, encodeFloat } from '../../../base/float-formats.ts';
import { flushBelow, type Rounding, saturate, toFloat } from '../float-arithmetic.ts';
import { elementOf, formatOf, type Packable, type PackedRun, type SmallFloat } from './packed-float.ts';

export const CLAMPS = ['sat', 'relu'] as const;
type Clamp = (typeof CLAMPS)[number] | 'none';

export interface Variation {
  readonly rounding: Rounding;
  readonly ftz: boolean;
  readonly clamp: Clamp;
}

const CLAMP: Readonly<Record<Clamp, (value: number) => number>> = {
  none: v => v,
  sat: saturate,
  // NaN stays.
  relu: v => Math.max(v, 0),
};

export const isSmall = (type: Packable): type is SmallFloat => elementOf(type) !== 'f32';

const leastNormal = (type: Packable): number => (isSmall(type) ? 2 ** formatOf(type).smallestExponent : 2 ** -126);

/** `.ftz` of sources. */
export const flusher = (type: Packable): ((value: number) => number) => flushBelow(leastNormal(type));

/** `run` on elements of the type, its result rounded to one. Small types round to nearest only. */
export function rounded(run: PackedRun, type: Packable, { rounding, ftz, clamp }: Variation): PackedRun {
  const round = rounder(type, rounding);
  const finish = CLAMP[clamp];
  if (!ftz) return (a, b, c) => finish(round(run(a, b, c)));
  const flushed = flusher(type);
  const flushedResult = roundAndFlush(round, leastNormal(type));
  return (a, b, c) => finish(flushedResult(run(flushed(a), flushed(b), flushed(c))));
}

function rounder(type: Packable, rounding: Rounding): (value: number) => number {
  if (!isSmall(type)) return v => toFloat(v, rounding);
  const format = formatOf(type);
  return v => decodeFloat(format, encodeFloat(format, v));
}

/**
 * A result is flushed when it stays below the least normal number after rounding to all digits, as if exponents had no end;
 * twice the value has them all.
 */
const roundAndFlush =
  (round: (value: number) => number, least: number) =>
  (value: number): number =>
    Math.abs(value) < least && Math.abs(round(2 * value)) < 2 * least ? value * 0 : round(value);

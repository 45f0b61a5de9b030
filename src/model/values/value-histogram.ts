/** The distribution of a buffer's values: finite values in bins of equal width; NaN and infinities are counted apart. */
import { BF16, decodeFloat, E4M3, E5M2, F16 } from '../../base/float-formats.ts';
import { roundStep } from '../../base/round-step.ts';
import { ELEMENT_BYTES, type ElementType } from '../../trace/launch.ts';

/** Least and greatest finite value. */
export interface ValueRange {
  readonly least: number;
  readonly greatest: number;
}

export interface ValueHistogram {
  readonly type: ElementType;
  /** How many elements were counted, including those that are not finite. */
  readonly elements: number;
  /** Lower edge of the first bin, and the width of every bin. */
  readonly from: number;
  readonly width: number;
  /** Whether each bin is one integer; its edges are then that integer and the next. */
  readonly isDiscrete: boolean;
  /** How many finite values each bin has; empty if there are none. */
  readonly counts: readonly number[];
  readonly nan: number;
  readonly positiveInfinity: number;
  readonly negativeInfinity: number;
  readonly range: ValueRange | null;
}

/** The most bins, unless the values are small integers. */
const BINS = 48;
/** Up to this many different integers, each integer has its own bin. */
const DISCRETE_BINS = 64;

const FLOATS: ReadonlySet<ElementType> = new Set(['f16', 'bf16', 'f32', 'f64', 'e4m3', 'e5m2']);

/** Elements of a buffer as numbers; 64-bit integers beyond 2^53 are rounded. */
function numberReader(bytes: Uint8Array, type: ElementType): (index: number) => number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const readers: Readonly<Record<ElementType, (i: number) => number>> = {
    u8: i => view.getUint8(i),
    s8: i => view.getInt8(i),
    u16: i => view.getUint16(2 * i, true),
    s16: i => view.getInt16(2 * i, true),
    u32: i => view.getUint32(4 * i, true),
    s32: i => view.getInt32(4 * i, true),
    u64: i => Number(view.getBigUint64(8 * i, true)),
    s64: i => Number(view.getBigInt64(8 * i, true)),
    f16: i => decodeFloat(F16, view.getUint16(2 * i, true)),
    bf16: i => decodeFloat(BF16, view.getUint16(2 * i, true)),
    f32: i => view.getFloat32(4 * i, true),
    f64: i => view.getFloat64(8 * i, true),
    e4m3: i => decodeFloat(E4M3, view.getUint8(i)),
    e5m2: i => decodeFloat(E5M2, view.getUint8(i)),
  };
  return readers[type];
}

/** Null if no value is finite. Bytes behind the last whole element are ignored. */
export function valueRange(bytes: Uint8Array, type: ElementType): ValueRange | null {
  const read = numberReader(bytes, type);
  const elements = Math.floor(bytes.length / ELEMENT_BYTES[type]);
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < elements; i++) {
    const value = read(i);
    if (!Number.isFinite(value)) continue;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return least > greatest ? null : { least, greatest };
}

/** The smallest range that contains both. */
export const joinedRange = (a: ValueRange | null, b: ValueRange | null): ValueRange | null =>
  a === null || b === null
    ? (a ?? b)
    : { least: Math.min(a.least, b.least), greatest: Math.max(a.greatest, b.greatest) };

/**
 * @param bins decides the bins: the buffer's own range, or a range that contains several buffers, to show them on one
 * axis.
 */
export function valueHistogram(
  bytes: Uint8Array,
  type: ElementType,
  bins: ValueRange | null = valueRange(bytes, type),
): ValueHistogram {
  const read = numberReader(bytes, type);
  const elements = Math.floor(bytes.length / ELEMENT_BYTES[type]);
  const { first, width, isDiscrete, count } = binsOf(bins, type);
  const counts = Array.from<number>({ length: count }).fill(0);
  let [nan, positiveInfinity, negativeInfinity] = [0, 0, 0];
  for (let i = 0; i < elements; i++) {
    const value = read(i);
    if (Number.isFinite(value)) counts[Math.min(count - 1, Math.max(0, Math.floor(value / width) - first))]++;
    else if (Number.isNaN(value)) nan++;
    else if (value > 0) positiveInfinity++;
    else negativeInfinity++;
  }
  const apart = { nan, positiveInfinity, negativeInfinity };
  return { type, elements, from: first * width, width, isDiscrete, counts, ...apart, range: bins };
}

interface Bins {
  /** Lower edge of the first bin, in bin widths. */
  readonly first: number;
  readonly width: number;
  readonly isDiscrete: boolean;
  readonly count: number;
}

function binsOf(range: ValueRange | null, type: ElementType): Bins {
  if (range === null) return { first: 0, width: 1, isDiscrete: false, count: 0 };
  const { least, greatest } = range;
  const isInteger = !FLOATS.has(type);
  const isExact = Number.isSafeInteger(least) && Number.isSafeInteger(greatest);
  if (isInteger && isExact && greatest - least < DISCRETE_BINS)
    return { first: least, width: 1, isDiscrete: true, count: greatest - least + 1 };
  // Each is divided before the difference is taken, since the difference of two f64 may be infinite.
  const step = greatest / BINS - least / BINS;
  const width = step < LEAST_WIDTH ? pointWidth(least) : roundStep(isInteger ? Math.max(1, step) : step);
  const first = Math.floor(least / width);
  return { first, width, isDiscrete: false, count: Math.floor(greatest / width) - first + 1 };
}

/** Smaller powers of ten are not exact enough for bins. */
const LEAST_WIDTH = 1e-300;

/** Width of the bin around a single value: wide enough that its edges differ from the value. */
const pointWidth = (value: number): number =>
  Math.abs(value) < BINS * LEAST_WIDTH ? 1 : roundStep(Math.abs(value) / BINS);

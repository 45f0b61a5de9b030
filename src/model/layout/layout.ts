/**
 * A CuTe layout: a function from coordinates to offsets, given by a shape and a stride of the same profile. The first
 * mode is fastest. The maker of a layout decides what its offsets count (elements, bytes or bits); the code here does
 * not know.
 */
import { congruent, flatten, type IntTuple, isInt, modeOf, prefixProduct, product, rank } from './int-tuple.ts';
import { type Refusable, refuse } from './layout-error.ts';

export interface Layout {
  /** Positive lengths. */
  readonly shape: IntTuple;
  /** Steps of the offset; may be 0 or negative. */
  readonly stride: IntTuple;
}

/** The layout with one coordinate and one offset; an empty result is written so. */
export const UNIT: Layout = { shape: 1, stride: 0 };

/** The compact layout of a shape, first mode fastest. */
export const compact = (shape: IntTuple): Layout => ({ shape, stride: prefixProduct(shape) });

/** The layout that has these layouts as its modes. */
export const concatenated = (modes: readonly Layout[]): Layout => ({
  shape: modes.map(mode => mode.shape),
  stride: modes.map(mode => mode.stride),
});

export const layoutRank = (layout: Layout): number => rank(layout.shape);

export const modeAt = (layout: Layout, mode: number): Layout => ({
  shape: modeOf(layout.shape, mode),
  stride: modeOf(layout.stride, mode),
});

export const modesOf = (layout: Layout): readonly Layout[] =>
  Array.from({ length: layoutRank(layout) }, (_, mode) => modeAt(layout, mode));

/** How many coordinates there are. */
export const sizeOf = (layout: Layout): number => product(layout.shape);

/**
 * How many offsets lie from the least to the greatest, both counted, also with negative strides. CuTe uses absolute
 * strides instead, and pycute uses the last coordinate, which is then not the greatest.
 */
export function cosizeOf(layout: Layout): number {
  const stride = flatten(layout.stride);
  return flatten(layout.shape).reduce((sum, length, i) => sum + (length - 1) * Math.abs(stride[i]), 1);
}

/**
 * The offset of a whole number as coordinate. Beyond the size, the layout goes on along its last mode, as in CuTe. Below
 * 0 it is mirrored, since C++ divides towards zero: offset(-i) = -offset(i).
 */
export const offsetAt = (layout: Layout, index: number): number => offsetIn(layout.shape, layout.stride, index);

function offsetIn(shape: IntTuple, stride: IntTuple, index: number): number {
  if (isInt(shape) || isInt(stride)) return index * (stride as number) + 0;
  let rest = index;
  let offset = 0;
  const last = shape.length - 1;
  for (let mode = 0; mode < last; mode++) {
    const length = product(shape[mode]);
    const within = rest % length;
    offset += offsetIn(shape[mode], stride[mode], within);
    rest = (rest - within) / length;
  }
  return last < 0 ? 0 : offset + offsetIn(shape[last], stride[last], rest);
}

/** Checks what a layout needs: one profile, positive lengths, and sizes and offsets that are exact here. */
export function layoutOf(shape: IntTuple, stride: IntTuple): Refusable<Layout> {
  if (!congruent(shape, stride)) return refuse('profile', 'shape and stride have different profiles');
  const wrong = flatten(shape).find(length => length < 1);
  if (wrong !== undefined) return refuse('inadmissible', `a length of ${wrong}: lengths are at least 1`);
  return exact({ shape, stride });
}

/** The layout, if its size and its offsets are exact. */
export function exact(layout: Layout): Refusable<Layout> {
  const isExact = Number.isSafeInteger(sizeOf(layout)) && Number.isSafeInteger(cosizeOf(layout));
  return isExact ? { ok: true, value: layout } : refuse('range', 'its size or its offsets exceed 2^53');
}

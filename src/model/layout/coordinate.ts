/** Turns coordinates into offsets and back. `slice` and `dice` pick modes by a coordinate that has underscores. */
import { ok } from '../../base/result.ts';
import { exactSum, type IntTuple, isInt, prefixProduct } from './int-tuple.ts';
import { type Layout, offsetAt } from './layout.ts';
import { allModes, type Refusable, refuse } from './layout-error.ts';

/** An int tuple whose leaves may be null, written `_`. An underscore stands for the whole mode. */
export type Coordinate = number | null | readonly Coordinate[];

const isTuple = (coordinate: Coordinate): coordinate is readonly Coordinate[] =>
  coordinate !== null && typeof coordinate !== 'number';

export const hasUnderscore = (coordinate: Coordinate): boolean =>
  isTuple(coordinate) ? coordinate.some(hasUnderscore) : coordinate === null;

/**
 * The offset of a coordinate. The coordinate may stop at any level: a whole number for a nested mode is split, first mode
 * fastest. An underscore counts as 0. Numbers beyond a mode's length are not refused, as in CuTe.
 */
export function crd2idx(coordinate: Coordinate, layout: Layout): Refusable<number> {
  const { shape, stride } = layout;
  if (!isTuple(coordinate)) return ok(offsetAt(layout, coordinate ?? 0));
  const mismatch = profileError(coordinate, shape);
  if (mismatch) return mismatch;
  const parts = allModes(
    coordinate.map((part, mode) => crd2idx(part, { shape: tupleOf(shape)[mode], stride: tupleOf(stride)[mode] })),
  );
  return parts.ok ? exactSum(parts.value) : parts;
}

/**
 * The coordinate of an offset in a compact layout: each leaf gives (index / stride) mod length. Leaves of length 1 give
 * 0. A longer leaf of stride 0 has no single answer and is refused; CuTe divides by zero there.
 */
export function idx2crd(
  index: IntTuple,
  shape: IntTuple,
  stride: IntTuple = prefixProduct(shape),
): Refusable<IntTuple> {
  if (!isInt(shape) && !isInt(stride)) {
    if (isInt(index)) return allModes(shape.map((part, mode) => idx2crd(index, part, stride[mode])));
    const mismatch = profileError(index, shape);
    return mismatch ?? allModes(shape.map((part, mode) => idx2crd(index[mode], part, stride[mode])));
  }
  if (!isInt(shape) || !isInt(stride)) return refuse('profile', 'shape and stride have different profiles');
  if (!isInt(index)) return refuse('profile', 'a tuple as index of an integer mode');
  if (shape === 1) return ok(0);
  if (stride === 0) return refuse('inadmissible', `length ${shape} with stride 0: every coordinate has this offset`);
  return ok((Math.trunc(index / stride) % shape) + 0);
}

/**
 * The modes at underscores, and the offset of all others. Modes of a nested tuple move up into the tuple around it, as in
 * CuTe's tuple_cat: `slice((0,(_,1)), ((2,(3,4))))` has one mode. A bare `_` gives the layout itself.
 */
export function slice(coordinate: Coordinate, layout: Layout): Refusable<{ layout: Layout; offset: number }> {
  const offset = crd2idx(coordinate, layout);
  if (!offset.ok) return offset;
  return ok({ layout: kept(coordinate, layout, leaf => leaf === null), offset: offset.value });
}

/** The modes at integers, which are those that slice leaves out. */
export function dice(coordinate: Coordinate, layout: Layout): Refusable<Layout> {
  const offset = crd2idx(coordinate, layout);
  return offset.ok ? ok(kept(coordinate, layout, leaf => leaf !== null)) : offset;
}

/** The modes that `keeps` picks. The coordinate must fit the layout. */
function kept(coordinate: Coordinate, layout: Layout, keeps: (leaf: number | null) => boolean): Layout {
  if (!isTuple(coordinate)) return keeps(coordinate) ? layout : { shape: [], stride: [] };
  const shape: IntTuple[] = [];
  const stride: IntTuple[] = [];
  const gather = (part: Coordinate, s: IntTuple, d: IntTuple): void => {
    if (isTuple(part)) {
      for (const [mode, inner] of part.entries()) gather(inner, tupleOf(s)[mode], tupleOf(d)[mode]);
    } else if (keeps(part)) {
      shape.push(s);
      stride.push(d);
    }
  };
  gather(coordinate, layout.shape, layout.stride);
  return { shape, stride };
}

const tupleOf = (t: IntTuple): readonly IntTuple[] => (isInt(t) ? [t] : t);

function profileError(coordinate: readonly unknown[], shape: IntTuple) {
  if (isInt(shape)) return refuse('profile', `a tuple of ${coordinate.length} for a mode of length ${shape}`);
  if (coordinate.length === shape.length) return null;
  return refuse('profile', `a tuple of ${coordinate.length} for a mode of rank ${shape.length}`);
}

/** Coalesces layouts: the same function of whole numbers, written in the fewest modes. */
import { ok } from '../../base/result.ts';
import type { Coordinate } from './coordinate.ts';
import { type IntTuple, isInt } from './int-tuple.ts';
import { concatenated, cosizeOf, type Layout, layoutRank, modeAt, modesOf, sizeOf, UNIT } from './layout.ts';
import { allModes, type Refusable, refuse } from './layout-error.ts';

/** Modes side by side, fastest first; there are none if the layout has only one coordinate. */
export interface FlatModes {
  readonly lengths: readonly number[];
  readonly strides: readonly number[];
}

/** The modes of a layout without those of length 1, and with neighbours joined where one mode can stand for both. */
export function coalescedModes(layout: Layout): FlatModes {
  const lengths: number[] = [];
  const strides: number[] = [];
  gather(layout.shape, layout.stride, lengths, strides);
  return { lengths, strides };
}

/**
 * The modes of `layout` that `layout ∘ inner` needs: the offsets of `inner` are coordinates of `layout`. For coordinates
 * beyond its size, a layout goes on along its last mode. So a last mode of length 1 is kept if such coordinates occur, as
 * in CuTe's `detail::coalesce_x`; its length is not used.
 */
export function modesFor(layout: Layout, inner: Layout): FlatModes {
  const modes = coalescedModes(layout);
  const [length, stride] = lastLeaf(layout);
  if (length > 1) return modes;
  const { lengths, strides } = modes;
  const last = lengths.length - 1;
  const isMerged = last >= 0 && lengths[last] * strides[last] === stride;
  if (isMerged || (last >= 0 && cosizeOf(inner) <= sizeOf(layout))) return modes;
  return { lengths: [...lengths, 1], strides: [...strides, stride] };
}

/** Length and stride of the slowest leaf, at any depth of nesting. */
function lastLeaf({ shape, stride }: Layout): readonly [number, number] {
  if (isInt(shape) || isInt(stride)) return [shape as number, stride as number];
  const last = shape.length - 1;
  return last < 0 ? [1, 0] : lastLeaf({ shape: shape[last], stride: stride[last] });
}

function gather(shape: IntTuple, stride: IntTuple, lengths: number[], strides: number[]): void {
  if (!isInt(shape)) {
    for (let mode = 0; mode < shape.length; mode++)
      gather(shape[mode], (stride as readonly IntTuple[])[mode], lengths, strides);
    return;
  }
  if (shape === 1) return;
  const last = lengths.length - 1;
  if (last >= 0 && lengths[last] * strides[last] === stride) lengths[last] *= shape;
  else {
    lengths.push(shape);
    strides.push(stride as number);
  }
}

export function layoutFrom({ lengths, strides }: FlatModes): Layout {
  if (lengths.length === 0) return UNIT;
  return lengths.length === 1 ? { shape: lengths[0], stride: strides[0] } : { shape: lengths, stride: strides };
}

/** The same function of whole numbers within its size, in the fewest modes. The result's depth is at most 1. */
export const coalesce = (layout: Layout): Layout => layoutFrom(coalescedModes(layout));

/**
 * Coalesces at each leaf of the profile, whatever number the leaf holds. A mode under `_` stays as it is, and so do modes
 * beyond the profile. A profile longer than the layout's rank is refused.
 */
export function coalesceBy(layout: Layout, profile: Coordinate): Refusable<Layout> {
  if (profile === null) return ok(layout);
  if (typeof profile === 'number') return ok(coalesce(layout));
  if (isInt(layout.shape) || profile.length > layoutRank(layout))
    return refuse('profile', `a profile of ${profile.length} modes for a layout of rank ${layoutRank(layout)}`);
  const modes = allModes(profile.map((part, mode) => coalesceBy(modeAt(layout, mode), part)));
  return modes.ok ? ok(concatenated([...modes.value, ...modesOf(layout).slice(profile.length)])) : modes;
}

/**
 * The coalesced layout without its modes of stride 0: CuTe's `filter`. It has the same offsets, but does not repeat them along
 * those modes.
 */
export const filter = (layout: Layout): Layout => coalesce(withoutZeros(layout));

/** `filter` that coalesces at each leaf of the profile, as `coalesceBy` does. */
export const filterBy = (layout: Layout, profile: Coordinate): Refusable<Layout> =>
  coalesceBy(withoutZeros(layout), profile);

/** Each mode of stride 0 has length 1: CuTe's `filter_zeros`. */
const withoutZeros = ({ shape, stride }: Layout): Layout => ({ shape: withoutZerosIn(shape, stride), stride });

function withoutZerosIn(shape: IntTuple, stride: IntTuple): IntTuple {
  if (isInt(shape)) return stride === 0 ? 1 : shape;
  return shape.map((part, mode) => withoutZerosIn(part, (stride as readonly IntTuple[])[mode]));
}

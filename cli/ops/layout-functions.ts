/** The functions of the `layout` operation: what each takes, and what it returns. */
import { ok, type Result } from '../../src/base/result.ts';
import { coalesce, coalesceBy, filter, filterBy } from '../../src/model/layout/coalesce.ts';
import { complement } from '../../src/model/layout/complement.ts';
import { composedOffsetAt, composedOffsetOf, printComposed } from '../../src/model/layout/composed-layout.ts';
import { crd2idx, dice, idx2crd, slice } from '../../src/model/layout/coordinate.ts';
import {
  flatten,
  type IntTuple,
  innerProduct,
  prefixProduct,
  product,
  shapeDiv,
} from '../../src/model/layout/int-tuple.ts';
import { leftInverse, rightInverse } from '../../src/model/layout/inverse.ts';
import { cosizeOf, exact, type Layout, layoutOf, offsetAt, sizeOf } from '../../src/model/layout/layout.ts';
import { allModes, type Refusable, refuse } from '../../src/model/layout/layout-error.ts';
import { printLayout, printTuple } from '../../src/model/layout/notation.ts';
import {
  compositionBy,
  hierUnzip,
  logicalDivide,
  logicalProduct,
  type Tiler,
  tiledDivide,
  tiledProduct,
  zippedDivide,
  zippedProduct,
} from '../../src/model/layout/tiler.ts';
import * as argument from './layout-arguments.ts';
import { type RequestError, refused } from './op.ts';

const { coordinate, integer, layout, listOf, name, optional, placed, tiler, tuple } = argument;

/** Computes a reply from the request's arguments. */
export type LayoutFunction = (args: readonly unknown[]) => Result<object, RequestError>;

function takes<T extends unknown[]>(
  readers: { readonly [K in keyof T]: argument.ArgumentReader<T[K]> },
  answer: (...values: T) => Refusable<object>,
): LayoutFunction {
  return args => {
    if (args.length > readers.length)
      return refused('wrongValue', 'args', `${args.length} arguments, expected at most ${readers.length}`);
    const values: unknown[] = [];
    for (const [i, read] of readers.entries()) {
      const value = read(args[i], `args[${i}]`);
      if (!value.ok) return value;
      values.push(value.value);
    }
    return argument.checked(answer(...(values as T)), 'args');
  };
}

const SPLITTERS = { logical_divide: logicalDivide, logical_product: logicalProduct };

export const LAYOUT_FUNCTIONS: Readonly<Record<string, LayoutFunction>> = {
  eval_idx: takes([placed, listOf(integer)], (at, indices) =>
    numbers(
      indices.map(index => (at.composed ? composedOffsetAt(at.composed, index) : ok(offsetAt(at.layout, index)))),
    ),
  ),
  eval_coord: takes([placed, listOf(coordinate)], (at, coordinates) =>
    numbers(coordinates.map(c => (at.composed ? composedOffsetOf(at.composed, c) : crd2idx(c, at.layout)))),
  ),
  size: takes([placed], at => number(sizeOf(at.layout))),
  cosize: takes([layout], a => number(cosizeOf(a))),
  coalesce: takes([placed, optional(coordinate)], (at, profile) =>
    onPlaced(at, a => (profile === undefined ? ok(coalesce(a)) : coalesceBy(a, profile))),
  ),
  filter: takes([layout, optional(coordinate)], (a, profile) =>
    layoutReply(profile === undefined ? ok(filter(a)) : filterBy(a, profile)),
  ),
  composition: fromTheRight(compositionBy),
  complement: takes([layout, optional(tuple)], (a, cotarget) =>
    layoutReply(complement(a, ...(cotarget === undefined ? [] : [product(cotarget)]))),
  ),
  right_inverse: takes([layout], a => layoutReply(ok(rightInverse(a)))),
  left_inverse: takes([layout], a => layoutReply(leftInverse(a))),
  logical_divide: fromTheRight(logicalDivide),
  zipped_divide: fromTheRight(zippedDivide),
  tiled_divide: fromTheRight(tiledDivide),
  logical_product: takes([layout, tiler], (a, b) => layoutReply(logicalProduct(a, b))),
  zipped_product: takes([layout, tiler], (a, b) => layoutReply(zippedProduct(a, b))),
  tiled_product: takes([layout, tiler], (a, b) => layoutReply(tiledProduct(a, b))),
  hier_unzip: takes([name('logical_divide', 'logical_product'), layout, tiler], (splitter, a, b) =>
    layoutReply(hierUnzip(SPLITTERS[splitter], a, b)),
  ),
  slice: takes([coordinate, layout], (c, a) => {
    const cut = slice(c, a);
    if (!cut.ok) return cut;
    const offset = number(cut.value.offset);
    return offset.ok ? ok({ value: printLayout(cut.value.layout), offset: cut.value.offset }) : offset;
  }),
  dice: takes([coordinate, layout], (c, a) => layoutReply(dice(c, a))),
  idx2crd: takes([listOf(tuple), tuple, optional(tuple)], (indices, shape, stride) => {
    const map = layoutOf(shape, stride ?? prefixProduct(shape));
    if (!map.ok) return map;
    const coordinates = allModes(indices.map(index => idx2crd(index, map.value.shape, map.value.stride)));
    return coordinates.ok ? ok({ value: coordinates.value.map(c => printTuple(c)) }) : coordinates;
  }),
  crd2idx: takes([coordinate, tuple, optional(tuple)], (c, shape, stride) => {
    const map = layoutOf(shape, stride ?? prefixProduct(shape));
    return map.ok ? numberOf(crd2idx(c, map.value)) : map;
  }),
  product: takes([tuple], t => number(product(t))),
  inner_product: takes([tuple, tuple], (a, b) => numberOf(innerProduct(a, b))),
  prefix_product: takes([tuple, optional(integer)], (t, init) => tupleReply(ok(prefixProduct(t, init)))),
  shape_div: takes([tuple, tuple], (a, b) => tupleReply(shapeDiv(a, b))),
};

/** Functions that act on the coordinates of A. A swizzle in front of A stays there. */
function fromTheRight(apply: (a: Layout, tiler: Tiler) => Refusable<Layout>): LayoutFunction {
  return takes([placed, tiler], (at, b) => onPlaced(at, a => apply(a, b)));
}

function onPlaced(
  { layout: a, composed }: argument.PlacedLayout,
  apply: (a: Layout) => Refusable<Layout>,
): Refusable<object> {
  const result = apply(a);
  if (!result.ok || composed === null) return layoutReply(result);
  const whole = exact(result.value);
  return whole.ok ? ok({ value: printComposed({ ...composed, layout: whole.value }) }) : whole;
}

function layoutReply(result: Refusable<Layout>): Refusable<object> {
  const whole = result.ok ? exact(result.value) : result;
  return whole.ok ? ok({ value: printLayout(whole.value) }) : whole;
}

function tupleReply(result: Refusable<IntTuple>): Refusable<object> {
  if (!result.ok) return result;
  const isExact = flatten(result.value).every(Number.isSafeInteger);
  return isExact ? ok({ value: printTuple(result.value) }) : refuse('range', 'the result exceeds 2^53');
}

const number = (value: number): Refusable<object> =>
  Number.isSafeInteger(value) ? ok({ value }) : refuse('range', 'the result exceeds 2^53');

const numberOf = (result: Refusable<number>): Refusable<object> => (result.ok ? number(result.value) : result);

function numbers(results: readonly Refusable<number>[]): Refusable<object> {
  const values: number[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    if (Math.abs(result.value) > 2 ** 53) return refuse('range', 'an offset exceeds 2^53');
    values.push(result.value);
  }
  return ok({ value: values });
}

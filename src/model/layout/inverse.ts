/** Right and left inverses of layouts, as functions of whole numbers. */
import { ok } from '../../base/result.ts';
import { coalescedModes, layoutFrom } from './coalesce.ts';
import { complement, strideChain } from './complement.ts';
import { concatenated, type Layout, sizeOf, UNIT } from './layout.ts';
import { type Refusable, refuse } from './layout-error.ts';

/**
 * The layout R with A(R(i)) = i for all i below R's size. The size is as large as A's strides chain from 1 up without a
 * gap; R is 1:0 if A has no stride of 1. Modes of stride 0 are skipped; pycute stops at the first of them and answers
 * 1:0. For negative strides R gives negative numbers, for which A is mirrored. The chain ends where the strides' sign
 * changes, since strides of both signs would borrow from each other; CuTe goes on there, and its answer is wrong.
 */
export function rightInverse(layout: Layout): Layout {
  const { lengths, strides } = coalescedModes(layout);
  const prefix = prefixOf(lengths);
  const shape: number[] = [];
  const stride: number[] = [];
  let next = 1;
  let sign = 0;
  for (;;) {
    const mode = strides.findIndex(d => Math.abs(d) === next && (sign === 0 || Math.sign(d) === sign));
    if (mode < 0) return layoutFrom({ lengths: shape, strides: stride });
    sign = Math.sign(strides[mode]);
    shape.push(lengths[mode]);
    stride.push(sign * prefix[mode]);
    next *= lengths[mode];
  }
}

/**
 * The layout L with L(A(i)) = i for all i below A's size. If A and its complement fill a range, L is the right inverse of
 * both side by side. If they do not, but each stride divides the next, L reads the digits off by the quotients of
 * strides; pycute and CuTe answer there with a layout that is no inverse. Refused: a layout that is not injective, has
 * strides of both signs, or has strides that do not divide one another. If all strides are negative, L is found for the
 * mirrored layout.
 */
export function leftInverse(layout: Layout): Refusable<Layout> {
  const { lengths, strides } = coalescedModes(layout);
  if (lengths.length === 0) return ok(UNIT);
  if (strides.includes(0)) return refuse('inadmissible', 'a mode of stride 0: many coordinates have one offset');
  if (strides.every(d => d < 0)) {
    const mirrored = leftInverse(layoutFrom({ lengths, strides: strides.map(d => -d) }));
    return mirrored.ok ? ok(negated(mirrored.value)) : mirrored;
  }
  if (strides.some(d => d < 0))
    return refuse('inadmissible', 'strides of two signs: no layout reads their offsets back');
  const rest = complement(layout);
  if (!rest.ok) return rest;
  const inverse = rightInverse(concatenated([layout, rest.value]));
  return sizeOf(inverse) === sizeOf(layout) * sizeOf(rest.value) ? ok(inverse) : byQuotients(layout);
}

function byQuotients(layout: Layout): Refusable<Layout> {
  const chain = strideChain(layout);
  if (!chain.ok) return chain;
  const { lengths, strides } = chain.value;
  const flat = coalescedModes(layout);
  const prefix = prefixOf(flat.lengths);
  const shape = strides.map((stride, mode) => (strides[mode + 1] ?? stride * lengths[mode]) / stride);
  const broken = shape.findIndex(quotient => !Number.isInteger(quotient));
  if (broken >= 0)
    return refuse(
      'inadmissible',
      `stride ${strides[broken]} does not divide the next stride ${strides[broken + 1]}: no layout reads the offsets back`,
    );
  const stride = strides.map(d => prefix[flat.strides.indexOf(d)]);
  // All offsets are multiples of the least stride, so nothing needs to be said of the offsets between them.
  return ok(
    strides[0] === 1
      ? layoutFrom({ lengths: shape, strides: stride })
      : { shape: [strides[0], ...shape], stride: [sizeOf(layout), ...stride] },
  );
}

function prefixOf(lengths: readonly number[]): readonly number[] {
  let before = 1;
  return lengths.map(length => {
    const prefix = before;
    before *= length;
    return prefix;
  });
}

const negated = (layout: Layout): Layout => ({
  shape: layout.shape,
  stride: typeof layout.stride === 'number' ? -layout.stride : layout.stride.map(d => -(d as number)),
});

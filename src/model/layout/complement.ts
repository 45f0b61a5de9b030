/**
 * The complement R of A up to a cotarget: its offsets ascend, and R(i) is no offset of A for i > 0. If what A's modes
 * fill divides the next stride of A each time, then (A, R) fills a range without a gap, up to the cotarget or beyond it.
 * If it does not, R is the largest ordered layout that fits between A's strides, as in CuTe; R may then end short of the
 * cotarget, within its last copy of A.
 *
 * Modes of stride 0 are left out first, since they add no offset. A layout whose strides overlap, so that two coordinates
 * have the same offset, has no complement: CuTe refuses it, and pycute accepts most of them with a mode of length 0.
 * Negative strides are refused, too: CuTe and pycute sort them first, and their answers are arbitrary.
 */
import { ok } from '../../base/result.ts';
import { coalesce, coalescedModes } from './coalesce.ts';
import { cosizeOf, type Layout } from './layout.ts';
import { type Refusable, refuse } from './layout-error.ts';

/** The modes of a layout by ascending stride, without those of stride 0 or length 1. */
export interface Chain {
  readonly lengths: readonly number[];
  readonly strides: readonly number[];
}

/** @param cotarget by default A's own cosize, which gives the least complement: it only fills A's holes. */
export function complement(layout: Layout, cotarget: number = cosizeOf(layout)): Refusable<Layout> {
  if (!Number.isSafeInteger(cotarget) || cotarget < 1)
    return refuse('range', `a cotarget of ${cotarget}: expected a whole number from 1 to 2^53`);
  const chain = strideChain(layout);
  if (!chain.ok) return chain;
  const shape: number[] = [];
  const stride: number[] = [];
  let filled = 1;
  for (const [mode, step] of chain.value.strides.entries()) {
    shape.push(Math.floor(step / filled));
    stride.push(filled);
    filled = step * chain.value.lengths[mode];
  }
  shape.push(Math.ceil(cotarget / filled));
  stride.push(filled);
  return ok(coalesce({ shape, stride }));
}

/** Sorts the modes by stride; refuses layouts that have no complement. */
export function strideChain(layout: Layout): Refusable<Chain> {
  const { lengths, strides } = coalescedModes(layout);
  const order = lengths.map((_, mode) => mode).filter(mode => strides[mode] !== 0);
  order.sort((a, b) => strides[a] - strides[b]);
  const chain = { lengths: order.map(mode => lengths[mode]), strides: order.map(mode => strides[mode]) };
  if (chain.strides[0] < 0)
    return refuse(
      'inadmissible',
      `stride ${chain.strides[0]}: a complement is of offsets from 0 up; use its absolute value`,
    );
  for (let mode = 1; mode < order.length; mode++) {
    const filled = chain.lengths[mode - 1] * chain.strides[mode - 1];
    if (chain.strides[mode] < filled)
      return refuse(
        'inadmissible',
        `strides overlap: ${chain.lengths[mode - 1]}:${chain.strides[mode - 1]} fills up to ${filled}, beyond the next ` +
          `stride ${chain.strides[mode]}; a stride of ${filled} or more would do`,
      );
  }
  return ok(chain);
}

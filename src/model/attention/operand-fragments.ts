/**
 * What the lanes of one warp hold of 16 x 16 elements that `wgmma` sums up or reads: scores S and output O as sums, weights P as
 * an operand. All three have the same lane at the same place.
 */
import { assert } from '../../base/assert.ts';
import type { Layout } from '../layout/layout.ts';
import type { Fragment } from '../layout-steps/fragments.ts';
import { ownFragment } from '../layout-steps/own-fragment.ts';

/** Rows of a warp, and columns of an operand from registers. */
export const FRAGMENT_SIDE = 16;

/** From (lane, value) to row + 16 x column: lane / 4 is the row, lane mod 4 a pair of columns, then 8 rows below, then 8 columns on. */
const LANES_AND_VALUES: Layout = {
  shape: [
    [4, 8],
    [2, 2, 2],
  ],
  stride: [
    [32, 1],
    [16, 8, 128],
  ],
};

const ELEMENT_BYTES = { S: 4, P: 2, O: 4 } as const;

/** @param part S, P or O: sums take a register each, two weights share one. */
export function warpFragment(part: keyof typeof ELEMENT_BYTES): Fragment {
  const fragment = ownFragment(LANES_AND_VALUES, { rows: FRAGMENT_SIDE, columns: FRAGMENT_SIDE }, ELEMENT_BYTES[part]);
  assert(fragment.ok, 'the layout fills the matrix');
  return { ...fragment.value, name: 'wgmma, one warp', part };
}

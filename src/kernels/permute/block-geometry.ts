/**
 * Counting on each side of `block.cu`, and starts of CTAs: everything that is known before the places in shared memory
 * are.
 */

import { roundUp } from '../../base/bits.ts';
import { LANES } from '../../base/hardware.ts';
import { elementsOf } from '../../model/permute/block.ts';
import { product } from '../../model/permute/permutation.ts';
import { laneOrder } from '../../model/permute/placement.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { type PermuteJob, perJob } from './job.ts';
import { CONSTANTS, TABLES } from './params.ts';
import { tensorDims } from './tensor-dims.ts';

/** Same value as in block.cuh. */
const MAX_THREADS = 256;

/**
 * Elements that a thread has under way before it waits for one, as in block.cuh. `isQuick`: positions are looked up, or the
 * plan that counts them is compiled in.
 */
export const elementsAtOnce = (isQuick: boolean): number => (isQuick ? 4 : 1);

export interface SideGeometry {
  /** Modes with more than one element, by index in the plan; fastest first, as are the lists by mode. */
  readonly modes: readonly number[];
  readonly extents: readonly number[];
  /** Strides in the input for stores to shared memory, in the output for loads from it [elements]. */
  readonly globalStrides: readonly number[];
  /** Elements of one access to global memory. */
  readonly vector: number;
  /** For each ragged dimension: elements of the block before the dimension counts on. */
  readonly below: readonly number[];
}

/** Blocks along a dimension that needs more than one, and how far apart they start in input and output [elements]. */
export interface BlocksAlong {
  readonly count: number;
  readonly inStride: number;
  readonly outStride: number;
}

/** A dimension that is no multiple of the block. */
export interface RaggedDim {
  /** Selects the digit of a block's number that counts along this dimension: number / below % blocks. */
  readonly below: number;
  readonly blocks: number;
  /** Elements along it in a block, and in the last one. */
  readonly extent: number;
  readonly last: number;
}

export interface BlockGeometry {
  readonly elements: number;
  readonly threads: number;
  readonly ctas: number;
  /** Fastest first, as blocks are numbered. */
  readonly blocks: readonly BlocksAlong[];
  readonly ragged: readonly RaggedDim[];
  readonly sides: Readonly<Record<AccessSide, SideGeometry>>;
}

export const geometryOf = perJob((job): BlockGeometry => {
  const { block, canonical, spillover, move } = job.plan;
  const elements = elementsOf(move.modes);
  const ragged = spillover.filter(({ ragged }) => ragged > 0).map(({ dim }) => dim);
  const dims = tensorDims(canonical);
  return {
    elements,
    threads: threadsFor(elements, job),
    ctas: product(block.grid),
    blocks: block.grid
      .flatMap((count, dim) => (count > 1 ? [blocksAlong(count, block.shape[dim], dims[dim])] : []))
      .reverse(),
    ragged: ragged.map(dim => ({
      below: product(block.grid.slice(dim + 1)),
      blocks: block.grid[dim],
      extent: block.shape[dim],
      last: canonical.shape[dim] % block.shape[dim],
    })),
    sides: { store: sideGeometry('store', job, ragged), load: sideGeometry('load', job, ragged) },
  };
});

/**
 * The fewest threads that move the block in as many turns as the most threads would, so that each thread has as much as
 * possible under way at once.
 */
function threadsFor(elements: number, { params, plan: { vectors } }: PermuteJob): number {
  const atOnce = elementsAtOnce(params.positions === TABLES || params.binding === CONSTANTS);
  const shares = Math.max(...[vectors.store, vectors.load].map(vector => elements / (vector === 1 ? atOnce : vector)));
  return roundUp(Math.ceil(shares / Math.ceil(shares / MAX_THREADS)), LANES);
}

const blocksAlong = (count: number, extent: number, dim: { inStride: number; outStride: number }): BlocksAlong => ({
  count,
  inStride: extent * dim.inStride,
  outStride: extent * dim.outStride,
});

function sideGeometry(side: AccessSide, { plan }: PermuteJob, ragged: readonly number[]): SideGeometry {
  const { modes } = plan.move;
  const order = laneOrder(side, plan.move);
  const strides = tensorDims(plan.canonical).map(dim => (side === 'store' ? dim.inStride : dim.outStride));
  const extentOf = (mode: number) => modes[mode].extent;
  // The inner one of two modes of a dimension follows it, and counts it in single steps.
  const inner = (mode: number) => (modes[mode + 1]?.dim === modes[mode].dim ? extentOf(mode + 1) : 1);
  const before = (dim: number) => order.findIndex(mode => modes[mode].dim === dim);
  const counted = order.filter(mode => extentOf(mode) > 1);
  return {
    modes: counted,
    extents: counted.map(extentOf),
    globalStrides: counted.map(mode => strides[modes[mode].dim] * inner(mode)),
    vector: plan.vectors[side],
    below: ragged.map(dim => product(order.slice(0, before(dim)).map(extentOf))),
  };
}

/** A CTA's block: where it starts in input and output [elements], and how far it goes along each ragged dimension. */
export interface BlockStart {
  readonly store: number;
  readonly load: number;
  readonly extents: readonly number[];
}

export function blockStart({ blocks, ragged }: BlockGeometry, cta: number): BlockStart {
  let [store, load, rest] = [0, 0, cta];
  for (const { count, inStride, outStride } of blocks) {
    store += (rest % count) * inStride;
    load += (rest % count) * outStride;
    rest = Math.floor(rest / count);
  }
  const isLast = ({ below, blocks: along }: RaggedDim) => Math.floor(cta / below) % along === along - 1;
  return { store, load, extents: ragged.map(dim => (isLast(dim) ? dim.last : dim.extent)) };
}

/** Whether the tensor has an element of the block, given its number in the order of the side. */
export const hasElement = (
  { ragged, sides }: BlockGeometry,
  side: AccessSide,
  { extents }: BlockStart,
  element: number,
): boolean => ragged.every(({ extent }, i) => Math.floor(element / sides[side].below[i]) % extent < extents[i]);

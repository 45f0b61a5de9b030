/**
 * The blocks of a whole grid by their shape: most are whole, those at the end of a dimension that the block does not divide
 * are shorter. A short block's lanes count as those of a whole one do, and idle where the tensor has ended.
 */
import { LANES } from '../../base/hardware.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { type Block, type BlockMove, elementsOf } from './block.ts';
import { type Placement, type SideCost, sideOdometer } from './placement.ts';
import { spoolOf } from './spool.ts';

export interface EdgeBlock {
  /** Elements of the tensor along each dimension of the canonical input. */
  readonly shape: readonly number[];
  /** Blocks of the grid that have this shape. */
  readonly count: number;
}

/** Whole blocks first. `extents` of the canonical input. */
export const edgeBlocks = (extents: readonly number[], block: Pick<Block, 'shape' | 'grid'>): readonly EdgeBlock[] =>
  extents.reduce<readonly EdgeBlock[]>(
    (blocks, extent, dim) =>
      piecesOf(extent, block.shape[dim], block.grid[dim]).flatMap(piece =>
        blocks.map(({ shape, count }) => ({ shape: [...shape, piece.elements], count: count * piece.count })),
      ),
    [{ shape: [], count: 1 }],
  );

function piecesOf(extent: number, elements: number, count: number): { elements: number; count: number }[] {
  const last = extent - (count - 1) * elements;
  if (last === elements) return [{ elements, count }];
  return [
    { elements, count: count - 1 },
    { elements: last, count: 1 },
  ];
}

/** By the element's number in the order of the input: 1 where a block of that shape has it. */
export function insideOf(move: BlockMove, shape: readonly number[]): Uint8Array {
  const inside = new Uint8Array(elementsOf(move.modes)).fill(1);
  for (const [dim, end] of shape.entries()) {
    const along = sideOdometer('store', move, stepsAlong(dim, move));
    for (let number = 0; number < inside.length; number++, along.step()) if (along.offset >= end) inside[number] = 0;
  }
  return inside;
}

/** Strides by which an element's offset is its index along the dimension, which may be two modes. */
function stepsAlong(dim: number, { modes }: BlockMove): number[] {
  const steps = modes.map(() => 0);
  let step = 1;
  for (let mode = modes.length - 1; mode >= 0; mode--) {
    if (modes[mode].dim !== dim) continue;
    steps[mode] = step;
    step *= modes[mode].extent;
  }
  return steps;
}

/** What a block of that shape costs. */
export function edgeCost(side: AccessSide, move: BlockMove, placement: Placement, shape: readonly number[]): SideCost {
  const { runs, elements } = spoolOf(side, move, placement, insideOf(move, shape));
  const byRequest = new Uint32Array(elements.length / LANES);
  for (const { first, wavefronts } of runs) byRequest[Math.floor(first / LANES)] += wavefronts;
  return {
    wavefronts: byRequest.reduce((sum, wavefronts) => sum + wavefronts, 0),
    ideal: runs.length,
    worst: byRequest.reduce((most, wavefronts) => Math.max(most, wavefronts), 0),
  };
}

/** The plan as `block.cuh` has it: words in the order of its struct, passed as an argument or compiled in. */
import type { Placement, XorBit } from '../../model/permute/placement.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { type BlockGeometry, geometryOf, type SideGeometry } from './block-geometry.ts';
import type { PermuteJob } from './job.ts';
import type { SharedPlacement } from './places.ts';
import { arrayOf } from './tensor-dims.ts';

const MAX_DIMS = 12;
const MAX_MODES = 14;
const MAX_RAGGED = 2;
const MAX_XOR_BITS = 5;

export function planWords(job: PermuteJob, { placement }: SharedPlacement): number[] {
  const geometry = geometryOf(job);
  const { elements, blocks, ragged, sides } = geometry;
  const xor = xorMasks(placement.xor);
  return [
    elements,
    sides.store.modes.length,
    blocks.length,
    ragged.length,
    xor.length,
    ...sideWords('store', geometry, placement),
    ...sideWords('load', geometry, placement),
    ...arrayOf(xor.flat(), MAX_XOR_BITS * 2),
    ...arrayOf(
      ragged.flatMap(({ below, blocks: along, extent, last }) => [below, along, extent, last]),
      MAX_RAGGED * 4,
    ),
    ...arrayOf(
      blocks.flatMap(({ count, inStride, outStride }) => [count, inStride, outStride]),
      MAX_DIMS * 3,
    ),
  ];
}

function sideWords(side: AccessSide, { sides, threads }: BlockGeometry, { strides }: Placement): number[] {
  const { vector, extents, globalStrides, modes, below } = sides[side];
  return [
    vector,
    ...arrayOf(extents, MAX_MODES),
    ...arrayOf(globalStrides, MAX_MODES),
    ...arrayOf(
      modes.map(mode => strides[mode]),
      MAX_MODES,
    ),
    ...arrayOf(digitsOf(threads * vector, sides[side]), MAX_MODES),
    ...arrayOf(below, MAX_RAGGED),
  ];
}

function digitsOf(count: number, { extents }: SideGeometry): number[] {
  let rest = count;
  return extents.map(extent => {
    const digit = rest % extent;
    rest = Math.floor(rest / extent);
    return digit;
  });
}

/** For each XORed bit: mask of the bits of the offset whose parity is XORed. */
function xorMasks(xor: readonly XorBit[]): [bit: number, mask: number][] {
  const masks = new Map<number, number>();
  for (const { bit, from } of xor) masks.set(bit, (masks.get(bit) ?? 0) ^ (2 ** from));
  return [...masks];
}

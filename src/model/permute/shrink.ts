/**
 * A smaller tensor with the same plan: the same block, modes, vectors, ragged ends and cost of a block; only the grid is
 * smaller. It stands for a tensor that is too large to emulate.
 */
import { STATIC_SHARED_BYTES, WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import { fittingBlock } from './block.ts';
import { canonicalForm, fusedDims } from './canonical.ts';
import { type Permutation, type PermutationRequest, product } from './permutation.ts';
import { vectorsFor } from './vectors.ts';

/** Extents of the smaller input; the order is the same. The request must have been checked. */
export function shrunkShape(request: PermutationRequest): number[] {
  const wanted = planned(request);
  // If an extent stays the same modulo the widest access, whatever was aligned is still aligned.
  const kept = WIDEST_ACCESS_BYTES / request.elementBytes;
  const runs = fusedDims(request);
  // Each dimension of two or more blocks keeps two, so that no piece becomes a whole dimension.
  for (let blocks = 2; ; blocks *= 2) {
    const extents = canonicalForm(request).shape.map((extent, dim) =>
      fewerBlocks(extent, wanted.block.shape[dim], blocks, kept),
    );
    const shape = [...request.shape];
    for (const [dim, run] of runs.entries()) spread(extents[dim], run, shape);
    if (isSame(planned({ ...request, shape }), wanted)) return shape;
  }
}

function planned(request: PermutationRequest) {
  const { elementBytes, sharedBytes = STATIC_SHARED_BYTES, targetElements, access } = request;
  const canonical: Permutation = canonicalForm(request);
  const block = fittingBlock(canonical, elementBytes, sharedBytes, targetElements);
  return { block, vectors: vectorsFor(access, canonical, block, elementBytes) };
}

type Planned = ReturnType<typeof planned>;

/** The grid may differ; it follows from the block and the extents. */
const isSame = (a: Planned, b: Planned): boolean =>
  JSON.stringify([a.block.shape, a.block.modes, a.vectors]) ===
  JSON.stringify([b.block.shape, b.block.modes, b.vectors]);

/** An extent of at least `blocks` blocks, the last one as ragged as before. */
function fewerBlocks(extent: number, block: number, blocks: number, aligned: number): number {
  const step = leastCommonMultiple(block, aligned);
  const least = Math.min(extent, block * (blocks - 1) + 1);
  const end = extent % step;
  return end + step * Math.max(0, Math.ceil((least - end) / step));
}

/** Gives the fused dimensions a new product. Inner dimensions keep their extents as long as these divide it. */
function spread(extent: number, run: readonly number[], shape: number[]): void {
  let rest = extent;
  for (const dim of run.toReversed()) {
    const isLast = dim === run[0] || rest % shape[dim] !== 0;
    shape[dim] = isLast ? rest : shape[dim];
    rest /= shape[dim];
  }
}

const leastCommonMultiple = (a: number, b: number): number => (a * b) / greatestCommonDivisor(a, b);
const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/** Bytes of input and output together. */
export const movedBytes = ({ shape, elementBytes }: PermutationRequest): number => 2 * product(shape) * elementBytes;

/** The most bytes of both tensors together that a browser can fill, emulate and compare while a person waits. */
export const EMULATED_BYTES = 64 * 2 ** 20;

/**
 * The block that one CTA moves through shared memory: the smallest prefix of the input's dimensions that is worth a read,
 * joined with the smallest prefix of the output's dimensions that is worth a write. If only a part of a dimension is
 * needed, the dimension is cut into pieces. The grid covers the rest; the last piece of a dimension may be ragged.
 */

import { roundUp } from '../../base/bits.ts';
import { LANES, LINE_BYTES } from '../../base/hardware.ts';
import { type Permutation, product } from './permutation.ts';

/** One index of the block: a dimension's piece, or one of its two parts if reads need less of it than writes do. */
export interface TensorMode {
  /** A dimension of the canonical input. */
  readonly dim: number;
  readonly extent: number;
  /** Whether it belongs to the inner read block, and to the inner write block. */
  readonly inRead: boolean;
  readonly inWrite: boolean;
}

export interface Block {
  /** Elements along each dimension of the canonical input; 1 if the dimension is left to the grid. */
  readonly shape: readonly number[];
  /** How many blocks lie along each dimension. */
  readonly grid: readonly number[];
  /** Modes in the order of the input, slowest first; the order in shared memory is the same. */
  readonly modes: readonly TensorMode[];
}

/** A dimension of which a CTA takes only a piece. */
export interface Spillover {
  /** A dimension of the canonical input. */
  readonly dim: number;
  /** How many elements a piece has. */
  readonly interval: number;
  /** How many pieces there are. */
  readonly rest: number;
  /** How many elements the last piece has if it is shorter; 0 if all pieces are equal. */
  readonly ragged: number;
}

/**
 * How many elements a lane moves in one access to global memory, for each side of shared memory. Shared memory is still
 * accessed element by element: request k of a warp takes the k-th element of every lane.
 */
export interface Vectors {
  readonly store: number;
  readonly load: number;
}

export const SCALARS: Vectors = { store: 1, load: 1 };

/** A block and its move: what a strategy needs to place every element. Modes are named by their index. */
export interface BlockMove {
  readonly modes: readonly TensorMode[];
  /** For each side, the modes in the order in which its lanes count them, fastest first. */
  readonly storeOrder: readonly number[];
  readonly loadOrder: readonly number[];
  readonly elementBytes: number;
  /** How much shared memory the block may take [bytes]. */
  readonly sharedBytes: number;
  readonly vectors: Vectors;
}

/** The lanes of a warp, or the elements of a whole line of global memory if that is more. */
const targetFor = (elementBytes: number): number => Math.max(LANES, LINE_BYTES / elementBytes);

export const elementsOf = (modes: readonly TensorMode[]): number => product(modes.map(mode => mode.extent));

/** Halves the target until the block fits without any padding. A block of one element always fits. */
export function fittingBlock(
  canonical: Permutation,
  elementBytes: number,
  sharedBytes: number,
  targetElements: number = targetFor(elementBytes),
): Block {
  for (let target = targetElements; ; target = Math.ceil(target / 2)) {
    const block = blockOf(canonical, target);
    if (elementsOf(block.modes) * elementBytes <= sharedBytes || target === 1) return block;
  }
}

/** A block whose inner blocks both have at least `target` elements, if the tensor has as many. */
export function blockOf({ shape, perm }: Permutation, target: number): Block {
  const input = shape.map((_, dim) => dim);
  const read = prefixOf(shape, input.toReversed(), target);
  const write = prefixOf(shape, perm.toReversed(), target);
  const modes = input.flatMap(dim => modesOf(dim, read[dim], write[dim], shape[dim]));
  const block = input.map(dim => elementsOf(modes.filter(mode => mode.dim === dim)));
  return { shape: block, grid: input.map(dim => Math.ceil(shape[dim] / block[dim])), modes };
}

export function spilloverOf(extents: readonly number[], { shape, grid }: Block): Spillover[] {
  return extents.flatMap((extent, dim) => {
    const interval = shape[dim];
    return interval > 1 && interval < extent ? [{ dim, interval, rest: grid[dim], ragged: extent % interval }] : [];
  });
}

export function moveOf(modes: readonly TensorMode[], perm: readonly number[], rest: Rest): BlockMove {
  const storeOrder = modes.map((_, mode) => mode).toReversed();
  const loadOrder = perm.toReversed().flatMap(dim => storeOrder.filter(mode => modes[mode].dim === dim));
  return { modes, storeOrder, loadOrder, ...rest };
}

type Rest = Pick<BlockMove, 'elementBytes' | 'sharedBytes' | 'vectors'>;

function prefixOf(shape: readonly number[], order: readonly number[], target: number): number[] {
  const prefix = shape.map(() => 1);
  let elements = 1;
  for (const dim of order) {
    prefix[dim] = Math.min(shape[dim], Math.ceil(target / elements));
    elements *= prefix[dim];
  }
  return prefix;
}

/**
 * If a dimension is in both inner blocks, its two lengths become separate modes where the larger can be a multiple of the
 * smaller.
 */
function modesOf(dim: number, read: number, write: number, extent: number): TensorMode[] {
  const inRead = read > 1;
  const inWrite = write > 1;
  const smaller = Math.min(read, write);
  const larger = roundUp(Math.max(read, write), smaller);
  if (smaller === 1 || larger === smaller || larger > extent)
    return [{ dim, extent: Math.max(read, write), inRead, inWrite }];
  return [
    { dim, extent: larger / smaller, inRead: read > write, inWrite: write > read },
    { dim, extent: smaller, inRead, inWrite },
  ];
}

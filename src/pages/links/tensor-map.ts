/** Link of the tensor map page. It may hold a map that the driver refuses: the page then says so. */
import { denseStrides } from '../../model/tma/dense-strides.ts';
import {
  choice,
  flag,
  int,
  linkCodec,
  named,
  natural,
  optional,
  record,
  row,
  type StateOf,
  whole,
} from '../../state/link-codec.ts';
import { ELEMENT_TYPES, SWIZZLE_MODES, type TensorMap } from '../../trace/launch.ts';

export const INTERLEAVES = ['none', '16B', '32B'] as const;
export const PROMOTIONS = ['none', '64B', '128B', '256B'] as const;
export const FILLS = ['zero', 'nan'] as const;
export const DIRECTIONS = ['load', 'store'] as const;
export const PIECES = ['chunk', 'element'] as const;
export const TEXTS = ['encode', 'instruction', 'launch'] as const;
/** Compiled kernels that can make the copy. */
export const RUNS = ['in-order', 'slowest-first'] as const;
const RANKS = [1, 2, 3, 4, 5];

/** Numbers of as many dimensions, fastest first. */
const numbers = (fallback: readonly number[]) => row(whole(0), '.', fallback, [fallback.length]);

/** `length` numbers: those of the list, then the value. */
const filled = (list: readonly number[], length: number, value: number): number[] =>
  Array.from({ length }, (_, i) => list[i] ?? value);

const START = [64, 96];

export const tensorMapLink = linkCodec(
  {
    type: choice(ELEMENT_TYPES, 'bf16'),
    /** Fastest first, like the other lists. */
    dims: row(whole(0), '.', [256, 256], RANKS),
    interleave: named('il', choice(INTERLEAVES)),
    swizzle: named('swz', choice(SWIZZLE_MODES, '128B')),
    promotion: named('l2', choice(PROMOTIONS, '256B')),
    fill: named('oob', choice(FILLS)),
    /** Byte address in shared memory. */
    base: whole(0),
    direction: named('dir', choice(DIRECTIONS)),
    piece: choice(PIECES),
    /** Chunks copied; null = all. */
    at: optional(natural(0)),
    /** Row of the box and element in it. */
    pin: optional(record({ row: int(0, 999_999, 0), column: int(0, 99_999, 0) }, '.', { row: 0, column: 0 })),
    text: choice(TEXTS),
    run: choice(RUNS),
    /** The pictures alone, for slides. */
    embed: flag(false),
  },
  ({ dims: { length: rank } }) => ({
    /** Strides from dimension 1 on; null = packed. */
    strides: optional(numbers(filled([], rank - 1, 0))),
    box: numbers(filled([64, 64], rank, 1)),
    elementStrides: named('steps', numbers(filled([], rank, 1))),
    start: numbers(filled(rank === 2 ? START : [], rank, 0)),
    /** The dimension that runs down the picture; 0 where there is but one. */
    down: int(Math.min(1, rank - 1), rank - 1, Math.min(1, rank - 1)),
    /**
     * Drawn plane of the box: for each dimension, the number of copies from its start; null = the plane of the walk.
     */
    plane: optional(numbers(filled([], rank, 0))),
  }),
);
export type TensorMapState = StateOf<typeof tensorMapLink>;

export const mapOf = (state: TensorMapState): TensorMap => {
  const { type, dims, box, elementStrides, interleave, swizzle, promotion, fill } = state;
  const stridesBytes = state.strides ?? denseStrides({ type, dims, interleave });
  return { type, dims, stridesBytes, box, elementStrides, interleave, swizzle, l2Promotion: promotion, oobFill: fill };
};

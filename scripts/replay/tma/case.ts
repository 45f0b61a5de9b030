/**
 * A question to the tensor copy engine: a box to copy, or a map that is only encoded, to see whether the driver accepts
 * it.
 */
import { denseStrides } from '../../../src/model/tma/dense-strides.ts';
import type { TensorMap } from '../../../src/trace/launch.ts';

export interface TmaCase {
  readonly id: string;
  readonly map: TensorMap;
  /** Coordinates, fastest first; null if the map is only encoded. */
  readonly start: readonly number[] | null;
  /** Place in shared memory, counted from a multiple of 2048 bytes. */
  readonly base: number;
  /** Address of the tensor, counted from a multiple of 256 bytes. */
  readonly globalAddress: number;
  /** Whether the sources of its pieces are stored as a table, for people to read. */
  readonly isShown: boolean;
}

export const copyOf = (id: string, map: TensorMap, change: Partial<TmaCase> = {}): TmaCase => ({
  ...{ id, map, start: map.dims.map(() => 0), base: 0, globalAddress: 0, isShown: false },
  ...change,
});

/** A map of a dense tensor, with changes. */
export const mapOf = (change: Partial<TensorMap> & Pick<TensorMap, 'dims' | 'box'>): TensorMap => ({
  type: 'u16',
  stridesBytes: denseStrides({ type: change.type ?? 'u16', dims: change.dims, interleave: 'none' }),
  elementStrides: change.box.map(() => 1),
  interleave: 'none',
  swizzle: 'none',
  oobFill: 'zero',
  ...change,
});

/** '8x4 16x2' is [[8, 4], [16, 2]]. */
export const lists = (text: string): number[][] => text.split(' ').map(list => list.split('x').map(Number));

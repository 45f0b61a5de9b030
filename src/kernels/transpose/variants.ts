/** The ways to write the transpose, the first being the one the others are told apart from. */
import type { KernelVariant } from '../kernel.ts';

export const variants = [
  {
    id: 'naive',
    title: 'Naive',
    summary: 'No shared memory: each lane writes a whole row of the output apart from the next.',
  },
  {
    id: 'tiled',
    title: 'Tiled',
    summary: 'Through a tile in shared memory: global accesses run side by side, column loads fall into few banks.',
  },
  {
    id: 'padded',
    title: 'Padded',
    summary: 'Each tile row is followed by unused elements, which spread a column over the banks.',
  },
  {
    id: 'xor',
    title: 'XOR swizzle',
    summary: 'Columns are permuted by the row: conflict-free without spending memory.',
  },
  {
    id: 'coarsened',
    title: 'Coarsened',
    summary:
      'The padded tile by a quarter of the threads: each has all its loads under way before it waits for the first.',
  },
  {
    id: 'vectorized',
    title: 'Vectorized',
    summary: 'Sixteen bytes in every access: squares are turned in registers, and the swizzle moves whole vectors.',
  },
  {
    id: 'missing-barrier',
    title: 'Missing barrier',
    summary: 'Known wrong: the tiled variant without __syncthreads(), so columns are read while rows are stored.',
    mustFail: 'race',
  },
  {
    id: 'pad-not-used',
    title: 'Pad not used',
    summary: 'Known wrong: pays for the padding but leaves it out of the index, so the conflicts stay.',
    mustFail: 'differs',
  },
  {
    id: 'not-turned',
    title: 'Not turned',
    summary: 'Known wrong: every vector goes where it should, but inside each square rows stay rows.',
    mustFail: 'wrongAnswer',
  },
] as const satisfies readonly KernelVariant[];

export type TransposeVariant = (typeof variants)[number]['id'];

export const usesTile = (variant: TransposeVariant): boolean => variant !== 'naive';

/** Sixteen bytes in every access; `not-turned` makes those of `vectorized`. */
export const takesVectors = (variant: TransposeVariant): boolean =>
  variant === 'vectorized' || variant === 'not-turned';

/** The launch passes the pitch, so any padding works with one compiled module. */
export const takesPitch = (variant: TransposeVariant): boolean =>
  ['padded', 'coarsened', 'pad-not-used'].includes(variant);

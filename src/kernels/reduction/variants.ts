/** The eight steps of the reduction in their order, each one change away from the last, and three that are wrong. */
import type { KernelVariant } from '../kernel.ts';

export const variants = [
  {
    id: 'interleaved-divergent',
    title: '1 Divergent',
    summary:
      'Neighbours first: the threads at multiples of twice the stride add, so every warp keeps a few lanes busy.',
  },
  {
    id: 'interleaved-strided',
    title: '2 Strided',
    summary: 'The same sums by neighbouring threads: warps are full or idle, but their words lie 2 × stride apart.',
  },
  {
    id: 'sequential',
    title: '3 Sequential',
    summary: 'The upper half is added to the lower: neighbouring threads take neighbouring words, no bank conflict.',
  },
  {
    id: 'first-add-on-load',
    title: '4 First add on load',
    summary: 'Each thread adds two elements on the way in: half as many CTAs.',
  },
  {
    id: 'unrolled-warp',
    title: '5 Unrolled last warp',
    summary: 'From stride 32 on one warp works alone, with __syncwarp() in place of barriers of the CTA.',
  },
  {
    id: 'fully-unrolled',
    title: '6 Fully unrolled',
    summary: 'The compiler knows the number of threads: the same accesses without a loop.',
  },
  {
    id: 'grid-stride',
    title: '7 Grid stride',
    summary: 'Each thread adds many elements, warps add by shuffles: one word of shared memory per warp is left.',
  },
  {
    id: 'vector-loads',
    title: '8 Vector loads',
    summary: 'Step 7 with four elements a load and four loads of a thread under way: the memory is what it waits for.',
  },
  {
    id: 'missing-barrier',
    title: 'Missing barrier',
    summary: 'Known wrong: step 3 without the barrier in its loop, so a warp adds sums that another still works on.',
    mustFail: 'race',
  },
  {
    id: 'missing-syncwarp',
    title: 'Missing __syncwarp',
    summary: 'Known wrong: step 5 with nothing between the lanes of the last warp, as code before Volta was written.',
    mustFail: 'race',
  },
  {
    id: 'no-bounds-check',
    title: 'No bounds check',
    summary: 'Known wrong: step 4 that checks only the first of its two elements, and reads behind a ragged input.',
    mustFail: 'outOfBounds',
  },
] as const satisfies readonly KernelVariant[];

export type ReductionVariant = (typeof variants)[number]['id'];

/** As many CTAs as the launch likes, whose warps add by shuffles. */
export const stridesByGrid = (variant: ReductionVariant): boolean =>
  variant === 'grid-stride' || variant === 'vector-loads';

/** Variants that were written since a GPU was last asked about whole kernels: their pages say "not measured yet". */
import type { ReplayedKernel } from './replay-launch.ts';

const LATER: Readonly<Record<string, readonly string[]>> = {
  attention: ['a7-seamless', 'a7-multicast'],
  gemm: ['v5-split-k', 'v6-small'],
  histogram: ['vector-loads'],
  permute: ['tile-v', 'rows-v'],
  reduction: ['vector-loads'],
};

export const isLater = ({ kernel, variant }: ReplayedKernel): boolean => LATER[kernel.id]?.includes(variant) ?? false;

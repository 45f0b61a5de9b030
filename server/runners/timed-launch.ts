/**
 * Chooses which launch of a variant is timed: the one on real numbers if the kernel has it, since sums of small integers
 * draw less power.
 */
import type { Kernel, Params } from '../../src/kernels/kernel.ts';
import type { Launch } from '../../src/trace/launch.ts';

export const timedLaunch = (
  { reals, launch }: Pick<Kernel, 'reals' | 'launch'>,
  variant: string,
  params: Params,
): Launch => (reals ?? { launch }).launch(variant, params);

/** Architectures with committed PTX: Turing, Ampere, Hopper, and Blackwell in its two kinds. */
import { bulkCopyShortfall } from '../../model/tma/engine-archs.ts';
import type { PermuteVariant } from './variants.ts';

export const archs: readonly string[] = ['sm_75', 'sm_80', 'sm_90', 'sm_100', 'sm_120'];

const BY_ENGINE: readonly PermuteVariant[] = ['tile-bulk', 'tile-bulk-no-fence'];

export const shortfallOf = (variant: PermuteVariant, arch: string): string | null =>
  BY_ENGINE.includes(variant) ? bulkCopyShortfall(arch) : null;

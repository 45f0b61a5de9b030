/** Architectures with committed PTX: Turing, Ampere, Hopper, and Blackwell in its two kinds. */
import { isSinglePass, type ScanVariant } from './variants.ts';

const WITHOUT_ENGINE = ['sm_75', 'sm_80'];

export const archs: readonly string[] = [...WITHOUT_ENGINE, 'sm_90', 'sm_100', 'sm_120'];

export const shortfallOf = (variant: ScanVariant, arch: string): string | null =>
  isSinglePass(variant) && WITHOUT_ENGINE.includes(arch) ? `${arch} has no copy engine; it came with sm_90.` : null;

/** Architectures with committed PTX: Turing, Ampere, Hopper, and Blackwell in its two kinds. */
import { mostSharedBytes } from '../../base/hardware.ts';
import { bulkCopyShortfall } from '../../model/tma/engine-archs.ts';
import { sharedBytes } from './geometry.ts';
import type { ScanParams } from './params.ts';
import { isSinglePass, type ScanVariant } from './variants.ts';

export const archs: readonly string[] = ['sm_75', 'sm_80', 'sm_90', 'sm_100', 'sm_120'];

export function shortfallOf(variant: ScanVariant, p: ScanParams, arch: string): string | null {
  if (!isSinglePass(variant)) return null;
  const lacks = bulkCopyShortfall(arch);
  if (lacks !== null) return lacks;
  const bytes = sharedBytes(variant, p);
  const most = mostSharedBytes(arch);
  return bytes <= most ? null : `The ring takes ${bytes} bytes of shared memory; a CTA of ${arch} has at most ${most}.`;
}

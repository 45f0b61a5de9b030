/** Architectures with committed PTX: Turing, Ampere, Hopper, and Blackwell in its two kinds. */
import { mostSharedBytes } from '../../base/hardware.ts';
import { sharedBytes } from './geometry.ts';
import type { ScanParams } from './params.ts';
import { isSinglePass, type ScanVariant } from './variants.ts';

const WITHOUT_ENGINE = ['sm_75', 'sm_80'];

export const archs: readonly string[] = [...WITHOUT_ENGINE, 'sm_90', 'sm_100', 'sm_120'];

export function shortfallOf(variant: ScanVariant, p: ScanParams, arch: string): string | null {
  if (!isSinglePass(variant)) return null;
  if (WITHOUT_ENGINE.includes(arch)) return `${arch} has no copy engine; it came with sm_90.`;
  const bytes = sharedBytes(variant, p);
  const most = mostSharedBytes(arch);
  return bytes <= most ? null : `The ring takes ${bytes} bytes of shared memory; a CTA of ${arch} has at most ${most}.`;
}

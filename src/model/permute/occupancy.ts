/** How many CTAs can be resident on an SM, as far as shared memory limits it. Registers and threads may allow fewer. */
import { roundUp } from '../../base/bits.ts';

const KIB = 1024;

interface SharedMemory {
  readonly perSmBytes: number;
  /** The most that a kernel can request, with the opt-in above 48 KiB. */
  readonly perCtaBytes: number;
  /** Bytes that the system reserves for each CTA. */
  readonly reservedBytes: number;
  readonly granularityBytes: number;
  /** The most resident CTAs, whatever they use. */
  readonly mostCtas: number;
}

const AMPERE_ON = { reservedBytes: KIB, granularityBytes: 128 };
const HOPPER = { perSmBytes: 228 * KIB, perCtaBytes: 227 * KIB, ...AMPERE_ON, mostCtas: 32 };
const SMALL = { perSmBytes: 100 * KIB, perCtaBytes: 99 * KIB, ...AMPERE_ON };

/**
 * Limits of each target. Sources: sizes: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability";
 * granularity and resident CTAs: cuda_occupancy.h of CUDA 13.0; the reserved KiB: NVIDIA Ampere GPU Architecture Tuning
 * Guide, "Shared Memory".
 */
export const SHARED_MEMORY: ReadonlyMap<string, SharedMemory> = new Map([
  ['sm_75', { perSmBytes: 64 * KIB, perCtaBytes: 64 * KIB, reservedBytes: 0, granularityBytes: 256, mostCtas: 16 }],
  ['sm_80', { perSmBytes: 164 * KIB, perCtaBytes: 163 * KIB, ...AMPERE_ON, mostCtas: 32 }],
  ['sm_86', { ...SMALL, mostCtas: 16 }],
  ['sm_89', { ...SMALL, mostCtas: 24 }],
  ['sm_90', HOPPER],
  ['sm_100', HOPPER],
  ['sm_120', { ...SMALL, mostCtas: 24 }],
]);

/** 0 if one CTA is already too large; null if the architecture is unknown here. */
export function ctasPerSm(sharedBytes: number, arch: string): number | null {
  const memory = SHARED_MEMORY.get(arch.replace(/[af]$/, ''));
  if (memory === undefined) return null;
  const { perSmBytes, perCtaBytes, reservedBytes, granularityBytes, mostCtas } = memory;
  if (sharedBytes > perCtaBytes) return 0;
  const taken = roundUp(sharedBytes + reservedBytes, granularityBytes);
  return taken === 0 ? mostCtas : Math.min(mostCtas, Math.floor(perSmBytes / taken));
}

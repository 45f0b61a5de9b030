/** Architectures with committed PTX, and what each lacks: cp.async came with sm_80, the copy engine with sm_90, and only Hopper has wgmma. */
import { engineShortfall } from '../../model/tma/engine-archs.ts';
import { type GemmVersion, multipliesByWarpgroup, takesMaps } from './versions.ts';

const HOPPER = 'sm_90a';

export const archs: readonly string[] = [HOPPER, 'sm_80', 'sm_120a'];

export function shortfallOf(version: GemmVersion, arch: string): string | null {
  if (multipliesByWarpgroup(version) && arch !== HOPPER) return `${arch} has no wgmma; only ${HOPPER} has it.`;
  return takesMaps(version) ? engineShortfall('128B', arch) : null;
}

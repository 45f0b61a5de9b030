/** Architectures that have the copy engine, under nvcc's names, and the modes that each of them lacks. */
import type { SwizzleMode } from '../../trace/launch.ts';
import { tmaSwizzle } from './swizzle-modes.ts';

/** sm_90 is the first architecture that has the engine. */
export const ENGINE_ARCHS: readonly string[] = ['sm_90a', 'sm_100a', 'sm_120a'];

/** Hopper's driver encodes no map with the modes of later chips. */
const HOPPER = 'sm_90a';

/** One sentence that says what an architecture lacks for a copy in this mode; null if it lacks nothing. */
export function engineShortfall(mode: SwizzleMode, arch: string): string | null {
  if (!ENGINE_ARCHS.includes(arch)) return `${arch} has no copy engine for tensors; it came with sm_90.`;
  if (arch === HOPPER && !tmaSwizzle(mode).onHopper) return `${arch} has no ${mode}: its driver encodes no such map.`;
  return null;
}

/** Architectures that we build for and that came before the copy engine. */
const WITHOUT_ENGINE: readonly string[] = ['sm_75', 'sm_80'];

/** What an architecture lacks for copies of bytes side by side; null if nothing. */
export const bulkCopyShortfall = (arch: string): string | null =>
  WITHOUT_ENGINE.includes(arch) ? `${arch} has no copy engine; it came with sm_90.` : null;

/** Architectures that have the engine of tensor copies, as nvcc names them, and the modes that they lack. */
import type { SwizzleMode } from '../../trace/launch.ts';
import { tmaSwizzle } from './swizzle-modes.ts';

/** The engine came with the first of them. */
export const ENGINE_ARCHS: readonly string[] = ['sm_90a', 'sm_100a', 'sm_120a'];

/** Its driver encodes no map with the modes of later chips. */
const HOPPER = 'sm_90a';

/** What an architecture lacks for a copy in a mode, in a sentence; null where it lacks nothing. */
export function engineShortfall(mode: SwizzleMode, arch: string): string | null {
  if (!ENGINE_ARCHS.includes(arch)) return `${arch} has no copy engine for tensors; it came with sm_90.`;
  if (arch === HOPPER && !tmaSwizzle(mode).onHopper) return `${arch} has no ${mode}: its driver encodes no such map.`;
  return null;
}

/**
 * The workspaces that consecutive launches rotate through. The GPU process makes them until they exceed the L2 cache,
 * or there are too many.
 */
import { ELEMENT_BYTES } from './launch.ts';
import type { RunRecord } from './run-record.ts';

/** Alignment of each buffer's start (`cuda/runner/workspace.hpp`). */
const ALIGN_BYTES = 256;

export interface Rotation {
  readonly workspaces: number;
  /** Bytes of all workspaces together. */
  readonly bytes: number;
}

/**
 * null if a launch finds nothing in L2 of the earlier launch that used its workspace: then its time is one from device
 * memory.
 */
export function rotationWithinL2({ method, launch, gpu, outcome }: RunRecord): Rotation | null {
  if (method !== 'steady' || outcome.kind !== 'timed') return null;
  const sizes = launch.buffers.map(({ type, length }) => length * ELEMENT_BYTES[type]);
  const each = sizes.reduce((sum, bytes) => sum + Math.ceil(bytes / ALIGN_BYTES) * ALIGN_BYTES, 0);
  const bytes = outcome.workspaces * each;
  return bytes > 0 && bytes <= gpu.l2Bytes ? { workspaces: outcome.workspaces, bytes } : null;
}

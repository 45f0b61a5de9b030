/** What the page calls a warp's accesses of shared memory, in their order, and the copy itself. */
import { CHUNK_BYTES, LANES } from '../../base/hardware.ts';
import { boxCopyOf } from './box.ts';
import { THREADS, windowBytes } from './launch.ts';
import type { CopyParams } from './params.ts';

interface Place {
  readonly side: 'store' | 'load';
  readonly warp: number;
  readonly request: number;
}

export function requestNameOf(p: CopyParams, { side, warp, request }: Place): string {
  if (side === 'load') return `dump, pass ${request}`;
  const chunks = windowBytes(boxCopyOf(p)) / CHUNK_BYTES;
  const passes = Math.max(0, Math.ceil((chunks - warp * LANES) / THREADS));
  if (request < passes) return `${p.direction === 'load' ? 'clearing' : 'numbering'}, pass ${request}`;
  return `engine, chunks from ${(request - passes) * LANES}`;
}

/** '3 × 3 rows of 32 f32, loaded under 128B'. */
export function copyWords(p: CopyParams): string {
  const { box } = boxCopyOf(p).map;
  const rows =
    p.rank === 1
      ? 'A row'
      : `${Array(p.rank - 1)
          .fill(p.count)
          .join(' × ')} rows`;
  const mode = p.mode === 'none' ? 'without a pattern' : `under ${p.mode}`;
  return `${rows} of ${box[0]} ${p.type}, ${p.direction === 'load' ? 'loaded' : 'stored'} ${mode}`;
}

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

/** The first request of the copy engine, which warp 0 asks: it comes behind the passes of the threads. */
export const firstOfEngine = (p: CopyParams): number => passesOf(p, 0);

/** Passes of a warp's threads over the tile before the copy. */
function passesOf(p: CopyParams, warp: number): number {
  const chunks = windowBytes(boxCopyOf(p)) / CHUNK_BYTES;
  return Math.max(0, Math.ceil((chunks - warp * LANES) / THREADS));
}

export function requestNameOf(p: CopyParams, { side, warp, request }: Place): string {
  if (side === 'load') return `threads read the tile, pass ${request}`;
  const passes = passesOf(p, warp);
  if (request < passes) return `threads ${p.direction === 'load' ? 'clear' : 'number'} the tile, pass ${request}`;
  return `the engine, chunks from ${(request - passes) * LANES}`;
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

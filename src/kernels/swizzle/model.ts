/**
 * The tile in closed form: which address every lane touches, from the mode's formula. It knows nothing of the compiled kernel.
 */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import { engineCopy } from '../engine-copy.ts';
import type { Prediction } from '../kernel.ts';
import { copies } from './copies.ts';
import { boxCopyOf, launchOf } from './launch.ts';
import type { SwizzleParams } from './params.ts';
import { columnReads, matrixReads, type Read } from './reads.ts';
import { isByEngine, THREADS, tileLayout, windowBytes } from './tile.ts';
import type { SwizzleVariant } from './variants.ts';

export const predict = (variant: SwizzleVariant, p: SwizzleParams, cta: number): Prediction => ({
  trace: ctaTrace(cta, THREADS, accessesOf(variant, p)),
  tile: tileLayout(p),
  sharedBytes: windowBytes(p),
});

/** The window is cleared, the tile comes, it is read. */
function accessesOf(variant: SwizzleVariant, p: SwizzleParams): CtaAccess[] {
  const buffers = bufferAddresses(launchOf(variant, p));
  const tensor = buffers.get('tensor')!;
  const byEngine = isByEngine(variant, p);
  const filled = byEngine ? 1 : 2;
  return [
    ...sweep(p, offset => [{ space: 'shared', kind: 'store', address: offset }]).map(each => ({
      ...each,
      interval: 0,
    })),
    ...(byEngine ? engineCopy(boxCopyOf(p), tensor, 1) : copies(p, tensor)),
    ...readsOf(variant, p, buffers.get('out')!).map(each => ({ ...each, interval: filled })),
  ];
}

function readsOf(variant: SwizzleVariant, p: SwizzleParams, out: number): Read[] {
  if (variant === 'ldmatrix-read') return matrixReads(p, out);
  if (variant === 'column-read') return columnReads(p, out);
  return sweep(p, offset => [
    { space: 'shared', kind: 'load', address: offset },
    { space: 'global', kind: 'store', address: out + offset },
  ]);
}

type ChunkAccess = Pick<Read, 'space' | 'kind'> & { readonly address: number };

/** All threads pass over the window, a chunk each; `of` says what the first one does with the chunk at an offset. */
function sweep(p: SwizzleParams, of: (offset: number) => readonly ChunkAccess[]): Read[] {
  const passBytes = THREADS * CHUNK_BYTES;
  const passes = Math.ceil(windowBytes(p) / passBytes);
  return Array.from({ length: passes }, (_, i) => i * passBytes).flatMap(first =>
    of(first).map(({ address, ...access }) => ({
      ...access,
      widthBytes: CHUNK_BYTES,
      addressOf: (thread: number) =>
        first + thread * CHUNK_BYTES < windowBytes(p) ? address + thread * CHUNK_BYTES : null,
    })),
  );
}

/** The copy in closed form: which address every lane and the engine touch. It knows nothing of the compiled kernel. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import { engineCopy } from '../engine-copy.ts';
import type { Prediction } from '../kernel.ts';
import { boxCopyOf, tileLayout } from './box.ts';
import { launchOf, THREADS, windowBytes } from './launch.ts';
import type { CopyParams } from './params.ts';
import type { TensorCopyVariant } from './variants.ts';

export function predict(_: TensorCopyVariant, p: CopyParams, cta: number): Prediction {
  const copy = boxCopyOf(p);
  const buffers = bufferAddresses(launchOf(copy));
  const bytes = windowBytes(copy);
  const accesses = [
    ...passes(bytes, 0, [{ space: 'shared', kind: 'store', start: 0 }]),
    ...engineCopy(copy, buffers.get('tensor')!, 1),
    ...(p.direction === 'store'
      ? []
      : passes(bytes, 1, [
          { space: 'shared', kind: 'load', start: 0 },
          { space: 'global', kind: 'store', start: buffers.get('out')! },
        ])),
  ];
  return { trace: ctaTrace(cta, THREADS, accesses), tile: tileLayout(p), sharedBytes: bytes };
}

type Pass = Pick<CtaAccess, 'space' | 'kind'> & { readonly start: number };

/** All threads pass over so many bytes, a chunk each, doing all of `each` before the next pass. */
function passes(bytes: number, interval: number, each: readonly Pass[]): CtaAccess[] {
  const passBytes = THREADS * CHUNK_BYTES;
  return Array.from({ length: Math.ceil(bytes / passBytes) }, (_, i) => i * passBytes).flatMap(first =>
    each.map(({ start, ...access }) => ({
      ...access,
      interval,
      widthBytes: CHUNK_BYTES,
      addressOf: (thread: number) => {
        const at = first + thread * CHUNK_BYTES;
        return at < bytes ? start + at : null;
      },
    })),
  );
}

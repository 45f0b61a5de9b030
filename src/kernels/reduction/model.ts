/**
 * The reduction in closed form: which address every lane of a CTA touches, from the schedule of additions and the share of
 * the input. It knows nothing of the compiled kernel.
 */
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { addsOnLoad, ctasOf, ELEMENT_BYTES, sharedBytes, sumsLayout } from './geometry.ts';
import { launchOf } from './launch.ts';
import type { ReductionParams } from './params.ts';
import { sumAccesses } from './schedule.ts';
import type { ReductionVariant } from './variants.ts';

export const predict = (variant: ReductionVariant, p: ReductionParams, cta: number): Prediction => ({
  trace: ctaTrace(cta, p.threads, accessesOf(variant, p, cta)),
  tile: sumsLayout(variant, p),
  sharedBytes: sharedBytes(variant, p),
});

function accessesOf(variant: ReductionVariant, p: ReductionParams, cta: number): CtaAccess[] {
  const buffers = bufferAddresses(launchOf(variant, p));
  const sums = sumAccesses(variant, p.threads);
  return [
    ...firstElements(variant, p, cta).map(
      (first): CtaAccess => ({
        space: 'global',
        widthBytes: ELEMENT_BYTES,
        kind: 'load',
        interval: 0,
        addressOf: thread =>
          first + thread < p.elements ? buffers.get('in')! + (first + thread) * ELEMENT_BYTES : null,
      }),
    ),
    ...sums.map(({ kind, interval, wordOf }): CtaAccess => {
      const addressOf = (thread: number) => {
        const word = wordOf(thread);
        return word === null ? null : word * ELEMENT_BYTES;
      };
      return { space: 'shared', kind, widthBytes: ELEMENT_BYTES, interval, addressOf };
    }),
    {
      space: 'global',
      widthBytes: ELEMENT_BYTES,
      kind: 'store',
      interval: sums.at(-1)!.interval,
      addressOf: thread => (thread === 0 ? buffers.get('out')! + cta * ELEMENT_BYTES : null),
    },
  ];
}

/** Element of thread 0 in each load of the input. */
function firstElements(variant: ReductionVariant, p: ReductionParams, cta: number): number[] {
  const { threads, elements } = p;
  if (addsOnLoad(variant)) return [2 * cta * threads, (2 * cta + 1) * threads];
  if (variant !== 'grid-stride') return [cta * threads];
  const wholeGrid = ctasOf(variant, p) * threads;
  const passes = Math.max(0, Math.ceil((elements - cta * threads) / wholeGrid));
  return Array.from({ length: passes }, (_, pass) => cta * threads + pass * wholeGrid);
}

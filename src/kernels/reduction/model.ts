/**
 * The reduction in closed form: which address every lane of a CTA touches, from the schedule of additions and the share of
 * the input. It knows nothing of the compiled kernel.
 */
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { addsOnLoad, ctasOf, ELEMENT_BYTES, HELD, PER_VECTOR, sharedBytes, sumsLayout } from './geometry.ts';
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
    ...loadsOf(variant, p, cta).map(
      ({ first, elements, end }): CtaAccess => ({
        space: 'global',
        widthBytes: elements * ELEMENT_BYTES,
        kind: 'load',
        interval: 0,
        addressOf(thread) {
          const element = first + thread * elements;
          return element < end ? buffers.get('in')! + element * ELEMENT_BYTES : null;
        },
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

/** A load of the input by a CTA's threads: that of thread 0 begins at `first`; none begins at `end` or behind it. */
interface InputLoad {
  readonly first: number;
  /** Of each thread. */
  readonly elements: number;
  readonly end: number;
}

function loadsOf(variant: ReductionVariant, p: ReductionParams, cta: number): InputLoad[] {
  if (variant === 'vector-loads') return vectorLoads(p, cta);
  return firstElements(variant, p, cta).map(first => ({ first, elements: 1, end: p.elements }));
}

/** Some vectors of each thread in each pass; then, by the first CTA, what is less than a vector. */
function vectorLoads({ threads, elements, ctas }: ReductionParams, cta: number): InputLoad[] {
  const end = elements - (elements % PER_VECTOR);
  const pass = HELD * threads * PER_VECTOR;
  const passes = Math.max(0, Math.ceil((end / pass - cta) / ctas));
  const vectors = Array.from({ length: passes * HELD }, (_, i): InputLoad => {
    const first = (cta + Math.floor(i / HELD) * ctas) * pass + (i % HELD) * threads * PER_VECTOR;
    return { first, elements: PER_VECTOR, end };
  });
  return cta === 0 ? [...vectors, { first: end, elements: 1, end: elements }] : vectors;
}

/** Element of thread 0 in each load of the input, of the variants that load single elements. */
function firstElements(variant: ReductionVariant, p: ReductionParams, cta: number): number[] {
  const { threads, elements } = p;
  if (addsOnLoad(variant)) return [2 * cta * threads, (2 * cta + 1) * threads];
  if (variant !== 'grid-stride') return [cta * threads];
  const wholeGrid = ctasOf(variant, p) * threads;
  const passes = Math.max(0, Math.ceil((elements - cta * threads) / wholeGrid));
  return Array.from({ length: passes }, (_, pass) => cta * threads + pass * wholeGrid);
}

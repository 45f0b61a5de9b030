/**
 * The scan in closed form: which address every lane of a CTA touches, from the schedule of its steps and where its sums
 * lie. It knows nothing of the compiled kernel.
 */
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { ELEMENT_BYTES, sharedBytes, sumsLayout, threadsOf } from './geometry.ts';
import { launchOf } from './launch.ts';
import type { ScanParams } from './params.ts';
import { type ScanAccess, sumAccesses } from './schedule.ts';
import { type NamedAccess, singlePassAccesses } from './single-pass.ts';
import { algorithmOf, isSinglePass, type ScanVariant } from './variants.ts';

export function predict(variant: ScanVariant, p: ScanParams, cta: number): Prediction {
  const threads = threadsOf(variant, p);
  return {
    trace: ctaTrace(cta, threads, isSinglePass(variant) ? inSinglePass(variant, p, cta) : accessesOf(variant, p, cta)),
    tile: sumsLayout(variant, p),
    sharedBytes: sharedBytes(variant, p),
  };
}

/** Those of a CTA of the single pass, with their words. */
export function inSinglePass(variant: ScanVariant, p: ScanParams, cta: number): NamedAccess[] {
  const buffers = bufferAddresses(launchOf(variant, p));
  return singlePassAccesses(p, cta, buffer => buffers.get(buffer)!);
}

function accessesOf(variant: ScanVariant, p: ScanParams, cta: number): CtaAccess[] {
  const first = cta * p.section;
  const buffers = bufferAddresses(launchOf(variant, p));
  const sums = sumAccesses(variant, p, Math.min(p.section, p.elements - first));
  const firsts = algorithmOf(variant) === 'tree' ? [first, first + p.section / 2] : [first];
  const inGlobal = (kind: 'load' | 'store', interval: number) =>
    firsts.map((from): CtaAccess => {
      const start = buffers.get(kind === 'load' ? 'in' : 'out')!;
      const addressOf = (thread: number) =>
        from + thread < p.elements ? start + (from + thread) * ELEMENT_BYTES : null;
      return { space: 'global', kind, widthBytes: ELEMENT_BYTES, interval, addressOf };
    });
  return [
    ...inGlobal('load', 0),
    ...sums.map(access => inShared(variant, p, access)),
    ...inGlobal('store', sums.at(-1)!.interval),
  ];
}

function inShared(variant: ScanVariant, p: ScanParams, { kind, interval, sumOf }: ScanAccess): CtaAccess {
  const layout = sumsLayout(variant, p);
  const addressOf = (thread: number): number | null => {
    const sum = sumOf(thread);
    return sum === null ? null : byteAddressOf(layout, Math.floor(sum / layout.columns), sum % layout.columns);
  };
  return { space: 'shared', kind, widthBytes: ELEMENT_BYTES, interval, addressOf };
}

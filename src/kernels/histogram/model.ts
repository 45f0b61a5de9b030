/**
 * The histogram in closed form: which address every lane of a CTA touches. The bins of the input are known, as its values
 * are made from a seed. In which order the CTAs, warps and lanes that meet in a bin add there is not: no address depends
 * on it, and neither do the sums.
 */
import { LANES, WORD_BYTES } from '../../base/hardware.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { AccessKind } from '../../trace/access-trace.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { countsLayout, sharedBytes } from './geometry.ts';
import { binsOf, launchOf } from './launch.ts';
import type { HistogramParams } from './params.ts';
import { type OfThread, roundsOf } from './rounds.ts';
import { type HistogramVariant, usesShared } from './variants.ts';

export function predict(variant: HistogramVariant, p: HistogramParams, cta: number): Prediction {
  return {
    trace: ctaTrace(cta, p.threads, accessesOf(variant, p, cta)),
    tile: usesShared(variant) ? countsLayout(variant, p) : null,
    sharedBytes: sharedBytes(variant, p),
  };
}

const atWord =
  (start: number, wordOf: OfThread): OfThread =>
  thread => {
    const word = wordOf(thread);
    return word === null ? null : start + word * WORD_BYTES;
  };

function accessesOf(variant: HistogramVariant, p: HistogramParams, cta: number): CtaAccess[] {
  const start = bufferAddresses(launchOf(variant, p));
  const bins = binsOf(p);
  const load = (interval: number, widthBytes: number, elementOf: OfThread): CtaAccess => ({
    ...{ space: 'global', kind: 'load', widthBytes, interval },
    addressOf: atWord(start.get('in')!, elementOf),
  });
  const addToResult = (interval: number, binOf: OfThread): CtaAccess => ({
    ...{ space: 'global', kind: 'atomic', widthBytes: WORD_BYTES, interval },
    addressOf: atWord(start.get('out')!, binOf),
  });
  const inRounds = (interval: number, count: (binOf: OfThread) => CtaAccess[]): CtaAccess[] =>
    roundsOf(variant, p, cta).flatMap(({ loads, loadBytes, counted }) => [
      ...loads.map(element => load(interval, loadBytes, element)),
      ...counted.flatMap(element => count(thread => bins[element(thread) ?? p.elements] ?? null)),
    ]);
  if (!usesShared(variant)) return inRounds(0, bin => [addToResult(0, bin)]);

  const clears = variant === 'no-clear' ? [] : clearing(variant, p);
  const counting = clears.length > 0 ? 1 : 0;
  return [
    ...clears,
    ...inRounds(counting, bin => countingIn(variant, p, counting, bin)),
    ...passesOver(p.threads, p.bins).flatMap(bin => [
      ...copiesOf(variant, p, counting + 1, bin),
      addToResult(counting + 1, bin),
    ]),
  ];
}

/** The words 0 to `count` - 1, one a thread, as often as it takes. */
export const passesOver = (threads: number, count: number): OfThread[] =>
  Array.from(
    { length: Math.ceil(count / threads) },
    (_, pass): OfThread =>
      thread => {
        const word = pass * threads + thread;
        return word < count ? word : null;
      },
  );

const inShared = (kind: AccessKind, interval: number, addressOf: OfThread): CtaAccess => ({
  ...{ space: 'shared', kind, widthBytes: WORD_BYTES, interval },
  addressOf,
});

/** Every word, the padding too. */
const clearing = (variant: HistogramVariant, p: HistogramParams): CtaAccess[] =>
  passesOver(p.threads, sharedBytes(variant, p) / WORD_BYTES).map(word => inShared('store', 0, atWord(0, word)));

/** One round: each lane in its own copy of the counts. */
function countingIn(variant: HistogramVariant, p: HistogramParams, interval: number, binOf: OfThread): CtaAccess[] {
  const layout = countsLayout(variant, p);
  const adderOf = variant === 'warp-aggregated' ? firstOfBin(binOf) : binOf;
  const addressOf: OfThread = thread => {
    const bin = adderOf(thread);
    return bin === null ? null : byteAddressOf(layout, thread % layout.rows, bin);
  };
  const kinds: AccessKind[] = variant === 'lost-updates' ? ['load', 'store'] : ['atomic'];
  return kinds.map(kind => inShared(kind, interval, addressOf));
}

/** Of a warp's lanes with the same bin, only the lowest one adds. */
const firstOfBin =
  (binOf: OfThread): OfThread =>
  thread => {
    const bin = binOf(thread);
    for (let below = thread - (thread % LANES); below < thread; below++) if (binOf(below) === bin) return null;
    return bin;
  };

const copiesOf = (variant: HistogramVariant, p: HistogramParams, interval: number, binOf: OfThread): CtaAccess[] => {
  const layout = countsLayout(variant, p);
  return Array.from({ length: layout.rows }, (_, copy) =>
    inShared('load', interval, thread => {
      const bin = binOf(thread);
      return bin === null ? null : byteAddressOf(layout, copy, bin);
    }),
  );
};

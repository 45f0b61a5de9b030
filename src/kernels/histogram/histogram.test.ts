import { expect, test } from 'vitest';
import { popcount32 } from '../../base/bits.ts';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { type Access, type AccessTrace, accessAt } from '../../trace/access-trace.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { kernel } from './exhibit.tsx';
import { countsLayout, ctasOf, sharedBytes } from './geometry.ts';
import { binsOf, launchOf, referenceOf } from './launch.ts';
import { predict } from './model.ts';
import { binsInUse, type HistogramParams, schema } from './params.ts';
import { roundsOf } from './rounds.ts';
import { stepsOf } from './steps.ts';
import { type HistogramVariant, isReplicated, usesShared, variants } from './variants.ts';

const SOUND = variants.filter(variant => !('mustFail' in variant)).map(({ id }): HistogramVariant => id);
const read = (params: Partial<HistogramParams>): HistogramParams => schema.parse(params);
const rowsOf = (trace: AccessTrace): Access[] => Array.from({ length: trace.rows }, (_, row) => accessAt(trace, row));

test.each([0, 1, 4, 32] as const)('values of spread %i fall evenly into as many bins', spread => {
  const p = read({ spread, elements: 65536 });
  const counts = new Uint32Array(referenceOf(p).get('out')!.buffer);
  const used = binsInUse(p);
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(65536);
  expect(counts.findIndex((n, bin) => n > 0 !== bin < used)).toBe(-1);
  expect(Math.max(...counts)).toBeLessThan((65536 / used) * 1.2);
});

/** Adds what each predicted atomic of the counting rounds stands for: one element, or all of the warp's with its bin. */
function countedBy(variant: HistogramVariant, p: HistogramParams): Uint32Array {
  const counts = new Uint32Array(p.bins);
  const layout = countsLayout(variant, p);
  const out = bufferAddresses(launchOf(variant, p)).get('out')!;
  const bins = binsOf(p);
  for (let cta = 0; cta < ctasOf(variant, p); cta++) {
    const space = usesShared(variant) ? 'shared' : 'global';
    const atomics = rowsOf(predict(variant, p, cta).trace).filter(r => r.kind === 'atomic' && r.space === space);
    const round = new Map<number, number>();
    for (const { warp, activeMask, address } of atomics) {
      const k = round.get(warp) ?? 0;
      round.set(warp, k + 1);
      const counted = roundsOf(variant, p, cta).flatMap(each => each.counted)[k];
      const elements = Array.from({ length: 32 }, (_, lane) => bins[counted(warp * 32 + lane) ?? p.elements]);
      address.forEach((at, lane) => {
        if (((activeMask >>> lane) & 1) === 0) return;
        const word = (at - (space === 'global' ? out : 0)) / 4;
        const bin = space === 'global' ? word : word % layout.pitchElements;
        counts[bin] += variant === 'warp-aggregated' ? elements.filter(b => b === bin).length : 1;
      });
    }
  }
  return counts;
}

test.each(SOUND.flatMap(variant => ([0, 4, 1] as const).map(spread => [variant, spread] as const)))(
  'the atomics of %s, spread %i, count every element once',
  (variant, spread) => {
    const p = read({ spread, elements: 2500, bins: 128 });
    expect([...countedBy(variant, p)]).toEqual([...new Uint32Array(referenceOf(p).get('out')!.buffer)]);
  },
);

test('all elements in one bin: as many turns as lanes share a copy', () => {
  const worst = (variant: HistogramVariant, params: Partial<HistogramParams> = {}) =>
    summaryOf(predict(variant, read({ spread: 1, ...params }), 0).trace).shared.atomic.worst;
  expect(worst('shared-atomics')).toBe(32);
  for (const copies of [2, 4, 8] as const) {
    expect(worst('shared-replicated', { copies, pad: 1 })).toBe(32 / copies);
    expect(worst('shared-replicated', { copies, pad: 0 })).toBe(32);
  }
  expect(worst('warp-aggregated')).toBe(1);
});

test('an aggregating warp adds once for each bin it has', () => {
  const p = read({ spread: 4 });
  const { trace } = predict('warp-aggregated', p, 0);
  const [first] = rowsOf(trace).filter(r => r.space === 'shared' && r.kind === 'atomic' && r.warp === 0);
  expect(popcount32(first.activeMask)).toBe(new Set(binsOf(p).subarray(0, 32)).size);
  expect(first.activeMask & 1).toBe(1);
});

test('every word of the counts is cleared once, and only where somebody clears', () => {
  const cleared = (variant: HistogramVariant, p: HistogramParams) =>
    rowsOf(predict(variant, p, 0).trace)
      .filter(r => r.space === 'shared' && r.kind === 'store' && r.interval === 0)
      .flatMap(r => [...r.address].filter(at => at >= 0));
  for (const bins of [64, 1024] as const)
    for (const variant of ['shared-atomics', 'shared-replicated', 'lost-updates'] as const) {
      const p = read({ bins });
      const words = sharedBytes(variant, p) / 4;
      expect(cleared(variant, p).sort((a, b) => a - b)).toEqual(Array.from({ length: words }, (_, i) => 4 * i));
    }
  expect(cleared('no-clear', read({}))).toEqual([]);
});

test('steps name every request of their side, atomics before plain stores', () => {
  for (const { id } of variants.filter(({ id }) => usesShared(id)))
    for (const side of ['load', 'store'] as const) {
      const p = read({ elements: id === 'vector-loads' ? 4098 : 1024, bins: 256 });
      const kind = side === 'store' && id !== 'lost-updates' ? 'atomic' : side;
      const predicted = rowsOf(predict(id, p, 0).trace).filter(r => r.space === 'shared' && r.kind === kind);
      expect(stepsOf(id, p, side).reduce((sum, { warps }) => sum + warps.length, 0)).toBe(predicted.length);
    }
});

test('only replicated counts take copies and a pitch, and its largest counts fit 48 KiB', () => {
  for (const { id } of variants) expect(launchOf(id, read({})).params).toHaveLength(isReplicated(id) ? 6 : 4);
  expect(sharedBytes('shared-replicated', read({ bins: 1024, copies: 8, pad: 16 }))).toBeLessThanOrEqual(48 * 1024);
});

test('limits come from the schema', () => {
  for (const bad of [{ bins: 32 }, { spread: 2 }, { copies: 3 }, { pad: 17 }, { elements: 0 }, { threads: 64 }])
    expect(kernel.schema.check(bad)).toMatchObject({ ok: false, error: { field: Object.keys(bad)[0] } });
});

import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { HardwareCounters } from '../trace/hardware-counters.ts';
import { type CountedView, counterRows, counterSentences, isCountedOtherwise } from './counter-rows.tsx';

const counters: HardwareCounters = {
  ...{ sharedLoadWavefronts: 4096, sharedStoreWavefronts: 128, sharedAtomicWavefronts: 0 },
  ...{ sharedLoadConflicts: 3968, sharedStoreConflicts: 0, globalLoadSectors: 512, globalStoreSectors: 0 },
};
const PREDICTED = {
  sharedLoadWavefronts: 4096,
  sharedStoreWavefronts: 128,
  globalLoadSectors: null,
  globalStoreSectors: 0,
};
const view = (change: Partial<CountedView> = {}): CountedView => ({
  ...{ badge: 'A', outcome: { kind: 'counted', counters }, predicted: PREDICTED },
  ...change,
});

const markup = (views: readonly CountedView[], name: string): string[] =>
  counterRows(views)
    .find(row => row.name === name)!
    .values.map(value => renderToStaticMarkup(value as ReactElement));

it('counters that are nothing for all have no row', () => {
  expect(counterRows([view()]).map(({ name }) => name)).toEqual([
    ...['Shared loads, wavefronts', 'Shared stores, wavefronts', 'Bank conflicts of loads', 'Sectors read'],
  ]);
  expect(counterRows([view({ outcome: null })])).toEqual([]);
});

it('a count says what was predicted, and whether it is that', () => {
  const wrong = view({ badge: 'B', predicted: { ...PREDICTED, sharedLoadWavefronts: 128 } });
  const [same, other, none] = markup([view(), wrong, view({ badge: 'C', outcome: null })], 'Shared loads, wavefronts');
  expect(same).toMatch(/good.*title="predicted 4,096 · counted 4,096"/);
  expect(other).toMatch(/bad.*title="predicted 128 · counted 4,096"/);
  expect(none).toBe('—');
  expect(markup([view()], 'Sectors read')[0]).toContain('models do not predict');
});

it('sentences name the differences, and why nothing was counted', () => {
  expect(counterSentences([view()])).toEqual([
    'All CTAs together, every predicted counter is what the hardware counted.',
  ]);
  expect(counterSentences([view({ predicted: { ...PREDICTED, sharedStoreWavefronts: 64 } })])).toEqual([
    'A, shared stores, wavefronts: predicted 64, counted 128.',
  ]);
  expect(counterSentences([view({ outcome: { kind: 'notCounted', why: 'there is no ncu' } })])).toEqual([
    'A was not counted: there is no ncu.',
  ]);
  expect(counterSentences([view({ predicted: null })])).toEqual([]);
  expect(
    [view(), view({ outcome: null }), view({ predicted: { sharedStoreWavefronts: 64 } })].map(each =>
      isCountedOtherwise([each]),
    ),
  ).toEqual([...[false, false, true]]);
});

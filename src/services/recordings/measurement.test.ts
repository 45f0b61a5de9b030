import { expect, it } from 'vitest';
import { recordOf, timed } from '../../trace/fixtures/run-records.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import { fullest, measuredWith, measurementName, measurementsOf } from './measurement.ts';

const id = (n: number) => `b8a1f9d0-6b3c-4a52-9a5e-0d9d5b0e7a1${n}`;
const made = (n: number, variant: string, change: Partial<RunRecord> = {}) =>
  recordOf(variant, timed(1000), { comparison: id(n), date: `2026-11-2${n}T18:00:00.000Z`, ...change });

// Runs in the order in which the server sends them: newest first, also within a comparison.
const own = [
  { id: 14, record: made(3, 'padded') },
  { id: 13, record: made(3, 'tiled') },
  { id: 11, record: made(1, 'tiled') },
];
const recorded = [made(2, 'tiled'), made(2, 'padded'), made(4, 'tiled', { method: 'steady' })];
const all = measurementsOf(own, recorded);

it('own runs come first, each kind from new to old, each comparison whole and in its order', () => {
  expect(all.map(({ origin, records: [{ comparison }] }) => [origin, comparison])).toEqual([
    ...[
      ['own', id(3)],
      ['own', id(1)],
      ['recorded', id(4)],
      ['recorded', id(2)],
    ],
  ]);
  expect(all[0].records.map(({ variant }) => variant)).toEqual(['tiled', 'padded']);
  expect(all.map(({ storeIds }) => storeIds)).toEqual([[13, 14], [11], [], []]);
});

it('no run is shown for other parameters, or another method', () => {
  const with_ = (params: RunRecord['params'], method: RunRecord['method']) =>
    measuredWith(all, params, method).map(measurement => measurement.id);
  expect(with_({ rows: 64, columns: 32 }, 'cold')).toEqual([id(3), id(1), id(2)]);
  expect(with_({ rows: 64, columns: 32 }, 'steady')).toEqual([id(4)]);
  expect(with_({ rows: 64, columns: 33 }, 'cold')).toEqual([]);
});

it('what has most of the variants is shown, of equals the first', () => {
  const [both, tiled, , recordedBoth] = all;
  expect(fullest([tiled, recordedBoth, both], ['tiled', 'padded'])).toBe(recordedBoth);
  expect(fullest([tiled, recordedBoth, both], ['tiled'])).toBe(tiled);
  expect(fullest([tiled, both], ['xor'])).toBe(tiled);
  expect(fullest([], ['tiled'])).toBe(null);
});

it('each says whose it is', () => {
  expect(measurementName(all[3])).toBe('Recorded 2026-11-22, A GPU');
  expect(measurementName(all[0])).toMatch(/^Run here, 2026-11-23 \d\d:\d\d:\d\d UTC$/);
});

import { expect, test } from 'vitest';
import { measurementsOf } from '../../../services/recordings/measurement.ts';
import { recordOf, timed, WRONG } from '../../../trace/fixtures/run-records.ts';
import { slideTimes } from './slide-times.ts';

const records = [recordOf('tiled', timed(133_000)), recordOf('padded', timed(77_000)), recordOf('broken', WRONG)];
const measurements = measurementsOf([], records);
const variants = [
  { badge: 'A', id: 'tiled' },
  { badge: 'B', id: 'padded' },
  { badge: 'C', id: 'broken' },
] as const;
const { params } = records[0];

test('times are those of one comparison, each beside the first', () => {
  const { of, said } = slideTimes({ kernel: 'transpose', params, variants }, measurements, () => false);
  expect([...of]).toEqual([
    ['A', { value: '133 µs', ratio: '' }],
    ['B', { value: '77.0 µs', ratio: '1.73× as fast' }],
    ['C', { value: null, ratio: '' }],
  ]);
  expect(said).toEqual([
    { source: 'measured', words: `133 µs and 77.0 µs, ${records[0].gpu.name}, ${records[0].method}, 2026-11-20` },
  ]);
});

test('other parameters have no times', () => {
  const other = { ...params, rows: 12_345 };
  const { of, said } = slideTimes({ kernel: 'transpose', params: other, variants }, measurements, () => false);
  expect([...of.values()]).toEqual(variants.map(() => ({ value: null, ratio: '' })));
  expect(said).toEqual([]);
});

test('a time of older sources says so', () => {
  const { said } = slideTimes({ kernel: 'transpose', params, variants }, measurements, () => true);
  expect(said[0].words).toMatch(/, sources changed since$/);
});

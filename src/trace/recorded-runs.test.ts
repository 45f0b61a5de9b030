import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordOf, timed, WRONG } from './fixtures/run-records.ts';
import { comparisonsOf, differingNames, findComparison, nearestParams } from './recorded-runs.ts';

const small = { rows: 64, columns: 32 };
const large = { rows: 4096, columns: 4096 };
const of = (params: object, change: object = {}) =>
  recordOf('tiled', timed(1000), { params: { ...params }, ...change });

describe('recorded runs', () => {
  it('are found by exactly their parameters and method, in whatever order', () => {
    const steady = of(large, { method: 'steady', comparison: 'other' });
    const records = [of(small), recordOf('broken', WRONG), steady];
    expect(findComparison(records, { columns: 32, rows: 64 }, 'cold')).toEqual(records.slice(0, 2));
    expect(findComparison(records, large, 'steady')).toEqual([steady]);
    expect(findComparison(records, large, 'cold')).toEqual([]);
    expect(findComparison(records, { rows: 64 }, 'cold')).toEqual([]);
    expect(findComparison(records, { ...small, pad: 1 }, 'cold')).toEqual([]);
  });

  it('of two comparisons are those of the newer one, never mixed', () => {
    const newer = of(small, { comparison: 'b', date: '2026-12-01T00:00:00.000Z' });
    const older = [of(small), recordOf('padded', timed(2))];
    expect(findComparison([newer, ...older], small, 'cold')).toEqual([newer]);
    expect(comparisonsOf([older[0], newer, older[1]])).toEqual([older, [newer]]);
  });
});

describe('the nearest parameters', () => {
  it('are there only where something was recorded', () => expect(nearestParams([], small)).toBeNull());

  it('differ in the fewest names, and there by the smallest factor', () => {
    const records = [of(large), of({ rows: 4096, columns: 32 }), of({ rows: 1024, columns: 32 })];
    expect(nearestParams(records, small)).toEqual({ rows: 1024, columns: 32 });
    expect(nearestParams(records, { rows: 4096, columns: 2048 })).toEqual(large);
  });

  it('are the parameters themselves where they were recorded', () => {
    const size = fc.record({ rows: fc.integer({ min: 1, max: 99 }), columns: fc.integer({ min: 1, max: 99 }) });
    fc.assert(
      fc.property(fc.array(size), size, (others, wanted) => {
        const nearest = nearestParams(
          [...others, wanted].map(params => of(params)),
          wanted,
        )!;
        expect(differingNames(nearest, wanted)).toEqual([]);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeAxis } from './time-axis.ts';

const time = fc.double({ min: 1, max: 1e9, noNaN: true });

describe('an axis of time', () => {
  it('holds every time, starts at 0 or says that it does not, and has ticks in order', () => {
    fc.assert(
      fc.property(fc.array(time, { minLength: 1 }), fc.integer({ min: 2, max: 12 }), (times, count) => {
        const { fromNs, toNs, isBroken, ticks } = timeAxis(times, count);
        expect(times.every(ns => ns >= fromNs && ns <= toNs)).toBe(true);
        expect(isBroken).toBe(fromNs !== 0);
        expect(ticks.length).toBeLessThanOrEqual(count + 1);
        expect(
          ticks.every(
            ({ ns }, i) => ns >= fromNs * (1 - 1e-9) && ns <= toNs * (1 + 1e-9) && (i === 0 || ns > ticks[i - 1].ns),
          ),
        ).toBe(true);
        expect(new Set(ticks.map(({ text }) => text)).size).toBe(ticks.length);
      }),
    );
  });

  it('is broken where times lie close together, and never where they do not', () => {
    expect(timeAxis([78_000, 79_000], 5)).toMatchObject({ isBroken: true, unit: 'µs' });
    expect(timeAxis([28_000, 79_000], 5)).toMatchObject({ isBroken: false, fromNs: 0 });
    expect(timeAxis([], 5)).toMatchObject({ isBroken: false, ticks: [{ ns: 0, text: '0' }] });
  });

  it('counts in the unit of the greatest', () => {
    expect(timeAxis([1, 80_000], 4).ticks.map(({ text }) => text)).toEqual(['0', '50']);
    expect(timeAxis([1, 80_000], 8).ticks.map(({ text }) => text)).toEqual(['0', '20', '40', '60', '80']);
    expect(timeAxis([3_900, 4_000], 4)).toMatchObject({ unit: 'µs' });
    expect(timeAxis([1, 3e6], 4)).toMatchObject({ unit: 'ms' });
  });
});

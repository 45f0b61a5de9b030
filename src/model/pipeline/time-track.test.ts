import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TimeTrack } from './time-track.ts';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** In any order; some of length 0, some overlapping. */
const stretches = fc.array(
  fc
    .record({ from: fc.integer({ min: 0, max: 300 }), clk: fc.integer({ min: 0, max: 40 }) })
    .map(({ from, clk }) => ({ from, to: from + clk })),
  { maxLength: 40 },
);
/** One after another, like the work of a role. */
const serial = fc
  .array(fc.record({ gap: fc.integer({ min: 0, max: 9 }), clk: fc.integer({ min: 1, max: 20 }) }), { maxLength: 40 })
  .map(all => {
    let at = 0;
    return all.map(({ gap, clk }) => {
      const from = at + gap;
      at = from + clk;
      return { from, to: at };
    });
  });
const times = fc
  .tuple(fc.integer({ min: -20, max: 360 }), fc.integer({ min: -20, max: 360 }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

const trackOf = (all: readonly Stretch[]): TimeTrack =>
  TimeTrack.of(
    all.map((_, i) => i),
    i => all[i].from,
    i => all[i].to,
  );

/** Counted cycle by cycle. */
const coveredSlowly = (all: readonly Stretch[], from: number, to: number): number =>
  Array.from({ length: to - from }, (_, i) => from + i).filter(clk =>
    all.some(each => each.from <= clk && clk < each.to),
  ).length;

describe('a track', () => {
  test('covers what its stretches cover together', () => {
    fc.assert(
      fc.property(stretches, times, (all, [from, to]) => {
        expect(trackOf(all).coveredClk(from, to)).toBe(coveredSlowly(all, from, to));
      }),
    );
  });

  test('has all of its stretches in the order of time', () => {
    fc.assert(
      fc.property(stretches, all => {
        const track = trackOf(all);
        expect([...track.from]).toEqual(all.map(({ from }) => from).toSorted((a, b) => a - b));
        expect([...track.item].toSorted((a, b) => a - b)).toEqual(all.map((_, i) => i));
        for (const [place, item] of track.item.entries())
          expect([track.from[place], track.to[place]]).toEqual([all[item].from, all[item].to]);
      }),
    );
  });

  test('misses none that a window shows', () => {
    fc.assert(
      fc.property(stretches, times, (all, [from, to]) => {
        const track = trackOf(all);
        const { first, end } = track.within(from, to);
        const found = new Set(track.item.subarray(first, end));
        for (const [i, each] of all.entries()) if (each.from < to && each.to > from) expect(found).toContain(i);
      }),
    );
  });

  test('shows nothing but what is in the window, where nothing overlaps', () => {
    fc.assert(
      fc.property(serial, times, (all, [from, to]) => {
        const { first, end } = trackOf(all).within(from, to);
        expect(Math.max(0, end - first)).toBe(all.filter(each => each.from < to && each.to > from).length);
      }),
    );
  });

  test('knows what goes on at a time', () => {
    fc.assert(
      fc.property(serial, fc.integer({ min: -5, max: 400 }), (all, clk) => {
        expect(trackOf(all).placeAt(clk)).toBe(all.findIndex(({ from, to }) => from <= clk && clk < to));
      }),
    );
  });
});

test('the shares of all pixels add up to what is covered', () => {
  fc.assert(
    fc.property(serial, times, fc.integer({ min: 1, max: 90 }), (all, [from, end], parts) => {
      const to = end + 1;
      const shares = trackOf(all).occupancy(from, to, parts);
      const sum = shares.reduce((total, share) => total + share, 0) * ((to - from) / parts);
      expect(sum).toBeCloseTo(coveredSlowly(all, from, to), 2);
      for (const share of shares) expect(share).toBeGreaterThanOrEqual(-1e-6);
      for (const share of shares) expect(share).toBeLessThanOrEqual(1 + 1e-6);
    }),
  );
});

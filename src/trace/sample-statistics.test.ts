import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededUniform } from './fixtures/seeded-uniform.ts';
import { sampleStatistics } from './sample-statistics.ts';

const sample = fc.double({ min: 1, max: 1e9, noNaN: true });
const samples = fc.array(sample, { minLength: 1, maxLength: 200 });

describe('statistics of samples', () => {
  it('of a handful, by hand', () => {
    expect(sampleStatistics([4, 1, 3, 2])).toEqual({
      count: 4,
      min: 1,
      q1: 1.75,
      median: 2.5,
      q3: 3.25,
      relativeIqr: 0.6,
      medianInterval: null,
    });
  });

  // D. B. Owen's and Conover's tables of the binomial distribution give these ranks.
  it.each([
    [5, null],
    [6, [1, 6]],
    [9, [2, 8]],
    [20, [6, 15]],
    [100, [40, 61]],
    [5000, [2431, 2570]],
  ])('the interval of the median of %i samples lies between known ranks', (count, ranks) => {
    const { medianInterval } = sampleStatistics(Array.from({ length: count }, (_, i) => i + 1));
    expect(medianInterval && [medianInterval.low, medianInterval.high]).toEqual(ranks);
  });

  const draw = seededUniform(1);
  /** Share of intervals that hold `median`, of `count` samples each. */
  const coverage = (count: number, median: number, sample: () => number): number => {
    const trials = 2000;
    let held = 0;
    for (let trial = 0; trial < trials; trial++) {
      const { medianInterval } = sampleStatistics(Array.from({ length: count }, sample));
      if (medianInterval !== null && medianInterval.low <= median && median <= medianInterval.high) held++;
    }
    return held / trials;
  };

  // Exactly 1 - 2 P(at most r - 1 of n) of the binomial distribution; 2000 trials stray by 0.5 %.
  it.each([
    [6, 0.969],
    [25, 0.957],
    [101, 0.954],
    [400, 0.95],
  ])('the interval of %i samples holds the true median as often as it says, whatever they are', (count, expected) => {
    const shapes: [median: number, sample: () => number][] = [
      [1.5, () => 1 + draw()],
      [1 + Math.LN2, () => 1 - Math.log(draw())],
      // Two clocks, with a little noise about each: the median lies at the edge of the more frequent one.
      [1 + 0.5 / 0.6, () => (draw() < 0.6 ? 1 + draw() : 3 + draw())],
      // A long tail, of which there is no mean.
      [2, () => 1 + 1 / draw() - 1],
    ];
    for (const [median, sample] of shapes) {
      expect(Math.abs(coverage(count, median, sample) - expected), String(sample)).toBeLessThan(0.02);
    }
  });

  it('of samples in steps of a clock too coarse for them it holds more often, never less', () => {
    const inSteps = (): number => Math.ceil((100 + 3 * draw()) / 2) * 2;
    expect(coverage(50, 102, inSteps)).toBeGreaterThan(0.945);
  });

  it('of samples that follow each other it holds less often, as its description says', () => {
    let state = 0;
    const following = (): number => {
      state = 0.95 * state + draw() - 0.5;
      return 10 + state;
    };
    const share = coverage(100, 10, following);
    expect(share).toBeLessThan(0.8);
  });

  it('does not depend on the order, and has one', () => {
    fc.assert(
      fc.property(samples, values => {
        const found = sampleStatistics(values);
        expect(sampleStatistics(values.toReversed())).toEqual(found);
        const { min, q1, median, q3, medianInterval } = found;
        const ordered = [min, q1, median, q3, Math.max(...values)];
        expect(ordered).toEqual(ordered.toSorted((a, b) => a - b));
        if (medianInterval === null) return;
        expect(medianInterval.low).toBeLessThanOrEqual(median);
        expect(medianInterval.high).toBeGreaterThanOrEqual(median);
      }),
    );
  });

  it('of other units are the same but for the unit', () => {
    fc.assert(
      fc.property(samples, values => {
        const [one, eight] = [sampleStatistics(values), sampleStatistics(values.map(value => value * 8))];
        expect(eight.median).toBe(one.median * 8);
        expect(eight.relativeIqr).toBe(one.relativeIqr);
      }),
    );
  });

  it.each([[[]], [[1, Number.NaN]], [[1, 0]], [[-1]], [[Number.POSITIVE_INFINITY]]])('refuses %j', values => {
    expect(() => sampleStatistics(values)).toThrow(RangeError);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededUniform } from './fixtures/seeded-uniform.ts';
import { sampleStatistics } from './sample-statistics.ts';
import { type ComparedSamples, isTooShort, type TimingVerdict, timingVerdict } from './timing-verdict.ts';

/** `count` samples around `ns`, spread evenly over `spread` of it, at one clock. */
const around = (ns: number, spread: number, { count = 40, mhz = 1980 } = {}): ComparedSamples => ({
  samplesNs: Array.from({ length: count }, (_, i) => ns * (1 + spread * (i / (count - 1) - 0.5))),
  samplesMhz: new Array(count).fill(mhz),
  eventOverheadNs: 1300,
});

describe('the verdict on two variants', () => {
  it.each([
    ['a tenth less', 900, 0.01, 'faster'],
    ['a tenth more', 1100, 0.01, 'slower'],
    ['the same', 1000, 0.005, 'same'],
    ['a thousandth less, which is nothing', 999, 0.005, 'same'],
    ['a hundredth less', 990, 0.005, 'faster'],
  ] as const)('%s', (_, ns, spread, kind) => {
    expect(timingVerdict(around(1000, spread), around(ns, spread), 'steady').kind).toBe(kind);
  });

  it('cannot be told from few samples, however far apart', () => {
    const few = { count: 5 };
    expect(timingVerdict(around(1000, 0.01, few), around(10, 0.01, few), 'steady')).toEqual({
      kind: 'cannotTell',
      why: 'tooFew',
    });
  });

  it('cannot be told where the noise is larger than the gap', () => {
    expect(timingVerdict(around(1000, 0.2), around(990, 0.2), 'steady')).toMatchObject({
      kind: 'cannotTell',
      why: 'noise',
    });
  });

  it('cannot be told where the gap is one of clocks', () => {
    const slowClock = around(1100, 0.005, { mhz: 1800 });
    expect(timingVerdict(around(1000, 0.005), slowClock, 'steady')).toMatchObject({ kind: 'cannotTell', why: 'clock' });
  });

  describe('on launches that are timed singly', () => {
    const verdict = (ns: number, other: number): TimingVerdict =>
      timingVerdict(around(ns, 0.004), around(other, 0.004), 'cold');

    it.each([
      ['near each other, and short', 8400, 9300],
      ['alike, and short', 8400, 8400],
      ['one of them just long enough', 13_100, 12_800],
    ])('cannot be told where they are %s', (_, ns, other) => {
      expect(verdict(ns, other)).toMatchObject({ kind: 'cannotTell', why: 'tooShort' });
      expect(verdict(other, ns)).toMatchObject({ kind: 'cannotTell', why: 'tooShort' });
    });

    it('is told where they differ by more than the events take, or are long', () => {
      expect(verdict(9800, 8400).kind).toBe('faster');
      expect(verdict(80_000, 79_000).kind).toBe('faster');
      expect(verdict(80_000, 80_000).kind).toBe('same');
    });
  });

  it('is the opposite the other way round', () => {
    const opposite = { faster: 'slower', slower: 'faster', same: 'same', cannotTell: 'cannotTell' } as const;
    const time = fc.double({ min: 100, max: 1e6, noNaN: true });
    const spread = fc.double({ min: 0, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(time, fc.double({ min: 0.9, max: 1.2, noNaN: true }), spread, (ns, factor, width) => {
        const [a, b] = [around(ns, width), around(ns * factor, width)];
        // The threshold is 0.5 % of the baseline, so close to it the two directions may differ.
        fc.pre(Math.abs(Math.abs(Math.log(factor)) - 0.005) > 0.001 || width > 0.1);
        const [forth, back] = [timingVerdict(a, b, 'steady').kind, timingVerdict(b, a, 'steady').kind];
        if (forth !== 'cannotTell' && back !== 'cannotTell') expect(back).toBe(opposite[forth]);
      }),
    );
  });

  it('a variant is never faster or slower than itself', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 6, maxLength: 60 }),
        samplesNs => {
          const same = { samplesNs, samplesMhz: samplesNs.map(() => 1500), eventOverheadNs: 0 };
          expect(['same', 'cannotTell']).toContain(timingVerdict(same, same, 'steady').kind);
        },
      ),
    );
  });
});

describe('over many comparisons', () => {
  const draw = seededUniform(7);
  /** Box and Muller. */
  const normal = (): number => Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw());

  /** Makes the SM clock [MHz] of one comparison, sample by sample. */
  const CLOCKS: Readonly<Record<string, () => () => number>> = {
    'a fixed clock': () => () => 1980,
    'a clock that falls': () => {
      let mhz = 1980;
      return () => (mhz -= 0.2);
    },
    'a clock that wanders': () => {
      let mhz = 1800;
      return () => (mhz = Math.min(1980, Math.max(1600, mhz + 3 * normal())));
    },
    'a clock that a power limit moves for a while': () => {
      let [mhz, left] = [1980, 0];
      return () => {
        if (left-- <= 0) [mhz, left] = [draw() < 0.5 ? 1980 : 1755, 20 + 100 * draw()];
        return mhz;
      };
    },
    'a clock that jumps': () => () => (draw() < 0.5 ? 1980 : 1755),
  };

  /** Turns of a kernel of 20,000 clk with itself, or with one that takes `factor` of it. */
  function turns(clock: () => number, count: number, noise: number, factor = 1): [ComparedSamples, ComparedSamples] {
    const sides = [1, factor].map(share => ({
      ...{ share, samplesNs: [] as number[], samplesMhz: [] as number[] },
      eventOverheadNs: 0,
    }));
    for (let turn = 0; turn < count; turn++) {
      for (const { share, samplesNs, samplesMhz } of sides) {
        const mhz = clock();
        // A sample now and then is interrupted.
        const clk = 20_000 * share * (1 + noise * Math.abs(normal()) + (draw() < 0.02 ? draw() : 0));
        samplesNs.push((clk * 1000) / mhz);
        samplesMhz.push(mhz * (1 + 0.0005 * normal()));
      }
    }
    return [sides[0], sides[1]];
  }

  type Verdict = (baseline: ComparedSamples, candidate: ComparedSamples) => string;
  const ours: Verdict = (a, b) => timingVerdict(a, b, 'steady').kind;
  /** The conclusion that a plain table of medians suggests. */
  const naive: Verdict = (a, b) => {
    const ratio = sampleStatistics(b.samplesNs).median / sampleStatistics(a.samplesNs).median;
    return Math.abs(ratio - 1) < 0.005 ? 'same' : 'another';
  };
  const TRIALS = 300;
  const shareOf = (
    kinds: readonly string[],
    verdict: Verdict,
    pair: () => [ComparedSamples, ComparedSamples],
  ): number =>
    Array.from({ length: TRIALS }, () => verdict(...pair())).filter(kind => kinds.includes(kind)).length / TRIALS;

  it.each(Object.entries(CLOCKS))('a kernel is not called faster or slower than itself: %s', (_, clock) => {
    for (const [count, noise] of [
      [20, 0.05],
      [150, 0.002],
      [150, 0.05],
      [600, 0.02],
    ]) {
      const wrong = shareOf(['faster', 'slower'], ours, () => turns(clock(), count, noise));
      // Two 95 % intervals that hold both medians do not lie half a percent apart: 10 % is the bound, and far off.
      expect(wrong, `${count} samples`).toBeLessThanOrEqual(0.01);
    }
  });

  it('medians alone call it so: such a verdict would not pass', () => {
    const pair = (): [ComparedSamples, ComparedSamples] => turns(CLOCKS['a fixed clock'](), 20, 0.05);
    expect(shareOf(['another'], naive, pair)).toBeGreaterThan(0.3);
  });

  it('is no way out: equal kernels are the same, and one that takes 3 % less is faster', () => {
    const clock = CLOCKS['a fixed clock'];
    expect(shareOf(['same'], ours, () => turns(clock(), 150, 0.004))).toBeGreaterThan(0.95);
    expect(shareOf(['faster'], ours, () => turns(clock(), 150, 0.02, 0.97))).toBeGreaterThan(0.95);
    expect(shareOf(['slower'], ours, () => turns(clock(), 150, 0.02, 1.03))).toBeGreaterThan(0.95);
    expect(shareOf(['faster'], ours, () => turns(CLOCKS['a clock that wanders'](), 150, 0.004, 0.95))).toBeGreaterThan(
      0.9,
    );
  });

  it('one after the other instead of in turns, while the clock falls, is told from the cycles', () => {
    const clock = CLOCKS['a clock that falls']();
    const [first] = turns(clock, 150, 0.002);
    for (let i = 0; i < 500; i++) clock();
    const [second] = turns(clock, 150, 0.002);
    expect(naive(first, second)).toBe('another');
    expect(timingVerdict(first, second, 'steady')).toMatchObject({ kind: 'cannotTell', why: 'clock' });
  });
});

it.each([
  [4999, 100, true],
  [5000, 100, false],
  [12_000, 1312, true],
  [14_000, 1312, false],
])('a single launch of %i ns with events of %i ns: too short is %s', (medianNs, eventOverheadNs, expected) => {
  expect(isTooShort(medianNs, eventOverheadNs)).toBe(expected);
});

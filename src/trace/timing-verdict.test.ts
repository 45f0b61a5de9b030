import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooShort, type TimedSamples, timingVerdict } from './timing-verdict.ts';

/** `count` samples around `ns`, spread evenly over `spread` of it, at one clock. */
const around = (ns: number, spread: number, { count = 40, mhz = 1980 } = {}): TimedSamples => ({
  samplesNs: Array.from({ length: count }, (_, i) => ns * (1 + spread * (i / (count - 1) - 0.5))),
  samplesMhz: new Array(count).fill(mhz),
});

describe('the verdict on two variants', () => {
  it.each([
    ['a tenth less', 900, 0.01, 'faster'],
    ['a tenth more', 1100, 0.01, 'slower'],
    ['the same', 1000, 0.005, 'same'],
    ['a thousandth less, which is nothing', 999, 0.005, 'same'],
    ['a hundredth less', 990, 0.005, 'faster'],
  ] as const)('%s', (_, ns, spread, kind) => {
    expect(timingVerdict(around(1000, spread), around(ns, spread)).kind).toBe(kind);
  });

  it('cannot be told from few samples, however far apart', () => {
    const few = { count: 5 };
    expect(timingVerdict(around(1000, 0.01, few), around(10, 0.01, few))).toEqual({
      kind: 'cannotTell',
      why: 'tooFew',
    });
  });

  it('cannot be told where the noise is larger than the gap', () => {
    expect(timingVerdict(around(1000, 0.2), around(990, 0.2))).toMatchObject({ kind: 'cannotTell', why: 'noise' });
  });

  it('cannot be told where the gap is one of clocks', () => {
    const slowClock = around(1100, 0.005, { mhz: 1800 });
    expect(timingVerdict(around(1000, 0.005), slowClock)).toMatchObject({ kind: 'cannotTell', why: 'clock' });
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
        const [forth, back] = [timingVerdict(a, b).kind, timingVerdict(b, a).kind];
        if (forth !== 'cannotTell' && back !== 'cannotTell') expect(back).toBe(opposite[forth]);
      }),
    );
  });

  it('a variant is never faster or slower than itself', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 6, maxLength: 60 }),
        samplesNs => {
          const same = { samplesNs, samplesMhz: samplesNs.map(() => 1500) };
          expect(['same', 'cannotTell']).toContain(timingVerdict(same, same).kind);
        },
      ),
    );
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

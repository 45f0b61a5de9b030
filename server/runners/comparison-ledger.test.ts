import { describe, expect, it } from 'vitest';
import type { RunnerFrame } from '../../src/contract/run-job.ts';
import { ComparisonLedger } from './comparison-ledger.ts';

type Frame<S extends RunnerFrame['stage']> = Extract<RunnerFrame, { stage: S }>;

const right = (contender: number): Frame<'right'> => ({ stage: 'right', contender });
const wrong = (contender: number): Frame<'wrong'> => ({
  stage: 'wrong',
  contender,
  buffer: 2,
  wrong: 5,
  firstIndex: 9,
});
const samples = (contender: number, ...ns: number[]): Frame<'samples'> => ({
  stage: 'samples',
  contender,
  ns,
  mhz: ns.map(() => 1980),
});
const HOW = { stop: 'plateau', launchesPerSample: 1, workspaces: 1, discarded: 0 } as const;
const done = (...contenders: number[]): Frame<'done'> => ({
  stage: 'done',
  eventOverheadNs: 1,
  timed: contenders.map(contender => ({ contender, ...HOW })),
});

/** What is wrong with the last frame; the earlier ones are right. */
function verdict(contenders: number, ...frames: RunnerFrame[]): string | null {
  const ledger = new ComparisonLedger(contenders);
  const verdicts = frames.map(frame => ledger.add(frame));
  expect(verdicts.slice(0, -1)).toEqual(new Array(frames.length - 1).fill(null));
  return verdicts.at(-1)!;
}

describe('a comparison', () => {
  it('gathers the times of the right, and what is wrong with the others', () => {
    const ledger = new ComparisonLedger(2);
    const frames = [right(1), wrong(0), samples(1, 3, 4), samples(1, 5), done(1)];
    expect(frames.map(frame => ledger.add(frame))).toEqual([null, null, null, null, null]);
    expect(ledger.outcomes(done(1))).toEqual([
      { kind: 'wrong', buffer: 2, wrong: 5, firstIndex: 9 },
      { kind: 'timed', samplesNs: [3, 4, 5], samplesMhz: [1980, 1980, 1980], ...HOW },
    ]);
  });

  it('has what kept the clock down where every sample says so', () => {
    const read = (ns: number[], reasons: number[]) => ({ ...samples(0, ...ns), reasons, celsius: ns.map(() => 60) });
    const ledger = new ComparisonLedger(1);
    for (const frame of [right(0), read([1, 2], [0, 4]), read([3], [4])]) expect(ledger.add(frame)).toBeNull();
    expect(ledger.outcomes(done(0))).toMatchObject([
      {
        clockEvents: [
          [0, 1],
          [4, 2],
        ],
        celsius: { low: 60, high: 60 },
      },
    ]);
    ledger.add(samples(0, 4));
    expect(ledger.outcomes(done(0))[0]).not.toHaveProperty('clockEvents');
  });

  it('drops the times of one who is wrong at the end', () => {
    const ledger = new ComparisonLedger(1);
    for (const frame of [right(0), samples(0, 1), wrong(0), done()]) expect(ledger.add(frame)).toBeNull();
    expect(ledger.outcomes(done())[0].kind).toBe('wrong');
  });

  it.each<[string, readonly RunnerFrame[]]>([
    ['times before a verdict', [samples(0, 1)]],
    ['times of the wrong', [wrong(0), samples(0, 1)]],
    ['a change of mind', [wrong(0), right(0)]],
    ['a stranger who is right', [right(2)]],
    ['a stranger with times', [samples(7, 1)]],
    ['an end before all verdicts', [right(0), samples(0, 1), done(0)]],
    ['an end without times', [right(0), wrong(1), done(0)]],
    ['an end that leaves one out', [right(0), samples(0, 1), wrong(1), done()]],
    ['an end that times the wrong', [right(0), samples(0, 1), wrong(1), done(0, 1)]],
    ['an end that times twice', [right(0), samples(0, 1), wrong(1), done(0, 0)]],
    ['an end that times a stranger', [wrong(0), wrong(1), done(5)]],
    [
      'a device',
      [{ stage: 'ceilings', copyBytesPerSecond: 1, matrixFlopsPerSecond: 1, sharedBytesPerClk: 1, launchNs: 1 }],
    ],
  ])('does not take %s', (_, frames) => {
    expect(verdict(2, ...frames)).toEqual(expect.any(String));
  });

  it('does not take samples without end', () => {
    const many = samples(0, ...new Array(20_000).fill(1));
    expect(verdict(1, right(0), ...new Array(11).fill(many))).toContain('samples');
  });
});

import { isValidElement, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { recordOf, timed, WRONG } from '../trace/fixtures/run-records.ts';
import { provenanceOf } from '../trace/provenance.ts';
import { type MeasuredVariant, measuredRows } from './measured-rows.tsx';
import { measuredSentences } from './measured-sentences.ts';

const wordOf = (value: ReactNode): unknown =>
  isValidElement<{ text?: string; children?: unknown }>(value) ? (value.props.text ?? value.props.children) : value;
const a: MeasuredVariant = { badge: 'A', record: recordOf('tiled', timed(100_000)) };
const b: MeasuredVariant = { badge: 'B', record: recordOf('padded', timed(80_000)) };
const wrong: MeasuredVariant = { badge: 'C', record: recordOf('broken', WRONG) };
const absent: MeasuredVariant = { badge: 'D', record: null };

describe('measured rows', () => {
  it('have a time for what was timed, a rate from it, and neither for what was not', () => {
    const rows = measuredRows([a, b, wrong, absent], { kind: 'bytes', amount: 8_000_000 });
    expect(rows.map(({ name, values }) => [name, ...values.map(wordOf)])).toEqual([
      ['Time, median', '100.0', '80.00', 'wrong', '—'],
      ['Spread, IQR', '0.00 %', '0.00 %', '—', '—'],
      ['Samples', '40', '40', '—', '—'],
      ['Useful bytes, GB/s', '80.00', '100.0', '—', '—'],
      ['× time of A', '1', '0.800', '—', '—'],
    ]);
  });

  it('count operations where these are the work, and compare nothing with itself', () => {
    const rows = measuredRows([a], { kind: 'flops', amount: 2 * 1024 ** 3 });
    expect(rows.map(({ name }) => name)).toEqual(['Time, median', 'Spread, IQR', 'Samples', 'TFLOPS']);
    expect(wordOf(rows[3].values[0])).toBe('21.47');
  });

  it('say of each number where it comes from', () => {
    const [value] = measuredRows([a], null)[0].values;
    expect(isValidElement<{ by: string }>(value) && value.props.by).toBe(
      'A GPU (card aaaaaaaaaaaa, 132 SMs, L2 1 MiB), driver 1, nvcc 13.0.88, 2026-11-20 18:00:00 UTC, sources bbbbbbbbbbbb',
    );
    expect(provenanceOf(recordOf('a', WRONG, { driver: '' }))).toMatch(/MiB\), nvcc 13\.0\.88, 2026/);
  });
});

describe('measured sentences', () => {
  const said = (ns: number, change: object = {}): string | undefined =>
    measuredSentences([a, { badge: 'B', record: recordOf('other', timed(ns, change)) }], 'steady')[0];

  it('give a verdict against the first that was timed', () => {
    expect(said(80_000)).toMatch(/^B is faster than A: it takes 0\.800 of its time/);
    expect(said(125_000)).toMatch(/^B is slower than A: it takes 1\.250 times as long/);
    expect(said(100_100)).toBe('B takes as long as A, within half a percent.');
    expect(said(110_000, { samplesMhz: new Array(40).fill(1800) })).toContain(
      "can't tell (time and SM clocks disagree)",
    );
    expect(measuredSentences([wrong, b], 'steady')).toEqual([
      'C was wrong on the GPU: 3 elements of out, the first is 7. What is wrong is not timed.',
    ]);
  });

  it('say of launches that overlap that they do', () => {
    const record = recordOf('tiled', timed(4000));
    const overlapping = { ...record, launch: { ...record.launch, programmaticStreamSerialization: true } };
    expect(measuredSentences([{ badge: 'A', record: overlapping }], 'steady')[0]).toMatch(/^A's launches overlap/);
    expect(measuredSentences([a], 'steady')).toEqual([]);
    expect(measuredSentences([{ ...a, record: overlapping }], 'cold').join()).not.toContain('overlap');
  });

  it('warn of single launches that are too short, and name what was not measured', () => {
    const short: MeasuredVariant = { badge: 'A', record: recordOf('tiled', timed(4000)) };
    expect(measuredSentences([short], 'cold')[0]).toContain('too short to be timed alone');
    expect(measuredSentences([short], 'steady')).toEqual([]);
    expect(measuredSentences([a, absent], 'cold')).toEqual(['D was not measured with these parameters.']);
  });

  it('keep what was sampled of a GPU that was held back, and say the median without it', () => {
    const held: MeasuredVariant = {
      badge: 'A',
      record: recordOf(
        'tiled',
        timed(4000, {
          clockEvents: [
            [0x4, 30],
            [0, 10],
          ],
        }),
      ),
    };
    expect(measuredSentences([held], 'steady')).toEqual([
      'A: the GPU was held back (power limit) in 30 of 40 samples; the median of the others is 4.000 µs.',
    ]);
    const free = recordOf('tiled', timed(4000, { clockEvents: [[0x1, 40]] }));
    expect(measuredSentences([{ badge: 'A', record: free }], 'steady')).toEqual([]);
  });
});

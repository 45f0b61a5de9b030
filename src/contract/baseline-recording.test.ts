import { describe, expect, it } from 'vitest';
import { type BaselineRecord, baselineWords, comparedRows } from '../trace/baseline-record.ts';
import { recordOf, timed, WRONG } from '../trace/fixtures/run-records.ts';
import { parseBaselineRecording } from './baseline-recording.ts';
import { baselineRecordingText } from './recording-text.ts';

const { variant, launch, nvcc, flags, ...shared } = recordOf('tiled', timed(1000));
const baselineOf = (baseline: string, change: object = {}): BaselineRecord => ({
  ...shared,
  ...{ baseline, title: 'A copy', versions: { torch: '2.11.0' }, buffers: launch.buffers },
  ...change,
});
const records = [recordOf('tiled', timed(1000)), recordOf('broken', WRONG)];
const table = { name: 'table', type: 'u32', length: 3, init: { kind: 'values', values: [3, 1, 2] } } as const;
const copy = baselineOf('copy', { outcome: timed(900) });

const refusalOf = (...baselines: readonly object[]): string | null => {
  const parsed = parseBaselineRecording(JSON.stringify({ records, baselines }));
  return parsed.ok ? null : `${parsed.error.field}: ${parsed.error.message}`;
};

describe('recorded baselines', () => {
  it('are taken as they were written, also where there are no variants', () => {
    const both = { records, baselines: [copy, baselineOf('other', { outcome: WRONG })] };
    expect(parseBaselineRecording(JSON.stringify(both))).toEqual({ ok: true, value: both });
    const alone = { records: [], baselines: [copy] };
    expect(parseBaselineRecording(JSON.stringify(alone))).toEqual({ ok: true, value: alone });
  });

  it('have a text in which they share the buffers of the variants', () => {
    const whole = recordOf('tiled', timed(1000), { launch: { ...launch, buffers: [table] } });
    const both = { records: [whole, records[1]], baselines: [copy, baselineOf('other', { buffers: [table] })] };
    const text = baselineRecordingText(both);
    expect(text.split('"table"')).toHaveLength(2);
    expect(parseBaselineRecording(text)).toEqual({ ok: true, value: both });
    const parsed = parseBaselineRecording(text.replace(/"buffers":\[\d\]\}(?=\n)/, '"buffers":[9]}'));
    expect(parsed.ok ? '' : parsed.error.field).toBe('baselines[1].buffers[0]');
  });

  it.each<[string, object, RegExp]>([
    ['a statistic', { medianNs: 1 }, /^baselines\[1]\.medianNs: unknown field$/],
    ['a compiler', { nvcc: '13.0.88' }, /^baselines\[1]\.nvcc: unknown field$/],
    ['no release', { versions: { torch: '' } }, /^baselines\[1]\.versions/],
    ['another kernel', { kernel: 'gemm' }, /several kernels/],
    ['other parameters in turns', { params: { rows: 1, columns: 32 } }, /unlike runs/],
    ['another method in turns', { method: 'steady' }, /unlike runs/],
    ['another driver in turns', { driver: '2' }, /unlike runs/],
    ['another GPU in turns', { gpu: { ...shared.gpu, uuidHash: 'c'.repeat(64) } }, /unlike runs/],
    ['one baseline twice', { baseline: 'copy' }, /unlike runs/],
  ])('are refused with %s', (_, change, reason) => {
    expect(refusalOf(copy, baselineOf('other', change))).toMatch(reason);
  });

  it('become rows, of the newest comparison with exactly these parameters', () => {
    const later = { comparison: '11111111-6b3c-4a52-9a5e-0d9d5b0e7a11', date: '2026-11-21T18:00:00.000Z' };
    const recording = {
      records: [...records, recordOf('padded', timed(500), later)],
      baselines: [copy, baselineOf('copy', { ...later, outcome: WRONG })],
    };
    const rows = comparedRows(recording, shared.params, 'cold', variant => `our ${variant}`);
    expect(rows.map(({ name, medianNs }) => [name, medianNs === null ? null : Math.round(medianNs)])).toEqual([
      ['A copy', null],
      ['our padded', 500],
    ]);
    expect(comparedRows(recording, shared.params, 'steady', id => id)).toEqual([]);
    expect(comparedRows(recording, { rows: 64, columns: 33 }, 'cold', id => id)).toEqual([]);
  });

  it('say whose launches overlap, where they come in chains', () => {
    const overlapping = { ...launch, programmaticStreamSerialization: true };
    const namesOf = (method: 'cold' | 'steady') => {
      const chained = recordOf('chained', timed(1), { launch: overlapping, method });
      const recording = { records: [chained], baselines: [baselineOf('copy', { method })] };
      return comparedRows(recording, shared.params, method, id => id).map(({ name }) => name);
    };
    expect(namesOf('steady')).toEqual(['A copy', 'chained, launches overlap']);
    expect(namesOf('cold')).toEqual(['A copy', 'chained']);
  });

  it('are named with their versions', () => {
    expect(baselineWords(copy)).toBe('A copy, torch 2.11.0');
  });
});

import { describe, expect, it } from 'vitest';
import { recordOf, timed, WRONG } from '../trace/fixtures/run-records.ts';
import { parseRecording, parseRecordingIndex } from './recording.ts';

const records = [recordOf('tiled', timed(1000)), recordOf('broken', WRONG)];
const refusalOf = (...forged: readonly object[]) => {
  const parsed = parseRecording(JSON.stringify({ records: forged }));
  return parsed.ok ? null : `${parsed.error.field}: ${parsed.error.message}`;
};

describe('a recording', () => {
  it('is taken as it was written', () => {
    expect(parseRecording(JSON.stringify({ records }))).toEqual({ ok: true, value: { records } });
    expect(refusalOf()).toBeNull();
  });

  it('that is cut off anywhere is refused', () => {
    const text = JSON.stringify({ records });
    for (let end = 0; end < text.length; end += 97) {
      const parsed = parseRecording(text.slice(0, end));
      expect(parsed.ok || parsed.error.message).toContain('cut off');
    }
  });

  it.each<[string, object, RegExp]>([
    ['a time that is none', { outcome: timed(-5) }, /^records\[1]\.outcome\.samplesNs\[0]: /],
    ['clock events of other samples', { outcome: timed(1, { clockEvents: [[4, 39]] }) }, /as many clock events/],
    [
      'a statistic of its own',
      { outcome: timed(1, { medianNs: 1 }) },
      /^records\[1]\.outcome\.medianNs: unknown field$/,
    ],
    ['another kernel', { kernel: 'swizzle', comparison: '6a1f9d0a-6b3c-4a52-9a5e-0d9d5b0e7a11' }, /several kernels/],
    ['other parameters in turns', { params: { rows: 1, columns: 32 } }, /unlike runs/],
    ['another method in turns', { method: 'steady' }, /unlike runs/],
    ['another driver in turns', { driver: '2' }, /unlike runs/],
    ['one variant twice', { variant: 'tiled' }, /unlike runs/],
  ])('is refused with %s', (_, change, reason) => {
    expect(refusalOf(records[0], recordOf('padded', timed(900), change))).toMatch(reason);
  });
});

describe('the index of recordings', () => {
  it.each([
    [
      '{"files":["nvidia-h200/transpose.json"],"ceilings":["nvidia-h200/ceilings.json"],"stale":[],"baselines":["nvidia-h200/baselines/gemm.json"]}',
      true,
    ],
    ['{"files":[],"ceilings":[],"stale":[],"baselines":["nvidia-h200/gemm.json"]}', false],
    ['{"files":["nvidia-h200/transpose.json"]}', false],
    ['{"files":["../../secret.json"],"ceilings":[],"stale":[],"baselines":[]}', false],
    ['{"files":["https://elsewhere/a.json"],"ceilings":[],"stale":[],"baselines":[]}', false],
    ['{"files":[],"ceilings":[],"stale":["abc"],"baselines":[]}', false],
    ['{"files":', false],
  ])('%s', (text, isTaken) => expect(parseRecordingIndex(text).ok).toBe(isTaken));
});

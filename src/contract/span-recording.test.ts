import { describe, expect, it } from 'vitest';
import type { SpanLog } from '../trace/span-log.ts';
import { parseSpanRecording, type SpanRecording, spanRecordingText } from './span-recording.ts';

const log: SpanLog = {
  ...{ kernel: 'gemm', variant: 'v2', build: { stages: 2 }, size: { m: 128, n: 128, k: 64 } },
  ...{ plainNs: 4000, stampedNs: 4100 },
  ctas: [
    {
      ...{ sm: 7, startNs: 0, mbarriers: [{ address: 64, arrivals: 1 }] },
      warps: [
        {
          ...{ warp: 0, dropped: 0, storedClk: 900 },
          notes: [{ verb: 'wait', fromClk: 5, toClk: 9, address: 64, detail: 1 }],
        },
      ],
    },
  ],
};
const recording: SpanRecording = {
  machine: { gpu: 'A GPU', driver: '1', toolkit: '13.0.88', date: '2026-11-20' },
  ...{ method: 'once', logs: [log] },
};
const text = spanRecordingText(recording);

describe('recorded spans', () => {
  it('come back as they were written', () => {
    expect(parseSpanRecording(text)).toEqual({ ok: true, value: recording });
  });

  it.each([
    ['cut off', text.slice(0, -5), ''],
    ['an unknown verb', text.replace('[0,5,9,64,1]', '[7,5,9,64,1]'), 'logs[0].ctas[0].warps[0].notes[0][0]'],
    ['an end before its begin', text.replace('[0,5,9,', '[0,9,5,'), 'logs[0].ctas[0].warps[0].notes[0]'],
    ['an mbarrier that nobody initialised', text.replace('[0,5,9,64,1]', '[0,5,9,72,1]'), 'logs[0].ctas[0]'],
    ['a time of nothing', text.replace('"plainNs":4000', '"plainNs":0'), 'logs[0].plainNs'],
    ['an unknown field', text.replace('"sm":7', '"sm":7,"gpu":1'), 'logs[0].ctas[0].gpu'],
  ])('%s are refused, and the field named', (_, damaged, field) => {
    expect(damaged).not.toBe(text);
    expect(parseSpanRecording(damaged)).toMatchObject({ ok: false, error: { field } });
  });
});

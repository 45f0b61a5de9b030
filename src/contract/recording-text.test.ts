import { describe, expect, it } from 'vitest';
import { recordOf, timed, WRONG } from '../trace/fixtures/run-records.ts';
import { parseRecording } from './recording.ts';
import { recordingText } from './recording-text.ts';

const table = { name: 'table', type: 'u32', length: 3, init: { kind: 'values', values: [3, 1, 2] } } as const;
const out = { name: 'out', type: 'u32', length: 3, init: { kind: 'poison' } } as const;
const narrow = { grid: [1, 1, 1], block: [32, 1, 1], buffers: [table], params: [] } as const;
const launch = { ...narrow, grid: [2, 1, 1], buffers: [out, table] } as const;
const records = [
  recordOf('tiled', timed(1000)),
  recordOf('broken', WRONG, { launch: narrow }),
  recordOf('wide', timed(900), { launch }),
  recordOf('tiled', timed(1), { method: 'steady', comparison: '6a1f9d0a-6b3c-4a52-9a5e-0d9d5b0e7a11' }),
];

describe('the text of a recording', () => {
  it('gives back every record, and has equal launches and buffers once', () => {
    const text = recordingText(records);
    expect(parseRecording(text)).toEqual({ ok: true, value: { records } });
    expect(text.split('"grid"')).toHaveLength(4);
    expect(text.split('[3,1,2]')).toHaveLength(2);
    expect(parseRecording(recordingText([]))).toEqual({ ok: true, value: { records: [] } });
  });

  it.each([
    ['a launch that is not there', '"launch":1', '"launch":7', /^records\[\d]\.launch: /],
    ['a buffer that is not there', '"buffers":[0]', '"buffers":[5]', /^records\[\d]\.launch\.buffers\[0]: /],
    ['a launch that is none', '"grid":[2', '"grid":[0', /^records\[\d]\.launch\.grid\[0]: /],
    ['a field more', '{"buffers"', '{"title":"x","buffers"', /^title: unknown field$/],
  ])('is refused with %s', (_, from, to, reason) => {
    const parsed = parseRecording(recordingText(records).replace(from, to));
    expect(parsed.ok ? '' : `${parsed.error.field}: ${parsed.error.message}`).toMatch(reason);
  });
});

import { describe, expect, it } from 'vitest';
import { recordOf, timed, WRONG } from '../trace/fixtures/run-records.ts';
import { parseRecording } from './recording.ts';
import { recordingText } from './recording-text.ts';

const launch = { grid: [2, 1, 1], block: [32, 1, 1], buffers: [], params: [] } as const;
const records = [
  recordOf('tiled', timed(1000)),
  recordOf('broken', WRONG),
  recordOf('wide', timed(900), { launch }),
  recordOf('tiled', timed(1), { method: 'steady', comparison: '6a1f9d0a-6b3c-4a52-9a5e-0d9d5b0e7a11' }),
];

describe('the text of a recording', () => {
  it('gives back every record, and has equal launches once', () => {
    const text = recordingText(records);
    expect(parseRecording(text)).toEqual({ ok: true, value: { records } });
    expect(text.split('"grid"')).toHaveLength(3);
    expect(parseRecording(recordingText([]))).toEqual({ ok: true, value: { records: [] } });
  });

  it.each([
    ['a launch that is not there', '"launch":1', '"launch":7', /^records\[\d]\.launch: /],
    ['a launch that is none', '"grid":[2', '"grid":[0', /^records\[\d]\.launch\.grid\[0]: /],
    ['a field more', '{"launches"', '{"title":"x","launches"', /^title: unknown field$/],
  ])('is refused with %s', (_, from, to, reason) => {
    const parsed = parseRecording(recordingText(records).replace(from, to));
    expect(parsed.ok ? '' : `${parsed.error.field}: ${parsed.error.message}`).toMatch(reason);
  });
});

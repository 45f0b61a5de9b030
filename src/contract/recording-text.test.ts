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
    expect(text.split('"runs":[3,-2,2,2,0,1]')).toHaveLength(2);
    expect(parseRecording(recordingText([]))).toEqual({ ok: true, value: { records: [] } });
  });

  it('has clocks as steps, and reads those that are whole', () => {
    const mine = [recordOf('tiled', timed(1, { samplesNs: [1, 2, 3], samplesMhz: [1980, 1975, 1981] }))];
    const text = recordingText(mine);
    expect(text).toContain('"stepsMhz":[1980,-5,6]');
    const whole = text.replace('"stepsMhz":[1980,-5,6]', '"samplesMhz":[1980,1975,1981]');
    for (const each of [text, whole]) expect(parseRecording(each)).toEqual({ ok: true, value: { records: mine } });
  });

  it('writes structs of words and lists of whole numbers as runs, and leaves others as they are', () => {
    const word = (value: number, i: number) => ({ offset: 4 * i, kind: 'scalar', type: 'u32', value }) as const;
    const plan = { kind: 'struct', sizeBytes: 400, fields: new Array(100).fill(7).map(word) } as const;
    const padded = { ...plan, sizeBytes: 404 };
    const signed = { kind: 'struct', sizeBytes: 4, fields: [{ ...word(1, 0), type: 's32' }] } as const;
    const pointing = { kind: 'struct', sizeBytes: 8, fields: [{ offset: 0, kind: 'pointer', buffer: 'out' }] } as const;
    const wide = { ...table, type: 'u64', init: { kind: 'values', values: ['9007199254740993', 1, 2] } } as const;
    const launch = { ...narrow, buffers: [wide], params: [plan, padded, signed, pointing] } as const;
    const odd = [recordOf('tiled', timed(1), { launch })];
    const text = recordingText(odd);
    expect(text).toContain('{"kind":"struct","words":[7,0,100]}');
    expect(text.split('"runs"')).toHaveLength(1);
    expect(parseRecording(text)).toEqual({ ok: true, value: { records: odd } });
  });

  it.each([
    [
      'runs that would fill the memory',
      '[3,-2,2,2,0,1]',
      '[0,1,1000000000]',
      /^records\[\d]\.launch\.buffers\[\d]\.init/,
    ],
    ['a launch that is not there', '"launch":1', '"launch":7', /^records\[\d]\.launch: /],
    ['a buffer that is not there', '"buffers":[0]', '"buffers":[5]', /^records\[\d]\.launch\.buffers\[0]: /],
    ['a launch that is none', '"grid":[2', '"grid":[0', /^records\[\d]\.launch\.grid\[0]: /],
    ['a field more', '{"buffers"', '{"title":"x","buffers"', /^title: unknown field$/],
  ])('is refused with %s', (_, from, to, reason) => {
    const parsed = parseRecording(recordingText(records).replace(from, to));
    expect(parsed.ok ? '' : `${parsed.error.field}: ${parsed.error.message}`).toMatch(reason);
  });
});

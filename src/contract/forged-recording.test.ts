/** Checks that forged recordings are refused with a reason, or harmless. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordOf, timed, WRONG } from '../trace/fixtures/run-records.ts';
import { parseBaselineRecording } from './baseline-recording.ts';
import { parseCounterRecording } from './counter-recording.ts';
import { parseRecording } from './recording.ts';
import { recordingText } from './recording-text.ts';
import { MAX_SAMPLES } from './run-job.ts';
import { parseSpanRecording } from './span-recording.ts';

const sound = [recordOf('tiled', timed(1000)), recordOf('broken', WRONG)];
const refusalOf = (text: string): string | null => {
  const parsed = parseRecording(text);
  return parsed.ok ? null : `${parsed.error.field}: ${parsed.error.message}`;
};

describe('a forged recording', () => {
  it.each<[string, string, string]>([
    ['no number', '"samplesNs":[1000,', '"samplesNs":[NaN,'],
    ['an endless number', '"samplesNs":[1000,', '"samplesNs":[1e999,'],
    ['a time that no clock shows', '"samplesNs":[1000,', '"samplesNs":[1e308,'],
    ['a time of more than an hour', '"samplesNs":[1000,', '"samplesNs":[3600000000001,'],
    ['a clock that no GPU has', '"stepsMhz":[1980,', '"stepsMhz":[1e6,'],
    ['an endless overhead', '"eventOverheadNs":1300', '"eventOverheadNs":1e300'],
    ['no time', '"samplesNs":[1000,', '"samplesNs":[0,'],
    ['a time before the start', '"samplesNs":[1000,', '"samplesNs":[-1000,'],
    ['a time as text', '"samplesNs":[1000,', '"samplesNs":["1000",'],
    ['a clock as text', '"stepsMhz":[1980,', '"stepsMhz":["fast",'],
    ['no clock', '"stepsMhz":[1980,', '"stepsMhz":[0,'],
    ['a clock too many', '"stepsMhz":[1980,', '"stepsMhz":[1980,1980,'],
    ['times of the wrong', '"kind":"wrong",', '"kind":"wrong","samplesNs":[1],"samplesMhz":[1],'],
    ['a third outcome', '"kind":"wrong"', '"kind":"right"'],
    ['a path for a kernel', '"kernel":"transpose"', '"kernel":"../transpose"'],
    ['a path for a variant', '"variant":"tiled"', '"variant":"../../tiled"'],
    ['an object for a parameter', '"params":{"rows":64', '"params":{"rows":{"valueOf":1}'],
    ['a SM count of a half', '"smCount":132', '"smCount":131.5'],
    ['a hash that is none', '"uuidHash":"aaaa', '"uuidHash":"<b>a'],
    ['a date of another calendar', '"date":"2026-', '"date":"2026-13-'],
    ['a constructor', '{"buffers"', '{"constructor":{"prototype":{"polluted":1}},"buffers"'],
  ])('is refused with %s', (_, from, to) => {
    const text = recordingText(sound);
    const forged = text.replaceAll(from, to);
    expect(forged).not.toBe(text);
    expect(refusalOf(forged)).toMatch(/^\S*: ./);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each(['7', '{"polluted":1}'])('cannot name a parameter like the prototype, which is %s', prototype => {
    const text = recordingText(sound).replaceAll('"params":{', `"params":{"__proto__":${prototype},"toString":7,`);
    const parsed = parseRecording(text);
    const params = parsed.ok ? parsed.value.records[0].params : {};
    expect(Object.keys(params)).not.toContain('__proto__');
    expect([params, {}].map(Object.getPrototypeOf)).toEqual([Object.prototype, Object.prototype]);
    expect({}).not.toHaveProperty('polluted');
  });

  it('is refused with more samples than a run can have, and however deep it is', () => {
    const many = new Array(MAX_SAMPLES + 1).fill(1);
    const flooded = recordOf('tiled', timed(1, { samplesNs: many, samplesMhz: many }));
    expect(refusalOf(recordingText([flooded]))).toMatch(/samplesNs/);
    for (const [open, close] of ['[]', '{"a":}'].map(pair => [pair.slice(0, -1), pair.slice(-1)])) {
      const deep = `${open.repeat(200_000)}1${close.repeat(200_000)}`;
      expect(refusalOf(`{"records":[${deep}]}`)).toMatch(/./);
      // No record asks for that launch.
      expect(refusalOf(`{"buffers":[],"launches":[${deep}],"records":[]}`)).toBeNull();
    }
  });

  it('never throws, whatever stands in any place of it', () => {
    const texts = [recordingText(sound), '{"records":[],"baselines":[]}', '{"machine":{},"counts":[]}', '{"logs":[]}'];
    const parsers = [parseRecording, parseBaselineRecording, parseCounterRecording, parseSpanRecording];
    const junk = fc.oneof(fc.json(), fc.constantFrom('', '"', '{', '[', '\\', '1e999', '-0', '\ud800', '\0'));
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), fc.nat(40), junk, (text, at, length, put) => {
        const from = at % text.length;
        const forged = text.slice(0, from) + put + text.slice(from + length);
        for (const parse of parsers) expect(typeof parse(forged).ok).toBe('boolean');
      }),
      { numRuns: 400 },
    );
  });
});

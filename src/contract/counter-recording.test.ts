import { expect, it } from 'vitest';
import { namedValues } from '../base/named-values.ts';
import { COUNTER_NAMES } from '../trace/hardware-counters.ts';
import { type CounterRecording, counterRecordingText, parseCounterRecording } from './counter-recording.ts';

const counters = namedValues(COUNTER_NAMES, name => COUNTER_NAMES.indexOf(name));
const recording: CounterRecording = {
  machine: { gpu: 'A GPU', driver: '1', toolkit: '13.0.88', date: '2026-11-20' },
  counts: [{ variant: 'tiled', params: { rows: 64, mode: 'x', on: true }, counters }],
};
const text = counterRecordingText(recording);

it('recorded counters come back as they were written', () => {
  expect(parseCounterRecording(text)).toEqual({ ok: true, value: recording });
});

it.each([
  ['cut off', text.slice(0, -5), ''],
  [
    'a count below nothing',
    text.replace('"sharedStoreWavefronts":1', '"sharedStoreWavefronts":-1'),
    'counts[0].counters.sharedStoreWavefronts',
  ],
  ['a counter less', text.replace('"sharedLoadWavefronts":0,', ''), 'counts[0].counters.sharedLoadWavefronts'],
  [
    'a counter of its own',
    text.replace('"sharedLoadWavefronts":0', '"luck":7,"sharedLoadWavefronts":0'),
    'counts[0].counters.luck',
  ],
  ['no machine', text.replace(/"machine":\{.*?\},/, ''), 'machine'],
])('%s is refused, and the field named', (_, damaged, field) => {
  expect(damaged).not.toBe(text);
  expect(parseCounterRecording(damaged)).toMatchObject({ ok: false, error: { field } });
});

import { describe, expect, it } from 'vitest';
import { runRecordSchema, runRequestSchema } from './run.ts';

const record = {
  date: '2026-11-20T18:00:00.000Z',
  comparison: 'b8a1f9d0-6b3c-4a52-9a5e-0d9d5b0e7a11',
  ...{ kernel: 'transpose', variant: 'padded', params: { rows: 64 } },
  launch: { grid: [1, 1, 1], block: [32, 1, 1], buffers: [], params: [] },
  gpu: { name: 'Some GPU', uuidHash: 'a'.repeat(64), arch: 'sm_90', smCount: 132, l2Bytes: 1 << 20 },
  ...{ driver: '580.1', nvcc: '13.0.88', flags: ['-O3'], sourceHash: 'b'.repeat(64), method: 'cold' },
  outcome: {
    ...{ kind: 'timed', samplesNs: [1000, 1001], samplesMhz: [1980, 1980], stop: 'timeout' },
    ...{ launchesPerSample: 1, workspaces: 1, discarded: 0, eventOverheadNs: 500 },
  },
};
const timed = (change: object) => ({ ...record, outcome: { ...record.outcome, ...change } });

describe('a record of a run', () => {
  it('is taken as it was written', () => {
    expect(runRecordSchema.parse(record)).toEqual(record);
    const wrong = { ...record, outcome: { kind: 'wrong', buffer: 'out', wrong: 1, firstIndex: 0 } };
    expect(runRecordSchema.parse(wrong)).toEqual(wrong);
  });

  it.each<[string, object]>([
    ['no samples', timed({ samplesNs: [], samplesMhz: [] })],
    ['a time that is none', timed({ samplesNs: [0, 1] })],
    ['fewer clocks than times', timed({ samplesMhz: [1980] })],
    ['a statistic of its own', timed({ medianNs: 1 })],
    ['a wrong answer with a time', timed({ kind: 'wrong', buffer: 'out', wrong: 1, firstIndex: 0 })],
    ['no wrong element', { ...record, outcome: { kind: 'wrong', buffer: 'out', wrong: 0, firstIndex: 0 } }],
    ['a hash of another form', { ...record, sourceHash: 'b' }],
    ['no date', { ...record, date: 'yesterday' }],
    ['a launch without a grid', { ...record, launch: { block: [32, 1, 1], buffers: [], params: [] } }],
  ])('is refused with %s', (_, forged) => {
    expect(runRecordSchema.safeParse(forged).success).toBe(false);
  });
});

describe('a request for a run', () => {
  const request = { kernel: 'transpose', variants: ['tiled', 'padded'], params: {}, method: 'cold' };

  it('has a time limit when it names none', () => {
    expect(runRequestSchema.parse(request)).toEqual({ ...request, maxSeconds: 5 });
  });

  it.each([
    { variants: [] },
    { variants: ['tiled', 'tiled'] },
    { variants: ['../x'] },
    { method: 'warm' },
    { maxSeconds: 1e9 },
    { flags: ['-O0'] },
  ])('is refused with %j', change => {
    expect(runRequestSchema.safeParse({ ...request, ...change }).success).toBe(false);
  });
});

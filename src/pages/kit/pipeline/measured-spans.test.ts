import { expect, it } from 'vitest';
import type { SpanRecording } from '../../../contract/span-recording.ts';
import type { CtaLog, SpanLog } from '../../../trace/span-log.ts';
import { measuredPipeline } from './measured-spans.ts';

const mbarriers = [64, 72].map(address => ({ address, arrivals: 1 }));
const wait = { verb: 'wait', fromClk: 5, toClk: 90, address: 64, detail: 0 } as const;
const release = { verb: 'arrive', fromClk: 700, toClk: 701, address: 72, detail: 0 } as const;
const expected = { verb: 'expect', fromClk: 1, toClk: 2, address: 64, detail: 4096 } as const;
const warp = (number: number, notes: CtaLog['warps'][number]['notes'], dropped = 0) => ({
  ...{ warp: number, notes, dropped, storedClk: null },
});

const log = (change: object, build: object = {}): SpanLog => ({
  ...{ kernel: 'gemm', variant: 'v4-persistent', plainNs: 20_000, stampedNs: 21_000 },
  build: { tileM: 128, tileN: 128, stages: 4, clusterM: 1, clusterN: 1, consumers: 2, ...build },
  size: { m: 128, n: 512, k: 1024 },
  ctas: [{ sm: 1, startNs: 0, mbarriers, warps: [warp(0, [wait, release]), warp(4, [expected])] }],
  ...change,
});
const cluster = log({ size: { m: 256, n: 512, k: 1024 } }, { clusterM: 2 });
const machine = { gpu: 'A GPU', driver: '1', toolkit: '13.0.88', date: '2026-11-20' };
const recording = (...logs: SpanLog[]): SpanRecording => ({ machine, method: '', logs });

const VALUES = { tileM: 128, tileN: 128, tileK: 64, stages: 4, steps: 16, tiles: 4 };
const found = (recordings: readonly SpanRecording[], values: object = {}) =>
  measuredPipeline({ recordings, stale: ['c'.repeat(64)] }, 'v4-persistent', { ...VALUES, ...values });

it('is what was recorded of this tile, these stages and steps', () => {
  const measured = found([recording(cluster, log({}))]);
  expect(measured?.spans.map(({ role, kind }) => `${role} ${kind}`)).toEqual([
    ...['consumer wait', 'consumer mma', 'producer issue', 'producer copy'],
  ]);
  expect(measured?.notes[0]).toBe(
    'A GPU, driver 1, nvcc 13.0.88, 2026-11-20: 128 × 512 × 1024, operands in the L2 cache, nothing else on the GPU.',
  );
  expect(measured?.notes[1]).toContain('21,000 ns where the plain one takes 20,000 ns (× 1.05)');
});

it('of a cluster stands in where no CTA alone was recorded', () => {
  expect(found([recording(cluster)])?.notes[0]).toContain('256 × 512 × 1024');
});

it('says what is missing', () => {
  const full = log({
    ctas: [{ sm: 1, startNs: 0, mbarriers, warps: [warp(0, [wait, release], 7), warp(4, [expected])] }],
  });
  expect(found([recording(full)])?.notes.join()).toContain('7 notes are missing');
});

it.each([[{ stages: 5 }], [{ steps: 8 }], [{ tiles: 2 }], [{ tileN: 256 }], [{ tileK: 32 }]])(
  'is nothing with %j: no time is carried over',
  change => {
    expect(found([recording(log({}), cluster)], change)).toBeNull();
  },
);

it('says of which sources it is, and that these have changed since', () => {
  const madeOf = (letter: string) => [recording(log({ made: { flags: [], sourceHash: letter.repeat(64) } }))];
  expect(found(madeOf('b'))?.notes[0]).toContain('2026-11-20, sources bbbbbbbbbbbb: 128');
  expect(found(madeOf('b'))?.notes.join()).not.toContain('changed since');
  expect(found(madeOf('c'))?.notes.at(-1)).toContain('changed since');
});

it('is nothing of another version', () => {
  expect(measuredPipeline({ recordings: [recording(log({}))], stale: [] }, 'v3-wgmma', VALUES)).toBeNull();
});

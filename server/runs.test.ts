/** Tests a run from request to record, through the server, with stand-ins for nvcc and for the GPU process. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PATHS } from '../src/contract/api-address.ts';
import { ceilingsAnswerSchema } from '../src/contract/ceilings.ts';
import { type RunEvent, runEventSchema, runsPageSchema } from '../src/contract/run.ts';
import { runKey } from '../src/trace/run-record.ts';
import {
  clientHeaders,
  eventsOf,
  postCompile,
  send,
  startTestServer,
  type TestServer,
} from './fixtures/test-server.ts';

const found = { name: 'Stand-in', memoryMiB: 1024, driver: '580.1', arch: 'sm_90' };
const fakeRunner = join(import.meta.dirname, 'fixtures/fake-runner.mjs');
const request = { kernel: 'probe', variants: ['plain', 'wrong'], params: { mode: 'ok' }, method: 'cold' };

const post = (server: TestServer, path: string, body: unknown) =>
  send(server, path, { method: 'POST', headers: clientHeaders(server) }, JSON.stringify(body));

const serverIn = (mode: string): Promise<TestServer> =>
  startTestServer({}, { gpu: { found, program: { file: process.execPath, argv: [fakeRunner, mode] } } });

async function run(server: TestServer, change: object = {}): Promise<RunEvent[]> {
  const answer = await post(server, API_PATHS.run, { ...request, ...change });
  expect(answer.status, answer.body).toBe(200);
  return eventsOf(answer).map(event => runEventSchema.parse(event));
}

async function stored(server: TestServer, query = '') {
  const answer = await send(server, API_PATHS.runs + query, { headers: clientHeaders(server) });
  return runsPageSchema.parse(JSON.parse(answer.body));
}

async function ceilingsOf(server: TestServer) {
  const answer = await send(server, API_PATHS.ceilings, { headers: clientHeaders(server) });
  return ceilingsAnswerSchema.parse(JSON.parse(answer.body));
}

describe('with a GPU', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serverIn('sound');
  });
  afterAll(() => server.end());

  it('a run tells every step, and ends with records that the store has too', async () => {
    const events = await run(server);
    const stages = events.map(event => ('variant' in event ? `${event.stage} ${event.variant}` : event.stage));
    expect(stages).toEqual([
      ...['building plain', 'building wrong', 'preparing', 'verifying plain', 'right plain'],
      ...['verifying wrong', 'wrong wrong', 'samples plain', 'preparing', 'done'],
    ]);
    const last = events.at(-1);
    if (last?.stage !== 'done') return expect.fail();
    const [plain, wrong] = last.runs.map(({ record }) => record);
    expect(plain.outcome).toMatchObject({ kind: 'timed', stop: 'plateau', eventOverheadNs: 500 });
    expect(wrong.outcome).toEqual({ kind: 'wrong', buffer: 'out', wrong: 3, firstIndex: 7 });
    expect(plain).toMatchObject({
      ...{ kernel: 'probe', variant: 'plain', method: 'cold', driver: '580.1', nvcc: '99.1.7' },
      gpu: { name: 'Stand-in', arch: 'sm_90', smCount: 2 },
      params: { mode: 'ok' },
    });
    expect(plain.comparison).toBe(wrong.comparison);
    expect((await stored(server)).runs).toEqual(last.runs.toReversed());
  });

  it('what the GPU can do at most is measured once, after its first run', async () => {
    const stages = (await run(server)).map(({ stage }) => stage);
    expect(stages).not.toContain('preparing');
    const { ceilings } = await ceilingsOf(server);
    expect(ceilings).toMatchObject({
      gpu: { name: 'Stand-in' },
      driver: '580.1',
      measured: { sharedBytesPerClk: 127 },
    });
    expect(await ceilingsOf(server)).toEqual({ ceilings });
  });

  it('a run is never answered from a store', async () => {
    const [first, second] = [await run(server), await run(server)];
    expect(second.map(({ stage }) => stage)).toEqual(first.map(({ stage }) => stage));
    expect(second.at(-1)).not.toEqual(first.at(-1));
    // Its code is cached: each variant was compiled once.
    const compiled = server.notes('started').length;
    await run(server);
    expect(server.notes('started')).toHaveLength(compiled);
  });

  it('runs are read page by page, by kernel, and can be taken out', async () => {
    const first = await stored(server, '?limit=1');
    expect(first.runs).toHaveLength(1);
    const [{ id }] = first.runs;
    expect((await stored(server, `?before=${first.next}&limit=1`)).runs[0].id).toBeLessThan(id);
    expect((await stored(server, '?kernel=other')).runs).toEqual([]);
    expect((await post(server, API_PATHS.removeRun, { id })).status).toBe(204);
    expect((await stored(server, '?limit=1')).runs[0].id).toBeLessThan(id);
    expect((await post(server, API_PATHS.removeRun, { id })).status).toBe(404);
  });

  it('runs of sources that have changed since are named', async () => {
    await run(server);
    expect((await stored(server)).stale).toEqual([]);
    const header = join(server.checkout, 'cuda/include/probe.cuh');
    const before = readFileSync(header);
    writeFileSync(header, '#pragma once\n// another\n');
    const { runs, stale } = await stored(server, '?limit=2');
    expect(stale).toEqual(runs.map(({ record }) => runKey(record)));
    writeFileSync(header, before);
    expect((await stored(server)).stale).toEqual([]);
  });

  it.each([
    [{ kernel: 'nothing' }, 'kernel'],
    [{ variants: ['plain', 'other'] }, 'variants[1]'],
    [{ params: { mode: 'no!' } }, 'params.mode'],
    [{ method: 'warm' }, 'method'],
    [{ launch: {} }, 'launch'],
  ])('%j is refused, and the field named', async (change, field) => {
    const answer = await post(server, API_PATHS.run, { ...request, ...change });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'badInput', field });
  });

  it('what does not compile is not run', async () => {
    const last = (await run(server, { params: { mode: 'wrong' } })).at(-1);
    expect(last).toMatchObject({ stage: 'failed', at: 'build', variant: 'plain' });
    expect(last?.stage === 'failed' && last.diagnostics).toContain('identifier');
  });
});

describe('a run that asks for hardware counters', () => {
  const serverWith = (ncu: string): Promise<TestServer> => {
    const standIn = (file: string, ...argv: string[]) => ({
      file: process.execPath,
      argv: [join(import.meta.dirname, 'fixtures', file), ...argv],
    });
    const profiler = standIn('fake-ncu.mjs', ncu);
    return startTestServer({}, { gpu: { found, program: standIn('fake-runner.mjs', 'sound'), profiler } });
  };
  const countersIn = (last: RunEvent | undefined) =>
    last?.stage === 'done' ? last.runs.map(({ record }) => record.counters) : expect.fail(JSON.stringify(last));

  it('counts behind the times, and keeps the counts with the records', async () => {
    const server = await serverWith('sound');
    const events = await run(server, { counters: true });
    expect(events.map(({ stage }) => stage).slice(-2)).toEqual(['counting', 'done']);
    const counters = countersIn(events.at(-1));
    expect(counters).toMatchObject([
      { kind: 'counted', counters: { sharedLoadWavefronts: 1000 } },
      { kind: 'counted', counters: { sharedLoadWavefronts: 1001 } },
    ]);
    expect((await stored(server)).runs.map(({ record }) => record.counters)).toEqual(counters.toReversed());
    expect(countersIn((await run(server)).at(-1))).toEqual([undefined, undefined]);
    await server.end();
  });

  it('keeps its times where the driver forbids counting, and says why there are no counts', async () => {
    const server = await serverWith('forbidden');
    const last = (await run(server, { counters: true })).at(-1);
    expect(countersIn(last)[0]).toMatchObject({ kind: 'notCounted', why: expect.stringContaining('ERR_NVGPUCTRPERM') });
    expect(last?.stage === 'done' && last.runs[0].record.outcome.kind).toBe('timed');
    await server.end();
  });
});

it('a fault ends a run, names who caused it, and leaves no record', async () => {
  const server = await serverIn('cudaError');
  expect((await run(server)).at(-1)).toMatchObject({ stage: 'failed', at: 'cuda', variant: 'plain' });
  expect((await stored(server)).runs).toEqual([]);
  await server.end();
});

it('a forged verdict leaves no record', async () => {
  const server = await serverIn('forgesVerdict');
  expect((await run(server)).at(-1)).toMatchObject({ stage: 'failed', at: 'protocol' });
  expect((await stored(server)).runs).toEqual([]);
  await server.end();
});

it('without a GPU nothing is run, and everything else works', async () => {
  const server = await startTestServer();
  const answer = await post(server, API_PATHS.run, request);
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'noGpu' });
  const compile = { kernel: 'probe', variant: 'plain', params: { mode: 'ok' }, arch: 'sm_90' };
  expect((await postCompile(server, compile)).status).toBe(200);
  expect(await ceilingsOf(server)).toEqual({ ceilings: null });
  await server.end();
});

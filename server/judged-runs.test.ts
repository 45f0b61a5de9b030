/**
 * Tests runs of a kernel whose outputs a reference kernel judges, through the server, with stand-ins for nvcc and the GPU
 * process.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { API_PATHS } from '../src/contract/api-address.ts';
import { type RunEvent, runEventSchema, runsPageSchema } from '../src/contract/run.ts';
import type { Launch } from '../src/trace/launch.ts';
import {
  clientHeaders,
  eventsOf,
  fakeCatalog,
  send,
  startTestServer,
  type TestServer,
} from './fixtures/test-server.ts';
import type { Buildable } from './toolchain/build-plan.ts';

const found = { name: 'Stand-in', memoryMiB: 1024, driver: '580.1', arch: 'sm_90' };
const fakeRunner = join(import.meta.dirname, 'fixtures/fake-runner.mjs');
const probe = fakeCatalog.get('probe')!;
const judge: Launch = {
  ...{ grid: [1, 1, 1], block: [1, 1, 1], params: [] },
  buffers: [{ name: 'value', type: 'f64', length: 4, init: { kind: 'poison' } }],
};
const random = { kind: 'random', seed: 1 } as const;

/** @param entry the entry of the reference kernel; the stand-in reports a kernel with the name 'wrong' as wrong. */
const judgedBy = (entry: string): Buildable => ({
  ...probe,
  reference: () => expect.fail('nobody sums on a CPU what a GPU sums'),
  reals: {
    cases: [],
    expected: () => new Map(),
    launch: (variant, params) => {
      const launch = probe.launch(variant, params);
      return { ...launch, buffers: [...launch.buffers, { name: 'in', type: 'bf16', length: 4, init: random }] };
    },
    onGpu: () => ({
      build: { source: 'probe/reference.cu', entry, defines: {} },
      launch: judge,
      spots: () => [{ buffer: 'value', indices: Uint32Array.of(3), values: Float64Array.of(1) }],
      judged: new Map([['out', { values: 'value', bounds: 'value' }]]),
    }),
  },
});

let server: TestServer;
afterEach(() => server.end());

async function runJudgedBy(entry: string): Promise<RunEvent[]> {
  server = await startTestServer(
    {},
    {
      catalog: new Map([['probe', judgedBy(entry)]]),
      gpu: { found, program: { file: process.execPath, argv: [fakeRunner, 'sound'] } },
    },
    checkout => {
      mkdirSync(join(checkout, 'cuda/kernels/probe'), { recursive: true });
      writeFileSync(join(checkout, 'cuda/kernels/probe/reference.cu'), 'extern "C" __global__ void reference() {}\n');
    },
  );
  const request = { kernel: 'probe', variants: ['plain', 'wrong'], params: { mode: 'ok' }, method: 'cold' };
  const headers = clientHeaders(server);
  const answer = await send(server, API_PATHS.run, { method: 'POST', headers }, JSON.stringify(request));
  return eventsOf(answer).map(event => runEventSchema.parse(event));
}

it('times the launch on real numbers', async () => {
  const last = (await runJudgedBy('reference')).at(-1);
  if (last?.stage !== 'done') return expect.fail(JSON.stringify(last));
  const [plain, wrong] = last.runs.map(({ record }) => record);
  expect(plain.outcome.kind).toBe('timed');
  expect(wrong.outcome.kind).toBe('wrong');
  expect(plain.launch.buffers[1].init).toEqual(random);
});

it('times nobody by a reference that is wrong itself, and keeps nothing', async () => {
  const events = await runJudgedBy('wrong');
  expect(events.map(({ stage }) => stage)).not.toContain('samples');
  expect(events.at(-1)).toMatchObject({ stage: 'failed', at: 'reference', variant: null });
  const page = await send(server, API_PATHS.runs, { headers: clientHeaders(server) });
  expect(runsPageSchema.parse(JSON.parse(page.body)).runs).toEqual([]);
});

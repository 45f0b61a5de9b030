/** Tests that a result reaches the client even if it cannot be stored, and that the answer then says why. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { API_PATHS } from '../src/contract/api-address.ts';
import { runEventSchema, runsPageSchema } from '../src/contract/run.ts';
import {
  clientHeaders,
  eventsOf,
  failure,
  send,
  startTestServer,
  success,
  type TestServer,
} from './fixtures/test-server.ts';

const found = { name: 'Stand-in', memoryMiB: 1024, driver: '580.1', arch: 'sm_90' };
const fakeRunner = join(import.meta.dirname, 'fixtures/fake-runner.mjs');
const request = { kernel: 'probe', variants: ['plain', 'wrong'], params: { mode: 'ok' }, method: 'cold' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      gpu: { found, program: { file: process.execPath, argv: [fakeRunner, 'sound'] } },
      historyPatience: { openingMs: 1_000, callMs: 200 },
    },
  );
});
afterAll(() => server.end());

let unlock: () => void = () => {};
afterEach(() => unlock());

/** Another program begins a write and does not finish it. */
function lock(): void {
  const other = new DatabaseSync(join(server.dataDir, 'history.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  unlock = () => {
    unlock = () => {};
    other.close();
  };
}

const post = (path: string, body: object) =>
  send(server, path, { method: 'POST', headers: clientHeaders(server) }, JSON.stringify(body));

async function run() {
  const events = eventsOf(await post(API_PATHS.run, request)).map(event => runEventSchema.parse(event));
  const last = events.at(-1);
  return last?.stage === 'done' ? last : expect.fail(JSON.stringify(last));
}

const LOCKED = 'not kept: history.sqlite in the data folder is locked by another program: ';

it('a run whose records another program keeps from the history is answered with them', async () => {
  lock();
  const { runs, notKept } = await run();
  expect(notKept).toContain(LOCKED);
  expect(runs.map(({ id, record }) => [id, record.outcome.kind])).toEqual([
    [null, 'timed'],
    [null, 'wrong'],
  ]);
  unlock();
  const kept = await run();
  expect(kept.notKept).toBeUndefined();
  const page = await send(server, API_PATHS.runs, { headers: clientHeaders(server) });
  expect(runsPageSchema.parse(JSON.parse(page.body)).runs).toEqual(kept.runs.toReversed());
});

it('a build that cannot be written down is answered, and one that fails as well', async () => {
  lock();
  expect((await success(server, 'ok', 1)).notKept).toContain(LOCKED);
  expect(await failure(server, 'wrong', 1)).toMatchObject({ at: 'nvcc' });
});

it('what cannot be deleted now is said to be so, and is deleted later', async () => {
  const [{ id }] = (await run()).runs;
  lock();
  const refused = await post(API_PATHS.removeRun, { id });
  expect([refused.status, JSON.parse(refused.body)]).toMatchObject([503, { code: 'historyFailed', stage: 'server' }]);
  expect(refused.body).toContain('is locked by another program: close');
  unlock();
  expect((await post(API_PATHS.removeRun, { id })).status).toBe(204);
});

it('a history that is damaged while the server runs is said to be so, and everything else works', async () => {
  await run();
  const file = join(server.dataDir, 'history.sqlite');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  writeFileSync(file, Buffer.alloc(16 * 4096, 'rubbish'), { flag: 'r+' });
  const answer = await send(server, API_PATHS.runs, { headers: clientHeaders(server) });
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([503, 'historyFailed']);
  expect(answer.body).toMatch(/is damaged: stop Lanescape, move the file away|is not a history of Lanescape/);
  expect((await run()).notKept).toMatch(/^not kept: history\.sqlite/);
  rmSync(file);
  expect((await run()).notKept).toBeUndefined();
});

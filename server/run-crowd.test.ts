/** Tests several clients that want the GPU at once: who waits, gives up, disconnects, or is told to try again later. */
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { API_PATHS } from '../src/contract/api-address.ts';
import { type RunEvent, runEventSchema, runsPageSchema } from '../src/contract/run.ts';
import { clientHeaders, processesIn, send, startTestServer, type TestServer, until } from './fixtures/test-server.ts';

const found = { name: 'Stand-in', memoryMiB: 1024, driver: '580.1', arch: 'sm_90' };
const fakeRunner = join(import.meta.dirname, 'fixtures/fake-runner.mjs');
const serverIn = (mode: string): Promise<TestServer> =>
  startTestServer({}, { gpu: { found, program: { file: process.execPath, argv: [fakeRunner, mode] } } });

let server: TestServer;
beforeEach(async () => {
  server = await serverIn('hang');
});
afterEach(async () => {
  const { folder } = server;
  await server.close();
  expect(processesIn(folder)).toEqual([]);
  await server.end();
});

/** A client that follows its run; `leave` closes its connection. */
function follow(n = 0, variants: readonly string[] = ['plain']) {
  const posted = request({
    ...{ host: '127.0.0.1', port: server.port, path: API_PATHS.run, method: 'POST', agent: false },
    headers: clientHeaders(server),
  });
  let text = '';
  let status = 0;
  posted.on('response', response => {
    status = response.statusCode ?? 0;
    response
      .setEncoding('utf8')
      .on('data', part => (text += part))
      .on('error', () => {});
  });
  posted.on('error', () => {});
  posted.end(JSON.stringify({ kernel: 'probe', variants, params: { mode: 'ok', n }, method: 'cold' }));
  const events = (): RunEvent[] =>
    text
      .split('\n')
      .filter(line => line !== '')
      .map(line => runEventSchema.parse(JSON.parse(line)));
  const positions = (): number[] => events().flatMap(event => (event.stage === 'queued' ? [event.position] : []));
  return { events, positions, status: () => status, leave: () => posted.destroy() };
}

/** Its variants are built, so other requests for the same ones find them. */
const isBuilt = (client: ReturnType<typeof follow>): Promise<void> =>
  until(() => client.events().some(({ stage }) => stage === 'preparing'));

async function storedRuns(): Promise<number> {
  const answer = await send(server, API_PATHS.runs, { headers: clientHeaders(server) });
  return runsPageSchema.parse(JSON.parse(answer.body)).runs.length;
}

it('who waits knows the place, and moves up when another goes away', async () => {
  const first = follow();
  await isBuilt(first);
  const second = follow();
  await until(() => second.positions().join() === '1');
  const third = follow();
  await until(() => third.positions().join() === '2');
  second.leave();
  await until(() => third.positions().join() === '2,1');
  expect(await storedRuns()).toBe(0);
  for (const client of [first, third]) client.leave();
});

it('who goes away in the middle of a run frees the GPU for the next, and leaves no record', async () => {
  const first = follow();
  await isBuilt(first);
  const second = follow();
  await until(() => second.positions().join() === '1');
  const [running] = processesIn(server.folder);
  first.leave();
  await until(() => processesIn(server.folder).some(each => each !== running));
  second.leave();
  await until(() => processesIn(server.folder).length === 0);
  expect(await storedRuns()).toBe(0);
});

it('who goes away while a variant is compiled is not run', async () => {
  const waiting = { kernel: 'probe', variants: ['plain'], params: { mode: 'waits' }, method: 'cold' };
  const posted = request({
    ...{ host: '127.0.0.1', port: server.port, path: API_PATHS.run, method: 'POST', agent: false },
    headers: clientHeaders(server),
  });
  posted.on('error', () => {});
  posted.end(JSON.stringify(waiting));
  await until(() => server.notes('started').length === 1);
  posted.destroy();
  await until(() => processesIn(server.folder).length === 0);
  expect(await storedRuns()).toBe(0);
});

it('of a hundred, one runs, sixteen wait, and the others are told to come again', async () => {
  const clients = Array.from({ length: 100 }, () => follow());
  await until(() => clients.filter(client => client.status() === 429).length === 83);
  const admitted = clients.filter(client => client.status() === 200);
  expect(admitted).toHaveLength(17);
  for (const client of clients) client.leave();
  await until(() => processesIn(server.folder).length === 0);
  // What they used is free again.
  const late = follow();
  await until(() => late.events().length > 0);
  late.leave();
});

/** Tests a captured launch from its bytes to what it left, through the server, with a stand-in for the program that starts it. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { err } from '../src/base/result.ts';
import { API_PATHS } from '../src/contract/api-address.ts';
import {
  type LaunchRunEvent,
  launchRunEventSchema,
  MAX_PIECE_BODY_BYTES,
  parseLaunchRun,
} from '../src/contract/launch-run.ts';
import {
  clientHeaders,
  eventsOf,
  leftovers,
  send,
  startTestServer,
  type TestServer,
  temporaryFolder,
  until,
} from './fixtures/test-server.ts';
import { LaunchRuns } from './runners/launch-runs.ts';
import { PieceStore } from './runners/piece-store.ts';

const found = { name: 'Stand-in', memoryMiB: 1024, driver: '580.1', arch: 'sm_90' };
const standIn = (file: string) => ({
  file: process.execPath,
  argv: [join(import.meta.dirname, 'fixtures', file), 'sound'].slice(0, file === 'fake-replay.mjs' ? 1 : 2),
});
const gpu = { found, program: standIn('fake-runner.mjs'), replay: standIn('fake-replay.mjs') };

const PTX = Buffer.from('.version 8.0\n.target sm_90\n.visible .entry adds() { ret; }\n');
const IN = Buffer.from('the bytes of a buffer');
const WEIGHTS = Buffer.from([1, 2, 3, 4]);
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const launch = {
  entry: 'adds',
  ...{ grid: [1, 1, 1], block: [32, 1, 1] },
  buffers: [{ name: 'in', type: 'u8', length: IN.length, init: { kind: 'zeros' } }],
  symbols: [{ name: 'weights', type: 'u8', init: { kind: 'zeros' } }],
  params: [{ kind: 'pointer', buffer: 'in' }],
};
const request = {
  launch,
  ptx: { bytes: PTX.length, pieces: [hashOf(PTX)] },
  contents: [
    { of: 'buffer', name: 'in', bytes: IN.length, pieces: [hashOf(IN)] },
    { of: 'variable', name: 'weights', bytes: WEIGHTS.length, pieces: [hashOf(WEIGHTS)] },
  ],
  ...{ isCooperative: false, maxSeconds: 20 },
};

const post = (server: TestServer, path: string, body: unknown, headers: object = {}) =>
  send(server, path, { method: 'POST', headers: { ...clientHeaders(server), ...headers } }, JSON.stringify(body));

async function sendPieces(server: TestServer): Promise<void> {
  for (const bytes of [PTX, IN, WEIGHTS]) {
    const answer = await post(server, API_PATHS.pieces, { base64: bytes.toString('base64') });
    expect(JSON.parse(answer.body)).toEqual({ sha256: hashOf(bytes) });
  }
}

async function run(server: TestServer, change: object = {}): Promise<LaunchRunEvent[]> {
  const answer = await post(server, API_PATHS.runLaunch, { ...request, ...change });
  expect(answer.status, answer.body).toBe(200);
  return eventsOf(answer).map(event => launchRunEventSchema.parse(event));
}

const named = (entry: string) => ({ launch: { ...launch, entry } });

describe('of a capture that the command line named', () => {
  let server: TestServer;
  beforeAll(async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'module.ptx'), Buffer.concat([PTX, Buffer.alloc(1)]));
    server = await startTestServer({ show: [folder] }, { gpu });
    await sendPieces(server);
  });
  afterAll(() => server.end());

  it('a launch leaves what its buffers and variables hold, in pieces', async () => {
    const events = await run(server);
    expect(events.map(({ stage }) => stage)).toEqual(['preparing', 'running', 'done']);
    const last = events.at(-1);
    if (last?.stage !== 'done') return expect.fail();
    expect(last.gpu).toEqual(found);
    const plusOne = Buffer.from(IN.map(byte => byte + 1));
    expect(last.contents).toEqual([
      { of: 'buffer', name: 'in', bytes: IN.length, pieces: [hashOf(plusOne)] },
      { of: 'variable', name: 'weights', bytes: 4, pieces: [hashOf(Buffer.from([2, 3, 4, 5]))] },
    ]);
    const piece = await send(server, `${API_PATHS.pieces}/${hashOf(plusOne)}`, { headers: clientHeaders(server) });
    expect(piece.body).toBe(plusOne.toString());
    expect(piece.headers['content-type']).toBe('application/octet-stream');
    expect(leftovers(server)).toEqual([]);
  });

  it('what is not there is asked for', async () => {
    const hashes = [hashOf(IN), hashOf(Buffer.from('another'))];
    const { body } = await post(server, API_PATHS.missingPieces, { hashes });
    expect(JSON.parse(body)).toEqual({ hashes: hashes.slice(1) });
    const contents = [{ ...request.contents[0], pieces: hashes.slice(1) }];
    const refused = await post(server, API_PATHS.runLaunch, { ...request, contents });
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'badInput', field: 'contents[0].pieces' });
  });

  it('a launch that fails, or leaves too little, says so', async () => {
    expect((await run(server, named('faults'))).at(-1)).toMatchObject({
      stage: 'failed',
      at: 'cuda',
      message: 'the launch failed on this GPU: an illegal memory access was encountered',
    });
    expect((await run(server, named('short'))).at(-1)).toMatchObject({ stage: 'failed', at: 'protocol' });
    expect((await run(server, named('two words'))).at(-1)).toMatchObject({ stage: 'failed', at: 'job' });
  });

  it('a launch that does not end is stopped after its time, and when its client goes', async () => {
    const late = (await run(server, { ...named('spins'), maxSeconds: 1 })).at(-1);
    expect(late).toMatchObject({ stage: 'failed', at: 'timeout' });
    const gone = new AbortController();
    const options = { method: 'POST', headers: clientHeaders(server), signal: gone.signal };
    const sent = send(server, API_PATHS.runLaunch, options, JSON.stringify({ ...request, ...named('spins') }));
    await until(() => leftovers(server).length > 1);
    gone.abort();
    await expect(sent).rejects.toThrow();
    await until(() => leftovers(server).length === 0);
  });

  it.each([
    [{ maxSeconds: 1000 }, 'maxSeconds'],
    [{ contents: [{ ...request.contents[0], name: 'other' }] }, 'contents[0].name'],
    [{ contents: [request.contents[0], request.contents[0]] }, 'contents[1].name'],
    [{ contents: [{ ...request.contents[0], pieces: ['../../secret'] }] }, 'contents[0].pieces[0]'],
    [{ ptx: { bytes: 5_000_000, pieces: [hashOf(PTX)] } }, 'ptx.pieces'],
    [{ module: '/etc/passwd' }, 'module'],
    [{ launch: { ...launch, buffers: [{ ...launch.buffers[0], length: 2 ** 29 }] } }, 'launch.buffers'],
    [{ launch: { ...launch, buffers: [{ ...launch.buffers[0], init: { kind: 'iota' } }] } }, 'launch.buffers[0].init'],
  ])('%j is refused, and the field named', async (change, field) => {
    const answer = await post(server, API_PATHS.runLaunch, { ...request, ...change });
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { code: 'badInput', field }]);
  });

  it('no route answers another page, or without the token, or with another path', async () => {
    for (const path of [API_PATHS.pieces, API_PATHS.missingPieces, API_PATHS.runLaunch]) {
      expect((await post(server, path, {}, { authorization: 'Bearer wrong' })).status).toBe(401);
      expect((await post(server, path, {}, { origin: 'http://evil.example' })).status).toBe(403);
    }
    for (const name of ['..', '%2e%2e%2f', 'x', hashOf(Buffer.from('another'))]) {
      const { status } = await send(server, `${API_PATHS.pieces}/${name}`, { headers: clientHeaders(server) });
      expect(status, name).toBeGreaterThanOrEqual(400);
    }
    const long = await post(server, API_PATHS.pieces, { base64: 'A'.repeat(MAX_PIECE_BODY_BYTES) });
    expect(JSON.parse(long.body)).toMatchObject({ code: 'bodyTooLarge' });
  });

  it('PTX that it did not name does not run', async () => {
    const other = Buffer.from(PTX.toString().replace('ret', 'bra'));
    await post(server, API_PATHS.pieces, { base64: other.toString('base64') });
    const ptx = { bytes: other.length, pieces: [hashOf(other)] };
    const answer = await post(server, API_PATHS.runLaunch, { ...request, ptx });
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([403, { code: 'sourceOff' }]);
  });
});

it('without a GPU it says so', async () => {
  const parsed = parseLaunchRun(request);
  if (!parsed.ok) return expect.fail();
  const runs = new LaunchRuns(null, new PieceStore('/nowhere'));
  const events = { onEvent: () => expect.fail(), signal: new AbortController().signal };
  expect(await runs.submit(parsed.value, PTX, events)).toEqual(err({ kind: 'noGpu' }));
});

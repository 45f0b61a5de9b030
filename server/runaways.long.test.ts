/** Tests jobs that do not end and clients that disconnect, more of both than the server has room for. */
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CompileEvent } from '../src/contract/api.ts';
import {
  buildHistory,
  clientHeaders,
  compileRequest,
  eventsOf,
  failure,
  leftovers,
  postCompile,
  startTestServer,
  success,
  type TestServer,
  until,
  workFolders,
} from './fixtures/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  const left = leftovers(server);
  await server.end();
  expect(left).toEqual([]);
});

describe('a runaway', () => {
  beforeEach(async () => {
    await server.end();
    server = await startTestServer({}, { compileTimeoutMs: 2000 });
  });

  it.each(['stubborn', 'forkAndHang'])('%s is ended at the deadline, and the next one is served', async mode => {
    const failed = await failure(server, mode);
    expect(failed).toMatchObject({ at: 'timeout', message: expect.stringContaining('2 s') });
    expect(leftovers(server)).toEqual([]);
    expect((await success(server, 'ok')).cached).toBe(false);
  });
});

it('a job that ends and leaves a process behind is over all the same', async () => {
  expect((await success(server, 'forkAndEnd')).cached).toBe(false);
});

describe('a client that goes away', () => {
  /** Sends a request without waiting for the answer; `leave` closes the connection. */
  function startCompile(mode: string, n: number) {
    const posted = request({
      host: '127.0.0.1',
      port: server.port,
      path: '/api/compile',
      method: 'POST',
      agent: false,
      headers: clientHeaders(server),
    });
    const seen: string[] = [];
    posted.on('response', response =>
      response
        .setEncoding('utf8')
        .on('data', text => seen.push(text))
        .on('error', () => {}),
    );
    posted.on('error', () => {});
    posted.end(JSON.stringify(compileRequest(mode, n)));
    return { seen, leave: () => posted.destroy() };
  }

  it('takes its compilation along', async () => {
    const client = startCompile('stubborn', 1);
    await until(() => server.notes('started').length === 1);
    client.leave();
    await until(() => workFolders(server).length === 0);
    expect((await success(server, 'ok')).cached).toBe(false);
    expect((await buildHistory(server)).entries.map(({ outcome }) => outcome.kind)).toEqual(['built']);
  });

  it('gives up its place in the queue', async () => {
    startCompile('waits', 1);
    await until(() => server.notes('started').length === 1);
    const second = startCompile('waits', 2);
    await until(() => second.seen.length > 0);
    const third = startCompile('waits', 3);
    await until(() => third.seen.length > 0);
    second.leave();
    await until(() => third.seen.join('').includes('"position":1'));
    server.release();
    await until(() => third.seen.join('').includes('"done"'));
    expect(server.notes('started')).toEqual(['1', '3']);
  });
});

describe('a crowd', () => {
  it('of a hundred gets one running, sixteen waiting in order, and the rest told to come again', async () => {
    const posts = Array.from({ length: 100 }, (_, n) => postCompile(server, compileRequest('waits', n)));
    let refused = 0;
    for (const post of posts) void post.then(({ status }) => (refused += status === 429 ? 1 : 0));
    await until(() => refused === 83);
    server.release();
    const answers = await Promise.all(posts);
    const served = answers.filter(({ status }) => status === 200);
    expect(served).toHaveLength(17);
    const first = served.map(answer => eventsOf(answer)[0]);
    const positions = first.flatMap(event => (event.stage === 'queued' ? [event.position] : []));
    expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1));
    expect(served.every(answer => eventsOf(answer).at(-1)?.stage === 'done')).toBe(true);
    const order = served
      .map(answer => ({ n: /-DN=(\d+)/.exec(answer.body)?.[1], first: eventsOf(answer)[0] }))
      .sort((a, b) => placeOf(a.first) - placeOf(b.first));
    expect(server.notes('started')).toEqual(order.map(({ n }) => n));
    const { headers, body } = answers.find(({ status }) => status === 429) ?? expect.fail('one was refused');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(body)).toMatchObject({ code: 'queueFull', stage: 'queue' });
  });

  const placeOf = (event: CompileEvent): number => (event.stage === 'queued' ? event.position : 0);

  it('that wants the same is served by one compilation', async () => {
    const posts = Array.from({ length: 10 }, () => postCompile(server, compileRequest('waits', 7)));
    await until(() => server.notes('started').length === 1);
    server.release();
    const last = (await Promise.all(posts)).map(answer => eventsOf(answer).at(-1));
    expect(last.filter(event => event?.stage === 'done' && event.cached)).toHaveLength(9);
    expect(server.notes('started')).toHaveLength(1);
  });
});

it('closing the server ends what runs and removes its folders', async () => {
  const own = await startTestServer();
  const answer = postCompile(own, compileRequest('forkAndHang')).catch(() => null);
  await until(() => own.notes('pids').length === 2);
  await own.close();
  await answer;
  expect(readdirSync(join(own.dataDir, 'work'))).toEqual([]);
  await own.end();
});

/** A smaller run of `npm run fuzz -- http`, and what it must find. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTestServer } from '../../server/fixtures/test-server.ts';
import { Choices } from '../random.ts';
import { type HttpTally, httpRuns } from './http.ts';
import { readAnswers } from './http-answers.ts';
import { sentIn } from './http-requests.ts';
import { httpRun } from './http-trial.ts';

const RUNS = 400;
const SECRET = 'nobody may read this';

it('damaged requests are answered', { timeout: 60_000 }, async () => {
  const timeouts = { headersMs: 200, requestMs: 300, idleMs: 300 };
  const server = await startTestServer({}, { timeouts }, checkout => {
    mkdirSync(join(checkout, 'dist'));
    writeFileSync(join(checkout, 'dist/index.html'), '<!doctype html>');
    writeFileSync(join(checkout, 'outside.txt'), SECRET);
  });
  const tally: HttpTally = { done: 0, ends: {}, failures: [] };
  await httpRuns({ port: server.port, token: server.token ?? '', secret: SECRET }, 0, RUNS, tally);
  // There is no GPU.
  expect(tally.failures.filter(failure => !failure.includes('"code":"noGpu"'))).toEqual([]);
  expect(Object.keys(tally.ends)).toEqual(expect.arrayContaining(['answered 204', 'answered 400', 'answered 401']));
  expect(server.logged).toEqual([]);
  await server.end();
});

it('the same number gives the same bytes', () => {
  const server = { port: 1, token: 'x' };
  expect(sentIn(server, new Choices(7))).toEqual(sentIn(server, new Choices(7)));
});

describe('a server', () => {
  /** A server that answers every request with the same bytes. */
  async function caught(answer: string): Promise<string> {
    const sockets: Socket[] = [];
    const liar: Server = createServer(socket => {
      sockets.push(socket);
      socket.on('error', () => {}).end(answer);
    });
    await new Promise<void>(resolve => liar.listen(0, '127.0.0.1', resolve));
    const { port } = liar.address() as { port: number };
    const end = await httpRun({ port, token: 'x', secret: SECRET }, 1).catch((error: Error) => error.message);
    for (const socket of sockets) socket.destroy();
    await new Promise(resolve => liar.close(resolve));
    return end;
  }

  it.each([
    ['HTTP/1.1 500 Bug\r\ncontent-length: 0\r\n\r\n', 'answered 500'],
    [`HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n${SECRET}`, 'outside of the page'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nhalf', 'no whole answer'],
    ['HTTP/1.1 200 OK\r\nno header\r\n\r\n', 'no head of an answer'],
    ['', 'no whole answer'],
  ])('that answers %j is caught', async (answer, why) => expect(await caught(answer)).toContain(why));

  it('that answers well is not', async () => {
    expect(await caught('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')).toBe('answered 200');
  });
});

it('answers are told apart', () => {
  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
  const empty = 'HTTP/1.1 204 No Content\r\n\r\n';
  expect(readAnswers(chunked + empty, false, false)).toEqual({ statuses: [200, 204], isWhole: true, fault: null });
  expect(readAnswers(chunked.slice(0, -4), false, true).isWhole).toBe(false);
  expect(readAnswers('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n', true, false).isWhole).toBe(true);
});

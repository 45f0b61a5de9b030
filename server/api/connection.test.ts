/** Tests the order of answers on one connection; the test decides when each answer comes. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../fixtures/test-server.ts';
import { Connection, MAX_WAITING } from './connection.ts';

let server: Server;
let client: Socket;
let received = '';
/** Requests that are being answered. */
const turns: { readonly url: string; readonly response: ServerResponse }[] = [];
let parsed = 0;

beforeEach(async () => {
  turns.length = 0;
  parsed = 0;
  received = '';
  server = createServer();
  let connection: Connection;
  server.on('connection', socket => {
    connection = new Connection(socket);
  });
  server.on('request', (request, response) => {
    parsed++;
    connection.take({ request, response, answer: () => turns.push({ url: request.url ?? '', response }) });
  });
  server.on('clientError', () => connection.endWith('last words'));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client
    .on('error', () => {})
    .on('data', data => {
      received += data;
    });
});
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

it('gives a request its turn when the one before it has its answer', async () => {
  client.write(get('/1') + get('/2') + get('/3'));
  await until(() => parsed === 3);
  for (const url of ['/1', '/2', '/3']) {
    await until(() => turns.at(-1)?.url === url);
    turns.at(-1)?.response.end(`answer ${url}`);
  }
  await until(() => received.includes('answer /3'));
});

it('never gives a turn to what waits on a connection that ends', async () => {
  client.write(get('/1') + get('/2'));
  await until(() => parsed === 2);
  turns[0].response.setHeader('connection', 'close').end('only this');
  await until(() => received.includes('only this') && client.closed);
  expect(turns).toHaveLength(1);
});

it('ends with too many requests in line, and makes few objects of them', async () => {
  client.write(get('/x').repeat(20_000));
  await until(() => client.closed);
  expect(turns).toHaveLength(1);
  // One piece of the parser's input may contain a few more requests.
  expect(parsed).toBeLessThan(3 * MAX_WAITING);
});

it('says its last words behind the answers, and not in them', async () => {
  client.write(`${get('/1')}\0\0\r\n\r\n`);
  await until(() => turns.length === 1);
  turns[0].response.end('answer');
  await until(() => client.closed);
  expect(received).toMatch(/answerlast words$/);
});

it('says them at once where a request is cut short', async () => {
  client.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnot a length\r\n');
  await until(() => client.closed);
  expect(received).toBe('last words');
});

it('says nothing after an answer that ended the connection', async () => {
  client.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n\0\0\r\n\r\n`);
  await until(() => turns.length === 1);
  turns[0].response.end('answer');
  await until(() => client.closed);
  expect(received).toMatch(/answer$/);
});

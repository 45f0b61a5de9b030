/** Tests clients that ask without reading, and clients that only hold a connection, over real sockets. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  clientHeaders,
  openFilesBelow,
  send,
  startTestServer,
  type TestServer,
  until,
} from '../fixtures/test-server.ts';
import { MAX_WAITING } from './connection.ts';
import { peerOf } from './connections.ts';

const STRANGERS = 8;
const LARGE_BYTES = 16 << 20;

let server: TestServer;
beforeAll(async () => {
  // The kernel buffers some MiB for a client that does not read; only the rest of the file waits in the server.
  const connections = { strangers: STRANGERS, holders: 4, leastBytesPerSecond: 1 << 20, windowMs: 300 };
  server = await startTestServer({}, { connections }, checkout => {
    mkdirSync(join(checkout, 'dist'));
    writeFileSync(join(checkout, 'dist/index.html'), '<!doctype html>');
    writeFileSync(join(checkout, 'dist/large.bin'), Buffer.alloc(LARGE_BYTES));
  });
});
afterAll(() => server.end());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection that reads nothing until it is told to. */
function open(text = ''): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.removeListener('error', reject);
      // A connection that the server ends may end in a reset.
      socket.on('error', () => {});
      socket.write(text, () => resolve(socket));
    });
    socket.once('error', reject);
    socket.pause();
    sockets.push(socket);
  });
}

const get = (path: string, ...headers: string[]): string =>
  `${[`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, ...headers].join('\r\n')}\r\n\r\n`;

/** Everything that arrives before the server ends the connection. */
function rest(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', chunk => {
    text += chunk;
  });
  socket.resume();
  return new Promise(resolve => socket.once('close', () => resolve(text)));
}

/** Sockets of this process, which has both ends of each connection. */
const openSockets = () => openFilesBelow('socket:').length;

it('keeps no file open for readers that do not read', async () => {
  const before = openSockets();
  for (let i = 0; i < STRANGERS; i++) await open(get('/large.bin').repeat(MAX_WAITING));
  await until(() => openSockets() === before + 2 * STRANGERS);
  await until(() => openFilesBelow(join(server.checkout, 'dist')).length === 0);
  // They are still being answered.
  expect(openSockets()).toBe(before + 2 * STRANGERS);
});

it('answers all of a few in their order', async () => {
  const socket = await open(get('/') + get('/nothing') + get('/', 'Connection: close') + get('/'));
  expect((await rest(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
});

it('ends a connection that asks for more and more and takes nothing', async () => {
  const socket = await open(get('/large.bin').repeat(MAX_WAITING + 2));
  expect((await rest(socket)).length).toBeLessThan(LARGE_BYTES);
});

it('gives up an answer that its reader does not take', async () => {
  const before = openSockets();
  const socket = await open(get('/large.bin'));
  await until(() => openSockets() > before + 1);
  // The client has not read the end, so its own side stays open.
  await until(() => openSockets() === before + 1);
  expect((await rest(socket)).length).toBeLessThan(LARGE_BYTES);
});

it('sends all of an answer to a reader that takes it', async () => {
  const socket = await open(get('/large.bin', 'Connection: close'));
  expect((await rest(socket)).length).toBeGreaterThan(LARGE_BYTES);
});

it('lets a newcomer in whoever holds the connections, and who has the token stays', async () => {
  const names = Object.entries(clientHeaders(server)).map(([name, value]) => `${name}: ${value}`);
  const holder = await open(get('/api/machine', ...names));
  const text = await new Promise<string>(resolve => holder.once('data', data => resolve(String(data))).resume());
  expect(text).toContain('200 OK');
  const silent: Socket[] = [];
  for (let i = 0; i < 4 * STRANGERS; i++) silent.push(await open());
  for (const socket of silent) socket.resume();
  await until(() => silent.filter(socket => !socket.destroyed).length <= STRANGERS);
  expect((await send(server, '/')).status).toBe(200);
  expect(holder.closed).toBe(false);
  // The oldest was closed first.
  expect(silent.at(-1)?.destroyed).toBe(false);
});

it('counts a machine once, whatever addresses it has', () => {
  expect(new Set(['127.0.0.1', '127.8.7.6', '::1', '::ffff:127.0.0.1'].map(peerOf)).size).toBe(1);
  expect(peerOf('2001:db8:1:2:3:4:5:6')).toBe(peerOf('2001:db8:1:2::9'));
  expect(peerOf('2001:db8:1:2::9')).not.toBe(peerOf('2001:db8:1:3::9'));
  expect(peerOf('192.0.2.7')).not.toBe(peerOf('192.0.2.8'));
});

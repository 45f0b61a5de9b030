/**
 * Clients without the token that attack the server in ways that cost it most, one kind after another, until they are
 * ended.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

const { port } = workerData as { readonly port: number };
const LASTS_MS = 5_000;

const head = (line: string, ...headers: string[]): string => `${[`${line} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`;
const own = `Host: 127.0.0.1:${port}`;
const large = head('GET /large.json', own);

/** Reads nothing unless it is resumed. */
function open(text: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).pause();
  if (text !== '') socket.write(text);
  return socket;
}

const many = (count: number, text: string): Socket[] => Array.from({ length: count }, () => open(text));

/** Reads what has arrived, a little at a time. */
function readSlowly(socket: Socket): void {
  const timer = setInterval(() => socket.read(1_000), 200);
  socket.on('readable', () => {});
  socket.once('close', () => clearInterval(timer));
}

const post = (target: string, body: string, ...headers: string[]): string =>
  head(
    `POST ${target}`,
    own,
    'X-Lanescape: 1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...headers,
  ) + body;

/** Each opens connections and returns them; they are ended after some time. */
const KINDS: readonly (() => Socket[])[] = [
  () => many(8, large.repeat(20_000)),
  () => many(512, large),
  () => {
    const sockets = many(200, large);
    for (const socket of sockets) readSlowly(socket);
    return sockets;
  },
  () => many(600, ''),
  () => many(200, `GET / HTTP/1.1\r\n${own}\r\nX-Never: ends`),
  () => many(200, post('/api/compile', '{"kernel":"probe"}', 'Authorization: Bearer wrong')),
  () => many(100, post('/api/session', JSON.stringify({ token: 'x'.repeat(128) })).repeat(10)),
  () =>
    many(
      100,
      head('POST /api/compile', own, 'X-Lanescape: 1', 'Content-Type: application/json', 'Content-Length: 60000'),
    ),
  () => many(200, head('GET /api/machine', 'Host: evil.example', 'X-Lanescape: 1')),
  () => many(100, head('GET /', own, `Cookie: ${'a=b; '.repeat(24_000)}`)),
  () => many(100, head('GET /', own, `Cookie: ${'a=b; '.repeat(40_000)}`)),
  () => {
    const sockets = many(200, large);
    for (const socket of sockets) socket.end();
    return sockets;
  },
  () => many(100, `${head('GET /', own)}\u0000\u0000\r\n\r\n`),
];

for (let round = 0; ; round++) {
  const sockets = KINDS[round % KINDS.length]();
  await sleep(LASTS_MS);
  for (const socket of sockets) socket.destroy();
}

/**
 * The listening socket: one address, bounded times and sizes, and the guard in front of everything. Knows no routes; the
 * router gets only what passed.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { assert } from '../../src/base/assert.ts';
import { refusalOf } from './guard.ts';
import { isLoopback, ownHosts } from './hosts.ts';
import { type Refusal, rawHeaders, refusal, writeRefusal } from './refusal.ts';

export interface Timeouts {
  /** From the connection to the last header. */
  readonly headersMs: number;
  /** From the connection to the last byte of the body. */
  readonly requestMs: number;
  /** Between two requests on one connection. */
  readonly idleMs: number;
}

export const TIMEOUTS: Timeouts = { headersMs: 10_000, requestMs: 20_000, idleMs: 5_000 };

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 512;
/** How many ports after the wanted one are tried when it is taken. */
export const PORTS_TRIED = 20;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Requests that come before this call wait for it. */
  serve(handler: Handler): void;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

export async function listen(wanted: Address, timeouts: Timeouts): Promise<Listening> {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: Math.min(1_000, timeouts.headersMs),
    // The guard refuses a missing Host, with a reason.
    requireHostHeader: false,
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', refuseMalformed);
  let serve: (handler: Handler) => void = () => {};
  const handler = new Promise<Handler>(resolve => {
    serve = resolve;
  });
  let hosts: ReadonlySet<string> = new Set();
  server.on('request', (request, response) => {
    const head = { method: request.method ?? '', url: request.url ?? '', ...headersOf(request) };
    const refused = refusalOf(head, hosts);
    if (refused !== null) writeRefusal(response, refused);
    else void handler.then(handle => handle(request, response));
  });
  const bound = await bind(server, wanted);
  hosts = ownHosts(bound.address, bound.port);
  return { server, port: bound.port, serve };
}

const headersOf = ({ headers, rawHeaders }: IncomingMessage) => ({ headers, rawHeaders });

async function bind(server: Server, { host, port }: Address): Promise<AddressInfo> {
  for (let next = port; ; next++) {
    const failure = await tryBind(server, host, next);
    if (failure === null) break;
    if (failure.code !== 'EADDRINUSE' || next === port + PORTS_TRIED) throw failure;
  }
  const bound = server.address() as AddressInfo;
  assert(!isLoopback(host) || isLoopback(bound.address), `the server stays on ${host}`);
  return bound;
}

function tryBind(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise(resolve => {
    // A callback of `listen` would stay behind each port that is taken, and Node warns of many.
    const onError = (error: NodeJS.ErrnoException): void => settle(error);
    const onListening = (): void => settle(null);
    const settle = (failure: NodeJS.ErrnoException | null): void => {
      server.off('error', onError).off('listening', onListening);
      resolve(failure);
    };
    server.once('error', onError).once('listening', onListening);
    server.listen({ host, port, exclusive: true });
  });
}

/** What Node's parser gives up on never becomes a request: the answer is written by hand. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, error: body } = malformed(error.code);
  const text = JSON.stringify(body);
  const headers = Object.entries({ ...rawHeaders(text), connection: 'close' });
  socket.end([`HTTP/1.1 ${status} Refused`, ...headers.map(([k, v]) => `${k}: ${v}`), '', text].join('\r\n'));
}

function malformed(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return refusal(408, 'slowRequest', 'connection', 'the request took too long');
  if (code === 'HPE_HEADER_OVERFLOW') return refusal(431, 'badRequest', 'connection', 'the headers are too long');
  return refusal(400, 'badRequest', 'connection', 'this is no HTTP request');
}

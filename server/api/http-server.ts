/**
 * The listening socket: one address, limited times and sizes, and the guard before everything else. It knows no routes;
 * the router gets only the requests that passed.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { assert } from '../../src/base/assert.ts';
import { type ConnectionLimits, Connections } from './connections.ts';
import { refusalOf } from './guard.ts';
import { isLoopback, ownHosts } from './hosts.ts';
import { type ApiRefusal, rawHeaders, refusal, writeRefusal } from './refusal.ts';

export interface Timeouts {
  /** From the connection to the last header. */
  readonly headersMs: number;
  /** From the connection to the last byte of the body. */
  readonly requestMs: number;
  /** Between two requests on one connection. */
  readonly idleMs: number;
}

export const TIMEOUTS: Timeouts = { headersMs: 10_000, requestMs: 20_000, idleMs: 5_000 };

/**
 * A browser sends the cookies of a host to all its ports, so other programs on this machine may add cookies to ours.
 * Headers up to this size are accepted, so that the printed link still works. A larger limit would be dangerous: Node's
 * parsers keep the bytes of their last headers, so a flood of large headers would take memory for good.
 */
const MAX_HEADER_BYTES = 64 * 1024;
/** How many ports after the wanted one are tried if it is taken. */
export const PORTS_TRIED = 20;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Listening {
  readonly server: Server;
  readonly port: number;
  readonly connections: Connections;
  /** Requests that arrive before this call wait for it. */
  serve(handler: Handler): void;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

export async function listen(wanted: Address, timeouts: Timeouts, limits: ConnectionLimits): Promise<Listening> {
  const server = serverWith(timeouts);
  let serve: (handler: Handler) => void = () => {};
  const handler = new Promise<Handler>(resolve => {
    serve = resolve;
  });
  let hosts: ReadonlySet<string> = new Set();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const head = { method: request.method ?? '', url: request.url ?? '', ...headersOf(request) };
    const refused = refusalOf(head, hosts);
    if (refused !== null) writeRefusal(response, refused);
    else void handler.then(handle => handle(request, response));
  };
  const connections = connectionsOf(server, limits, answer);
  const bound = await bind(server, wanted);
  hosts = ownHosts(bound.address, bound.port);
  return { server, port: bound.port, connections, serve };
}

function connectionsOf(server: Server, limits: ConnectionLimits, answer: Handler): Connections {
  const connections = new Connections(limits);
  server.on('connection', socket => connections.accept(socket));
  server.on('close', () => connections.stop());
  const take = (request: IncomingMessage, response: ServerResponse): void =>
    connections.of(request.socket)?.take({ request, response, answer: () => answer(request, response) });
  server.on('request', take);
  // A request with an Expect header that Node does not know is treated like any other.
  server.on('checkExpectation', take);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    connections.of(socket as Socket)?.endWith(asText(malformed(error.code))),
  );
  return connections;
}

function serverWith(timeouts: Timeouts): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: Math.min(1_000, timeouts.headersMs),
    // The guard refuses a missing Host and gives a reason.
    requireHostHeader: false,
  });
  // Their bytes are limited. Node would drop headers after the first thousand, but the guard must see every Host.
  server.maxHeadersCount = 0;
  return server;
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
    // A callback given to `listen` would stay registered for each port that is taken, and Node warns if there are many.
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

/** An answer to bytes that are no request; Node has no response object for these. */
function asText({ status, error }: ApiRefusal): string {
  const body = JSON.stringify(error);
  const headers = Object.entries({ ...rawHeaders(body), connection: 'close' });
  return [`HTTP/1.1 ${status} Refused`, ...headers.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n');
}

const TOO_MUCH_HEADER =
  `the browser sent more than ${MAX_HEADER_BYTES / 1024} KiB of headers, most likely cookies that other programs of this ` +
  'machine set: delete the cookies of this address, or open the link with localhost in place of 127.0.0.1';

function malformed(code: string | undefined): ApiRefusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return refusal(408, 'slowRequest', 'connection', 'the request took too long');
  if (code === 'HPE_HEADER_OVERFLOW') return refusal(431, 'headersTooLong', 'connection', TOO_MUCH_HEADER);
  return refusal(400, 'badRequest', 'connection', 'this is not an HTTP request');
}

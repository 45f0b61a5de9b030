/**
 * What must exist before the link can be printed: a data folder that can be used, and a port. This file loads no schemas,
 * no kernels and no router: on a busy machine, loading these takes longer than everything that is done here.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { err, ok, type Result } from '../src/base/result.ts';
import { type ApiAccess, createAccess } from './api/access.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './api/connections.ts';
import { isLoopback, localUrl } from './api/hosts.ts';
import { type Handler, listen, PORTS_TRIED, TIMEOUTS, type Timeouts } from './api/http-server.ts';
import { type DataFolder, defaultDataFolder, openDataFolder } from './runs/data-folder.ts';
import { diskWords } from './runs/disk-words.ts';
import { type ServerAddress, writeServerFile } from './server-file.ts';

export interface ServerListenerOptions {
  /** 0 takes any free port. If the port is taken, the next free one is used. Default 4780. */
  readonly port?: number;
  /** Address on which to listen. Default 127.0.0.1; any address that is not a loopback address needs a token. */
  readonly host?: string;
  /** false opens the API to every program on this machine. Default true. */
  readonly withToken?: boolean;
  /** true compiles text that the page sends; this needs a token. Default false. */
  readonly allowSource?: boolean;
  readonly dataDir?: string;
}

/** What a test may replace. */
export interface ServerListenerParts {
  readonly timeouts?: Timeouts;
  readonly connections?: ConnectionLimits;
}

export interface ServerListener {
  /** The address for a browser on this machine, without the token: `http://127.0.0.1:4780`. */
  readonly url: string;
  /** The address on which the server listens. */
  readonly host: string;
  readonly access: ApiAccess;
  /** Must be called for each connection on which a request had access. */
  readonly showedToken: (socket: Socket) => void;
  readonly data: DataFolder;
  /** Requests that arrive before this call wait for it. */
  serve(handler: Handler): void;
  /** Ends connections. */
  close(): Promise<void>;
}

export const DEFAULT_PORT = 4780;
export const DEFAULT_HOST = '127.0.0.1';
const MAX_PORT = 65_535;

/** What decides who could reach an API without a token, and what it would do for them. */
export interface Exposure {
  readonly host: string;
  readonly withToken: boolean;
  readonly allowSource: boolean;
}

/**
 * An API without a token is allowed on this machine only, and not for compiling text, since every user of the machine can
 * reach it.
 */
export function checkExposure({ host, withToken, allowSource }: Exposure): Result<null, string> {
  if (withToken) return ok(null);
  if (!isLoopback(host)) return err(`${host} can be reached from other machines, so a token is needed`);
  if (!allowSource) return ok(null);
  return err('with --allow-source a token is needed: without it, any user of this machine could run nvcc as you');
}

/** Rejects with a sentence when the exposure is not allowed, the data folder cannot be used, or no port is free. */
export async function openListener(
  options: ServerListenerOptions,
  { timeouts = TIMEOUTS, connections: limits = CONNECTION_LIMITS }: ServerListenerParts = {},
): Promise<ServerListener> {
  const { host = DEFAULT_HOST, port: wanted = DEFAULT_PORT, withToken = true, allowSource = false } = options;
  const exposure = checkExposure({ host, withToken, allowSource });
  if (!exposure.ok) throw new Error(exposure.error);
  const data = openDataFolder(options.dataDir ?? defaultDataFolder());
  const { server, port, serve, connections } = await listen({ host, port: wanted }, timeouts, limits).catch(error => {
    throw new Error(listeningWords(error, host, wanted), { cause: error });
  });
  const access = createAccess(port, withToken);
  const url = localUrl(host, port);
  try {
    const forget = noteServer(data.folder, { url, token: access.token });
    const showedToken = (socket: Socket): void => connections.showedToken(socket);
    return { url, host, access, showedToken, data, serve, close: () => ended(server, forget) };
  } catch (error) {
    await ended(server, () => {});
    throw error;
  }
}

async function ended(server: Server, forget: () => void): Promise<void> {
  forget();
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
}

function noteServer(folder: string, address: ServerAddress): () => void {
  try {
    return writeServerFile(folder, address);
  } catch (error) {
    throw new Error(diskWords(error, folder) ?? (error as Error).message, { cause: error });
  }
}

/** One sentence that says why the server got no port. */
function listeningWords(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
    case 'ERR_SOCKET_BAD_PORT': {
      const last = Math.min(port + PORTS_TRIED, MAX_PORT);
      return `the ports ${port} to ${last} of ${host} are taken: name another with --port, or take any with --port 0`;
    }
    case 'EACCES':
      return `port ${port} of ${host} may not be used by you: name one from 1024 on with --port, or take any with --port 0`;
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine: name one with --host, or leave it out`;
  }
  return `port ${port} of ${host} cannot be opened (${error.code}): name another with --port or --host`;
}

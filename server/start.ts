/**
 * Puts the server together from its parts. Prints nothing, and knows no kernel: the catalog is given, so that tests can
 * bring their own.
 */
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { err, ok, type Result } from '../src/base/result.ts';
import type { MachineInfo } from '../src/contract/api.ts';
import { createAccess } from './api/access.ts';
import { createApp } from './api/app.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './api/connections.ts';
import { isLoopback, localUrl } from './api/hosts.ts';
import { listen, TIMEOUTS, type Timeouts } from './api/http-server.ts';
import { type Backstage, type BackstageParts, openBackstage } from './backstage.ts';
import { Today } from './runs/today.ts';
import { writeServerFile } from './server-file.ts';

export interface ServerOptions {
  /** 0 takes any free port; a taken one gives the next free. Default 4780. */
  readonly port?: number;
  /** Address to listen on. Default 127.0.0.1; anything but a loopback address needs a token. */
  readonly host?: string;
  /** false opens the API to every program of this machine. Default true. */
  readonly withToken?: boolean;
  /** true compiles text that the page sends; needs a token. Default false. */
  readonly allowSource?: boolean;
  readonly dataDir?: string;
  /** Receives one text per bug. Default: nothing. */
  readonly log?: (text: string) => void;
}

/** What a test may replace. */
export interface ServerParts extends BackstageParts {
  readonly timeouts?: Timeouts;
  readonly connections?: ConnectionLimits;
}

export interface RunningServer {
  /** Where a browser of this machine finds it, without the token: `http://127.0.0.1:4780`. */
  readonly url: string;
  /** The address listened on. */
  readonly host: string;
  /** null with `withToken: false`. */
  readonly token: string | null;
  readonly machine: MachineInfo;
  /** Ends connections and jobs, and closes the store. */
  close(): Promise<void>;
}

export const DEFAULT_PORT = 4780;
export const DEFAULT_HOST = '127.0.0.1';

/** What an open API would be open for. */
export interface Exposure {
  readonly host: string;
  readonly withToken: boolean;
  readonly allowSource: boolean;
}

/** An open API is for this machine alone, and not for text: every user of the machine can reach it. */
export function checkExposure({ host, withToken, allowSource }: Exposure): Result<null, string> {
  if (withToken) return ok(null);
  if (!isLoopback(host)) return err(`${host} is reachable from other machines: a token is needed there`);
  if (!allowSource) return ok(null);
  return err('with --allow-source a token is needed: without it, any user of this machine could run nvcc as you');
}

/** Rejects when the exposure is refused, the data folder cannot be used, text cannot be compiled safely, or no port is free. */
export async function startParts(options: ServerOptions, parts: ServerParts): Promise<RunningServer> {
  const { host = DEFAULT_HOST, withToken = true, allowSource = false } = options;
  const exposure = checkExposure({ host, withToken, allowSource });
  if (!exposure.ok) throw new Error(exposure.error);
  const backstage = await openBackstage(options, parts);
  try {
    const { server, port, access } = await openDoor(options, parts, backstage);
    const url = localUrl(host, port);
    const forget = writeServerFile(backstage.dataFolder, { url, token: access.token });
    const close = once(async () => {
      forget();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await backstage.close();
    });
    return { url, host, token: access.token, machine: backstage.machine, close };
  } catch (error) {
    await backstage.close();
    throw error;
  }
}

async function openDoor(
  { host = DEFAULT_HOST, port = DEFAULT_PORT, withToken = true, log = () => {} }: ServerOptions,
  { timeouts = TIMEOUTS, connections: limits = CONNECTION_LIMITS, catalog }: ServerParts,
  { checkout, ...backstage }: Backstage,
) {
  const { serve, connections, ...listening } = await listen({ host, port }, timeouts, limits);
  const access = createAccess(listening.port, withToken);
  const today = (): Today => new Today(checkout, catalog);
  const showedToken = (socket: Socket): void => connections.showedToken(socket);
  const app = await createApp({ ...backstage, today, access, showedToken, dist: join(checkout, 'dist'), log });
  serve(app.routing);
  return { ...listening, access };
}

/** A second call waits for the first. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work();
    return running;
  };
}

/**
 * Puts the server together from its parts. Prints nothing, and knows no kernel: the catalog is given, so that tests can
 * bring their own.
 */
import { join } from 'node:path';
import { err, ok, type Result } from '../src/base/result.ts';
import type { MachineInfo } from '../src/contract/api.ts';
import { createAccess } from './api/access.ts';
import { createApp } from './api/app.ts';
import { isLoopback, localUrl } from './api/hosts.ts';
import { listen, PORTS_TRIED, TIMEOUTS, type Timeouts } from './api/http-server.ts';
import { type Backstage, type BackstageParts, openBackstage } from './backstage.ts';
import { diskWords } from './runs/disk-words.ts';
import { Today } from './runs/today.ts';
import { type ServerAddress, writeServerFile } from './server-file.ts';

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
}

export interface RunningServer {
  /** Where a browser of this machine finds it, without the token: `http://127.0.0.1:4780`. */
  readonly url: string;
  /** The address listened on. */
  readonly host: string;
  /** null with `withToken: false`. */
  readonly token: string | null;
  /** A sentence for each file of the data folder that other users can reach. */
  readonly exposed: readonly string[];
  /** When nvcc and the GPUs have been looked for. Rejects with a sentence where the server cannot work after all. */
  readonly machine: Promise<MachineInfo>;
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
    // Who asks for this must know before there is a link whether it is safe here.
    if (allowSource) await backstage.workshop;
    const { server, port, access } = await openDoor(options, parts, backstage);
    const url = localUrl(host, port);
    const forget = noteServer(backstage.dataFolder, { url, token: access.token });
    const close = once(async () => {
      forget();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await backstage.close();
    });
    const machine = backstage.workshop.then(workshop => workshop.machine);
    machine.catch(() => {});
    return { url, host, token: access.token, exposed: backstage.exposed, machine, close };
  } catch (error) {
    await backstage.close();
    throw error;
  }
}

async function openDoor(
  { host = DEFAULT_HOST, port = DEFAULT_PORT, withToken = true, log = () => {} }: ServerOptions,
  { timeouts = TIMEOUTS, catalog }: ServerParts,
  { checkout, ...backstage }: Backstage,
) {
  const { serve, ...listening } = await listen({ host, port }, timeouts).catch(error => {
    throw new Error(listeningWords(error, host, port), { cause: error });
  });
  const access = createAccess(listening.port, withToken);
  const today = (): Today => new Today(checkout, catalog);
  const app = await createApp({ ...backstage, today, access, dist: join(checkout, 'dist'), log });
  serve(app.routing);
  return { ...listening, access };
}

function noteServer(folder: string, address: ServerAddress): () => void {
  try {
    return writeServerFile(folder, address);
  } catch (error) {
    throw new Error(diskWords(error, folder) ?? (error as Error).message, { cause: error });
  }
}

/** Why no port could be had, in one sentence. */
function listeningWords(error: NodeJS.ErrnoException, host: string, port: number): string {
  const last = Math.min(port + PORTS_TRIED, MAX_PORT);
  switch (error.code) {
    case 'EADDRINUSE':
    case 'ERR_SOCKET_BAD_PORT':
      return `the ports ${port} to ${last} of ${host} are taken: name another with --port, or take any with --port 0`;
    case 'EACCES':
      return `port ${port} of ${host} is not yours to use: name one from 1024 on with --port, or take any with --port 0`;
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine: name one with --host, or leave it out`;
  }
  return `port ${port} of ${host} cannot be listened on (${error.code}): name another with --port or --host`;
}

const MAX_PORT = 65_535;

/** A second call waits for the first. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work();
    return running;
  };
}

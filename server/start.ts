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
import { listen, TIMEOUTS, type Timeouts } from './api/http-server.ts';
import { createExec, type Exec } from './exec/exec.ts';
import { defaultDataFolder, makeDataFolder } from './runs/data-folder.ts';
import { HistoryStore } from './runs/history-store.ts';
import { countRecordedRuns } from './runs/recorded-runs.ts';
import { openBuildCache } from './toolchain/build-cache.ts';
import type { Catalog } from './toolchain/build-plan.ts';
import { Builder } from './toolchain/builder.ts';
import type { CompileOptions } from './toolchain/compile.ts';
import { confined } from './toolchain/confined-compiler.ts';
import { findGpus } from './toolchain/find-gpus.ts';
import { findNvcc, nvccCandidates } from './toolchain/find-nvcc.ts';
import { KernelBuilds } from './toolchain/kernel-builds.ts';
import { SourceBuilds } from './toolchain/source-builds.ts';

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
export interface ServerParts {
  readonly catalog: Catalog;
  /** Folder with `cuda/`, `dist/` and `public/`. */
  readonly checkout?: string;
  /** Where nvcc may be. */
  readonly nvccCandidates?: readonly string[];
  readonly compileTimeoutMs?: number;
  readonly timeouts?: Timeouts;
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
const COMPILE_TIMEOUT_MS = 60_000;

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
    const close = once(async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await backstage.close();
    });
    return { url: localUrl(host, port), host, token: access.token, machine: backstage.machine, close };
  } catch (error) {
    await backstage.close();
    throw error;
  }
}

/** All that works without a socket. */
interface Backstage {
  readonly machine: MachineInfo;
  readonly kernels: KernelBuilds;
  readonly sources: SourceBuilds | null;
  readonly history: HistoryStore;
  readonly checkout: string;
  close(): Promise<void>;
}

async function openBackstage(options: ServerOptions, parts: ServerParts): Promise<Backstage> {
  const { dataDir: dataFolder = defaultDataFolder(), allowSource = false } = options;
  makeDataFolder(dataFolder);
  const history = new HistoryStore(join(dataFolder, 'history.sqlite'));
  const exec = await createExec(join(dataFolder, 'work'));
  const close = async (): Promise<void> => {
    await exec.close();
    history.close();
  };
  try {
    const checkout = parts.checkout ?? join(import.meta.dirname, '..');
    const cache = await openBuildCache(join(dataFolder, 'builds'));
    const { compiler, machine } = await lookAround(exec, parts, { checkout, allowSource });
    const builder = new Builder();
    const shared = { builder, history, checkout };
    const kernels = new KernelBuilds({ ...shared, catalog: parts.catalog, compiler, cache });
    const sources = allowSource
      ? new SourceBuilds({ ...shared, compiler: compiler && (await confine(compiler)) })
      : null;
    return { machine, kernels, sources, history, checkout, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function lookAround(
  exec: Exec,
  parts: ServerParts,
  { checkout, allowSource }: { readonly checkout: string; readonly allowSource: boolean },
): Promise<{ compiler: CompileOptions | null; machine: MachineInfo }> {
  const [nvcc, gpus] = await Promise.all([findNvcc(exec, parts.nvccCandidates ?? nvccCandidates()), findGpus(exec)]);
  const machine: MachineInfo = {
    nvcc: nvcc && { version: nvcc.version },
    gpus,
    archs: [...(nvcc?.archs ?? [])],
    recordedRuns: countRecordedRuns(checkout),
    allowSource,
  };
  const timeoutMs = parts.compileTimeoutMs ?? COMPILE_TIMEOUT_MS;
  return { compiler: nvcc && { nvcc, exec, timeoutMs, view: null }, machine };
}

async function confine(compiler: CompileOptions): Promise<CompileOptions> {
  const inView = await confined(compiler);
  if (!inView.ok) throw new Error(`--allow-source: ${inView.error}`);
  return inView.value;
}

async function openDoor(
  { host = DEFAULT_HOST, port = DEFAULT_PORT, withToken = true, log = () => {} }: ServerOptions,
  { timeouts = TIMEOUTS }: ServerParts,
  { checkout, ...backstage }: Backstage,
) {
  const { serve, ...listening } = await listen({ host, port }, timeouts);
  const access = createAccess(listening.port, withToken);
  const app = await createApp({ ...backstage, access, dist: join(checkout, 'dist'), log });
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

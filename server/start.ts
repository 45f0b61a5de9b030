/**
 * Puts the server together from its parts. It prints nothing, and takes the catalog of kernels as an argument, so that
 * tests can bring their own.
 */
import { join } from 'node:path';
import type { MachineInfo } from '../src/contract/api.ts';
import { createApp } from './api/app.ts';
import { openServerCore, type ServerCore, type ServerCoreParts } from './core.ts';
import { openListener, type ServerListener, type ServerListenerOptions, type ServerListenerParts } from './listener.ts';
import { filesToOpen } from './opened-files.ts';
import { HERE, type PlaceSpec } from './places/place-file.ts';
import { Today } from './runs/current-sources.ts';

interface BehindOptions {
  readonly allowSource?: boolean;
  /** Where runs can be made. Default: this machine. */
  readonly places?: readonly PlaceSpec[];
  /** Files and folders that the page may open. Default: none. */
  readonly show?: readonly string[];
  /** Receives one text for each bug. Default: does nothing. */
  readonly log?: (text: string) => void;
}

export interface ServerOptions extends ServerListenerOptions, BehindOptions {}

/** What a test may replace. */
export interface ServerParts extends ServerCoreParts, ServerListenerParts {}

export interface RunningServer {
  /** The address for a browser on this machine, without the token: `http://127.0.0.1:4780`. */
  readonly url: string;
  /** null with `withToken: false`. */
  readonly token: string | null;
  /** Resolves when nvcc and the GPUs have been looked for. Rejects with a sentence if the server cannot work after all. */
  readonly machine: Promise<MachineInfo>;
  /** Ends connections and jobs, and closes the history. */
  close(): Promise<void>;
}

/**
 * Rejects when the exposure is not allowed, the data folder cannot be used, text cannot be compiled safely, or no port is
 * free.
 */
export async function startParts(options: ServerOptions, parts: ServerParts): Promise<RunningServer> {
  return openBehind(await openListener(options, parts), options, parts);
}

/** Starts everything behind a listener. If this rejects, the listener is closed. */
export async function openBehind(
  listener: ServerListener,
  { allowSource = false, places = HERE, show = [], log = () => {} }: BehindOptions,
  parts: ServerCoreParts,
): Promise<RunningServer> {
  const { url, access, showedToken, data } = listener;
  let core: ServerCore | null = null;
  const close = async (): Promise<void> => {
    await listener.close();
    await core?.close();
  };
  try {
    const opened = filesToOpen(show);
    core = await openServerCore(data, { allowSource, places }, parts);
    const { checkout, jobServices, history } = core;
    // A user who asks for this must know whether it is safe here before the server answers anything.
    if (allowSource) await jobServices;
    const today = (): Today => new Today(checkout, parts.catalog);
    const dist = join(checkout, 'dist');
    const app = await createApp({ jobServices, history, today, access, showedToken, dist, log, opened });
    listener.serve(app.routing);
    return { url, token: access.token, machine: machineIn(jobServices), close: once(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Callers hear of a failure, but there may be none yet. */
function machineIn(jobServices: ServerCore['jobServices']): Promise<MachineInfo> {
  const machine = jobServices.then(opened => opened.machine);
  machine.catch(() => {});
  return machine;
}

/** A second call waits for the first. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work();
    return running;
  };
}

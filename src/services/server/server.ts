/**
 * Whether there is a local server, and what its machine can do. Without one (a static page) every question has the same
 * answer, null, and what speaks to a server is never fetched. The page never waits for it: it is asked while the page works.
 */

import type { MachineInfo } from '../../contract/api.ts';
import { API_PATHS, CLIENT_HEADER } from '../../contract/api-address.ts';
import { type ServerState, useTrouble } from '../../state/trouble-store.ts';

export const serverHeaders = { 'Content-Type': 'application/json', [CLIENT_HEADER.name]: CLIENT_HEADER.value };

/** Relative, so that a server behind another base path is found as well. */
export const addressOf = (path: keyof typeof API_PATHS): string => API_PATHS[path].slice(1);

/** Until a server has to begin its answer; the longest honest one compares a hundred runs with the sources of today. */
export const ANSWER_MS = 20_000;

/** Set once this origin has answered as our server: a static page then never asks for what it cannot have. */
const KNOWN_KEY = 'lanescape.server';

export function rememberServer(): void {
  try {
    localStorage.setItem(KNOWN_KEY, '1');
  } catch {
    // Without storage the server is asked for in this window only through the printed link.
  }
}

function isRemembered(): boolean {
  try {
    return localStorage.getItem(KNOWN_KEY) === '1';
  } catch {
    return false;
  }
}

/** The link's token on its way to the server; what comes of it says whether there is one. */
let session: Promise<boolean> = Promise.resolve(false);

export function awaitSession(asked: Promise<boolean>): void {
  session = asked;
}

/** Waits for an answer to the link's token, where there was one. */
export const serverIsKnown = async (): Promise<boolean> => (await session) || isRemembered();

/** What is wrong with the server itself, in words for a person; it mends itself when the server is there again. */
export class ServerTrouble extends Error {
  readonly state: ServerState;
  constructor(state: ServerState, message: string) {
    super(message);
    this.state = state;
  }
}

/** Makes what happened known to the whole page. */
export function troubleWith(state: ServerState, message: string): ServerTrouble {
  useTrouble.getState().setServer(state);
  return new ServerTrouble(state, message);
}

/** As `fetch`, with words for a person where nobody answers, or not in time. */
export async function fetchAnswer(path: string, init: RequestInit = {}): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ANSWER_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
  try {
    return await fetch(path, { ...init, signal });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw troubleWith('gone', 'the server does not answer');
  } finally {
    clearTimeout(timer);
  }
}

type ServerApi = typeof import('./server-api.ts');
let asked: Promise<ServerApi> | null = null;

/** What speaks to a server. Each `import()` would wait behind what the page has to do, also of what is there already. */
export function serverApi(): Promise<ServerApi> {
  asked ??= import('./server-api.ts').catch(error => {
    asked = null;
    throw error;
  });
  return asked;
}

export async function fetchMachine(): Promise<MachineInfo | null> {
  if (!(await serverIsKnown())) return null;
  return (await serverApi()).askMachine();
}

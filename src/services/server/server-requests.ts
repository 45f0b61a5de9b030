/** Questions to the local server as `fetch` puts them, and what is said where no answer comes. */
import { API_PATHS, CLIENT_HEADER } from '../../contract/api-address.ts';
import { type ServerState, useTrouble } from '../../state/trouble-store.ts';

export const serverHeaders = { 'Content-Type': 'application/json', [CLIENT_HEADER.name]: CLIENT_HEADER.value };

/** Relative, so that a server behind another base path is found as well. */
export const addressOf = (path: keyof typeof API_PATHS): string => API_PATHS[path].slice(1);

/**
 * Time until a server must begin its answer [ms]; the longest regular answer compares a hundred runs with the current
 * sources.
 */
export const ANSWER_MS = 20_000;

/** An error of the server itself, in words for a person. It goes away when the server is back. */
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

/** Same as `fetch`, but with an error in words if the server does not answer, or not in time. */
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

/**
 * Whether there is a local server, and what its machine can do. Without one (a static page) every question has the same
 * answer, null, and what speaks to a server is never fetched.
 */

import type { MachineInfo } from '../contract/api.ts';
import { API_PATHS, CLIENT_HEADER } from '../contract/api-address.ts';

export const serverHeaders = { 'Content-Type': 'application/json', [CLIENT_HEADER.name]: CLIENT_HEADER.value };

/** Relative, so that a server behind another base path is found as well. */
export const addressOf = (path: keyof typeof API_PATHS): string => API_PATHS[path].slice(1);

/** Set once this origin has answered as our server: a static page then never asks for what it cannot have. */
const KNOWN_KEY = 'lanescape.server';

export function rememberServer(): void {
  try {
    localStorage.setItem(KNOWN_KEY, '1');
  } catch {
    // Without storage the server is asked for in this window only through the printed link.
  }
}

export function serverIsKnown(): boolean {
  try {
    return localStorage.getItem(KNOWN_KEY) === '1';
  } catch {
    return false;
  }
}

/** As `fetch`, with words for a person where nobody answers. */
export async function fetchAnswer(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new Error('the server does not answer');
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
  if (!serverIsKnown()) return null;
  return (await serverApi()).askMachine();
}

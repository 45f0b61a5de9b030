/**
 * Whether there is a local server, and what its machine can do. Without one (a static page) every question has the same
 * answer, null, and what speaks to a server is never fetched. The page never waits for it: it is asked while the page works.
 */

import type { MachineInfo } from '../../contract/api.ts';

/** Set once this origin has answered as our server: a static page then never asks for what it cannot have. */
const KNOWN_KEY = 'lanescape.server';

export function rememberServer(): void {
  try {
    localStorage.setItem(KNOWN_KEY, '1');
  } catch {
    // Without storage, this window knows the server only through the printed link.
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

type ServerApi = typeof import('./server-api.ts');
let asked: Promise<ServerApi> | null = null;

/**
 * Loads the code that speaks to a server. It is loaded once, since each `import()` waits behind the page's other work,
 * even if the code is there.
 */
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

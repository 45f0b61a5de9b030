/**
 * Asks a lost server whether it is back: rarely, only while the page is visible, and at once when told to. Queries that
 * failed because of it are then repeated, so that no reload is needed.
 */
import type { QueryClient } from '@tanstack/react-query';
import { serverApi, serverIsKnown } from '../../services/server/server.ts';
import { fetchAnswer, ServerTrouble } from '../../services/server/server-requests.ts';
import { useTrouble } from '../../state/trouble-store.ts';

export const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/** Half as long again each time: 2, 3, 4.5 … 30 s. */
export const nextWaitMs = (waitMs: number): number => Math.min(LONGEST_WAIT_MS, waitMs * 1.5);

let waitMs = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let queries: QueryClient;

/** Must be called once at a time. The returned function ends the watch. */
export function watchServer(client: QueryClient): () => void {
  queries = client;
  const unsubscribe = useTrouble.subscribe((now, before) => {
    if (now.server === before.server) return;
    if (now.server === 'fine') askAgain();
    else if (before.server === 'fine') waitAnew();
  });
  const look = () => {
    if (useTrouble.getState().server === 'fine') return;
    if (document.visibilityState === 'visible') void tryNow();
    else clearTimeout(timer);
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timer);
  };
}

function waitAnew(): void {
  waitMs = FIRST_WAIT_MS;
  plan();
}

function plan(): void {
  clearTimeout(timer);
  if (document.visibilityState !== 'visible') return;
  timer = setTimeout(async () => {
    waitMs = nextWaitMs(waitMs);
    await check();
    if (useTrouble.getState().server !== 'fine') plan();
  }, waitMs);
}

/** The waiting time starts anew, too: a user who presses the button has probably just started the server. */
export async function tryNow(): Promise<void> {
  const { isChecking, setChecking } = useTrouble.getState();
  if (isChecking) return;
  setChecking(true);
  await check();
  setChecking(false);
  if (useTrouble.getState().server !== 'fine') waitAnew();
}

/** The answer goes where every answer of the server goes: into the trouble store. */
async function check(): Promise<void> {
  try {
    if (await serverIsKnown()) await (await serverApi()).askMachine();
    else {
      await fetchAnswer('./', { method: 'HEAD', cache: 'no-store' });
      useTrouble.getState().setServer('fine');
    }
  } catch {
    // The page already shows what is wrong.
  }
}

/** What only a server knows; another one may know better. */
const FACTS: readonly unknown[] = ['machine', 'own-runs', 'ceilings', 'builds'];

/** What failed for want of the server, and what it said when it was another one, or none. */
function askAgain(): void {
  clearTimeout(timer);
  void queries.invalidateQueries({
    predicate: ({ queryKey, state }) => FACTS.includes(queryKey[0]) || state.error instanceof ServerTrouble,
  });
}

/** After a link with a token came into a window that is open, whether a server was known to it or not. */
export async function meetServer(): Promise<void> {
  const before = useTrouble.getState().server;
  await check();
  // Mended, it is asked again anyhow.
  if (before === 'fine') askAgain();
}

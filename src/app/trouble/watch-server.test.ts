/**
 * Checks how a lost server is asked again: rarely, only while the page is visible; failed queries are then repeated.
 */
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serverApi } from '../../services/server/server.ts';
import { troubleWith } from '../../services/server/server-requests.ts';
import { useTrouble } from '../../state/trouble-store.ts';
import { nextWaitMs, tryNow, watchServer } from './watch-server.ts';

const MACHINE = { nvcc: null, gpus: [], archs: [], recordedRuns: 0, places: [], allowSource: false };

const page = new EventTarget() as EventTarget & { visibilityState: string };
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
let isThere = false;
let asked = 0;
let unwatch: () => void;

function look(visibilityState: 'visible' | 'hidden'): Promise<unknown> {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
  return vi.advanceTimersByTimeAsync(0);
}

/** How often the server was asked meanwhile. */
async function askedIn(seconds: number): Promise<number> {
  const before = asked;
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return asked - before;
}

beforeAll(async () => {
  // A module is fetched outside of the clock that the test turns.
  await serverApi();
  vi.useFakeTimers();
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('localStorage', { getItem: () => '1' });
  vi.stubGlobal('fetch', async () => {
    asked++;
    if (!isThere) throw new TypeError('Failed to fetch');
    return Response.json(MACHINE);
  });
  unwatch = watchServer(queries);
});
afterAll(() => {
  // The store is shared with the files that run after this one.
  unwatch();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('waits longer each time, up to half a minute', () => {
  const waits = [2000];
  while (waits.length < 10) waits.push(nextWaitMs(waits[waits.length - 1]));
  expect(waits.slice(0, 4)).toEqual([2000, 3000, 4500, 6750]);
  expect(waits[9]).toBe(30_000);
});

test('asks only while somebody looks, at once on return and on demand, and mends what failed', async () => {
  const failing = {
    queryKey: ['ptx'],
    queryFn: () => Promise.reject(troubleWith('gone', 'the server does not answer')),
  };
  await queries.fetchQuery(failing).catch(() => {});
  queries.setQueryData(['emulation'], 'kept');
  expect(await askedIn(2.5)).toBe(1);
  expect(await askedIn(3)).toBe(1);
  await look('hidden');
  expect(await askedIn(3600)).toBe(0);
  await look('visible');
  expect(await askedIn(0)).toBe(0);
  expect(asked).toBe(3);
  await Promise.all([tryNow(), tryNow()]);
  expect(asked).toBe(4);
  expect(useTrouble.getState()).toMatchObject({ server: 'gone', isChecking: false });
  isThere = true;
  expect(await askedIn(2.5)).toBe(1);
  expect(useTrouble.getState().server).toBe('fine');
  expect(queries.getQueryState(['ptx'])?.isInvalidated).toBe(true);
  expect(queries.getQueryState(['emulation'])?.isInvalidated).toBe(false);
  expect(await askedIn(3600)).toBe(0);
});

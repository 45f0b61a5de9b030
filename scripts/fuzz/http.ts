/**
 * The fuzz of the HTTP server: many runs at once against a server in a process of its own, and what that server keeps
 * afterwards.
 */
import { randomUUID } from 'node:crypto';
import { startServerProcess } from '../load/server-process.ts';
import { type HttpTarget, httpRun } from './http-trial.ts';

const AT_ONCE = 48;
/** The server's limit; requests that do not end are given up by then. */
const HEADERS_MS = 300;
/** Runs that are not measured, since every working server takes some memory first. */
const WARM_UP_RUNS = 2_000;
/** Longer than an idle connection is kept. */
const SETTLE_MS = 8_000;
const MOST_GROWTH_MB = 50;

export interface HttpTally {
  done: number;
  readonly ends: Record<string, number>;
  readonly failures: string[];
}

/** Runs `first` to `end` - 1, `AT_ONCE` at a time. */
export async function httpRuns(target: HttpTarget, first: number, end: number, tally: HttpTally): Promise<void> {
  let next = first;
  const lane = async (): Promise<void> => {
    while (next < end) {
      const run = next++;
      try {
        const ending = await httpRun(target, run);
        tally.ends[ending] = (tally.ends[ending] ?? 0) + 1;
      } catch (error) {
        tally.failures.push((error as Error).message);
      }
      tally.done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

export async function fuzzHttp(first: number, runs: number, tally: HttpTally): Promise<void> {
  const secret = randomUUID();
  const server = await startServerProcess(HEADERS_MS, secret);
  const target = { port: server.port, token: server.token, secret };
  const settle = () => new Promise(resolve => setTimeout(resolve, SETTLE_MS));
  await httpRuns(target, first, first + Math.min(runs, WARM_UP_RUNS), { done: 0, ends: {}, failures: [] });
  await settle();
  const before = await server.tidied();
  await httpRuns(target, first, first + runs, tally);
  if (!server.isAlive()) return void tally.failures.push('the server died');
  await settle();
  const after = await server.tidied();
  process.stdout.write(
    `http: memory ${before.residentMB} -> ${after.residentMB} MB, open files ${before.openFiles} -> ${after.openFiles}\n`,
  );
  if (after.residentMB > before.residentMB + MOST_GROWTH_MB) tally.failures.push('the memory does not come back');
  if (after.openFiles > before.openFiles) tally.failures.push('files stay open');
  tally.failures.push(...after.logged.map(text => `the server logged a bug: ${text}`));
  await server.end();
}

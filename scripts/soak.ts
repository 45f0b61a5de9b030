/**
 * `npm run soak -- [--minutes N]`: honest clients use a server while hostile clients attack it. Fails if an honest
 * request fails or waits too long, or if the server keeps memory or files when all clients are gone. Linux only.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { readCommandLine } from './command-line.ts';
import { type ProcessReading, type ServerProcess, startServerProcess } from './load/server-process.ts';
import { HonestClients, type Latency, type RequestKind } from './soak/honest-clients.ts';

/** How much more memory the server may have than before, when all clients are gone. */
const MOST_GROWTH_MB = 50;
/** 95th percentile for pages, sessions and history; compilations and runs depend on their processes. */
const MOST_P95_MS = 1_000;
const HONEST_CLIENTS = 3;
const HEADERS_MS = 10_000;
const WARM_UP_MS = 20_000;
const REPORT_MS = 10_000;
/** Longer than any connection may stay idle or incomplete. */
const SETTLE_MS = 25_000;

const shown = ({ residentMB, openFiles }: ProcessReading) => `${residentMB} MB, ${openFiles} files`;
const latencyText = ({ count, medianMs, p95Ms, maxMs }: Latency) =>
  `${count} answers, median ${medianMs} ms, p95 ${p95Ms} ms, max ${maxMs} ms`;

interface Outcome {
  readonly minutes: number;
  readonly before: ProcessReading;
  readonly mostMB: number;
  readonly after: ProcessReading;
  readonly latency: Readonly<Record<RequestKind, Latency>>;
  readonly failures: readonly string[];
}

async function soak(minutes: number): Promise<Outcome> {
  const server = await startServerProcess(HEADERS_MS);
  const honest = new HonestClients(server);
  honest.start(HONEST_CLIENTS);
  await sleep(WARM_UP_MS);
  const { logged: early, ...before } = await server.tidied();
  process.stdout.write(`begins with ${shown(before)}\n`);
  const hostile = new Worker(new URL('./soak/hostile-clients.ts', import.meta.url), {
    workerData: { port: server.port },
  });
  const mostMB = await watch(server, honest, minutes * 60_000);
  await hostile.terminate();
  await honest.stop();
  await sleep(SETTLE_MS);
  const { logged: late, ...after } = await server.tidied();
  await server.end();
  const bugs = [...early, ...late].map(text => `the server logged a bug: ${text}`);
  return { minutes, before, mostMB, after, latency: honest.latencies(), failures: [...honest.failures, ...bugs] };
}

/** Prints the state until the time is over; returns the largest memory that it saw. */
async function watch(server: ServerProcess, honest: HonestClients, ms: number): Promise<number> {
  const end = performance.now() + ms;
  let mostMB = 0;
  while (performance.now() < end && server.isAlive()) {
    await sleep(Math.min(REPORT_MS, end - performance.now()));
    const now = server.reading();
    mostMB = Math.max(mostMB, now.residentMB);
    const { page } = honest.latencies();
    process.stdout.write(`${shown(now)}; ${latencyText(page)}; ${honest.failures.length} failures\n`);
  }
  return mostMB;
}

function findingsOf({ before, after, latency, failures }: Outcome): readonly string[] {
  const { p95Ms } = latency.page;
  return [
    ...failures.slice(0, 10),
    ...(after.residentMB > before.residentMB + MOST_GROWTH_MB ? ['the memory does not come back'] : []),
    ...(after.openFiles > before.openFiles ? ['files stay open'] : []),
    ...(p95Ms > MOST_P95_MS
      ? [`honest clients wait ${p95Ms} ms (95th percentile), ${MOST_P95_MS} ms is the limit`]
      : []),
  ];
}

const { values } = readCommandLine('usage: npm run soak -- [--minutes N]', {
  options: { minutes: { type: 'string', default: '10' } },
});
const outcome = await soak(Number(values.minutes));
process.stdout.write(`${JSON.stringify({ ...outcome, failures: outcome.failures.length }, null, 2)}\n`);
const findings = findingsOf(outcome);
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exit(findings.length > 0 ? 1 : 0);

/**
 * `npm run fuzz -- [ptx] [launch] [capture] [http] [--runs N] [--first N]`: damages PTX files, launches and captures N times each and runs
 * the results; damages HTTP requests and sends them to a server. Every run must end, within limits of time and memory, in
 * a result or in an error that names its place; every request must get an answer. A run's number is its seed: `ptx
 * --first 4711 --runs 1` repeats that one. Without a name, all are done.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { misused, readCommandLine } from './command-line.ts';
import { fuzzHttp } from './fuzz/http.ts';
import { TARGETS, type Target } from './fuzz/runs.ts';
import type { Report, Share } from './fuzz/worker.ts';

/** Longer than any run may take, since its instructions and its memory are limited. */
const SILENCE_MS = 20_000;
/** Memory of a thread, which no run may exceed. */
const HEAP_MIB = 3072;

interface Tally {
  done: number;
  readonly ends: Record<string, number>;
  readonly failures: string[];
}

function runShare(share: Share, tally: Tally): Promise<void> {
  const worker = new Worker(new URL('./fuzz/worker.ts', import.meta.url), {
    workerData: share,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  return new Promise(resolve => {
    let current = share.first;
    const end = (why: string | null) => {
      clearTimeout(timer);
      worker.removeAllListeners('message');
      if (why !== null) tally.failures.push(`${share.target} run ${current}: ${why}`);
      void worker.terminate();
      resolve();
    };
    const timer = setTimeout(() => end(`no end within ${SILENCE_MS} ms`), SILENCE_MS);
    worker.on('message', (report: Report) => {
      timer.refresh();
      if (report.kind === 'started') current = report.run;
      else count(report, tally);
    });
    worker.on('error', error => end(error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => end(null));
  });
}

function count({ ends, failures }: Extract<Report, { kind: 'ended' }>, tally: Tally): void {
  tally.failures.push(...failures);
  tally.done += failures.length;
  for (const [end, n] of Object.entries(ends)) {
    tally.ends[end] = (tally.ends[end] ?? 0) + n;
    tally.done += n;
  }
}

async function fuzz(target: Target | 'http', first: number, runs: number): Promise<readonly string[]> {
  const tally: Tally = { done: 0, ends: {}, failures: [] };
  const startedAt = performance.now();
  const progress = setInterval(() => process.stderr.write(`${target}: ${tally.done} of ${runs}\n`), 10_000);
  if (target === 'http') await fuzzHttp(first, runs, tally);
  else await fuzzHere(target, first, runs, tally);
  clearInterval(progress);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(
    `${target}: ${tally.done} runs in ${seconds} s, ${JSON.stringify(tally.ends)}, ${tally.failures.length} failures\n`,
  );
  return tally.failures;
}

async function fuzzHere(target: Target, first: number, runs: number, tally: Tally): Promise<void> {
  const step = Math.min(availableParallelism(), runs);
  const shares = Array.from({ length: step }, (_, i) => ({ target, first: first + i, step, end: first + runs }));
  await Promise.all(shares.map(share => runShare(share, tally)));
}

const USAGE = `usage: npm run fuzz -- [ptx] [launch] [capture] [http] [--runs N] [--first N]`;
const { values, positionals } = readCommandLine(USAGE, {
  options: { runs: { type: 'string', default: '100000' }, first: { type: 'string', default: '0' } },
  allowPositionals: true,
});
const known = [...TARGETS, 'http'] as const;
const unknown = positionals.filter(name => !known.some(target => target === name));
if (unknown.length > 0) misused(USAGE, `there is no fuzz of ${unknown.join(', ')}, only of ${known.join(', ')}`);
const failures: string[] = [];
for (const target of known) {
  if (positionals.length > 0 && !positionals.includes(target)) continue;
  failures.push(...(await fuzz(target, Number(values.first), Number(values.runs))));
}
for (const failure of failures) process.stdout.write(`${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

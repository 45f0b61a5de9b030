/**
 * `npm run kill-campaign -- [--kills N] [--servers N] [--seed N]`: `kill -9` of real server processes, during starts,
 * compilations, runs and removals. After each, the next start must work, and nothing that was acknowledged may be lost.
 * Prints a table, and writes it to kill-campaign/result.json.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from './command-line.ts';
import { emptyTally, KINDS, runLane, type Tally } from './kill-campaign/kill-loop.ts';

const { values } = readCommandLine('usage: npm run kill-campaign -- [--kills N] [--servers N] [--seed N]', {
  options: {
    kills: { type: 'string', default: '1000' },
    servers: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
  },
});
const [kills, servers, seed] = [values.kills, values.servers, values.seed].map(Number);

const tally = emptyTally();
const killed = ({ kills }: Tally): number => KINDS.reduce((sum, kind) => sum + kills[kind], 0);
let isInterrupted = false;
// Ctrl-C ends the campaign with the results so far.
process.once('SIGINT', () => {
  isInterrupted = true;
});
const isDone = (): boolean => isInterrupted || killed(tally) >= kills;
const started = performance.now();
let told = 0;
const progress = setInterval(() => {
  console.error(`${killed(tally)} of ${kills}, ${tally.failures.length} failures`);
  for (; told < tally.failures.length; told++) console.error(`  ${tally.failures[told]}`);
}, 30_000);
await Promise.all(Array.from({ length: servers }, (_, lane) => runLane(seed * 1000 + lane, tally, isDone)));
clearInterval(progress);

const result = { date: new Date().toISOString().slice(0, 10), seed, servers, ...tally };
writeFileSync(join(import.meta.dirname, 'kill-campaign/result.json'), `${JSON.stringify(result, null, 2)}\n`);
for (const kind of KINDS) console.log(`killed in a ${kind}`.padEnd(24), String(tally.kills[kind]).padStart(6));
for (const [what, count] of Object.entries(tally.acknowledged)) {
  console.log(`acknowledged ${what}`.padEnd(24), String(count).padStart(6));
}
console.log('processes after a kill'.padEnd(24), String(tally.survivors).padStart(6));
console.log('failures'.padEnd(24), String(tally.failures.length).padStart(6));
for (const failure of tally.failures) console.log(`  ${failure}`);
console.log(`${killed(tally)} kills in ${Math.round((performance.now() - started) / 1000)} s`);
process.exitCode = tally.failures.length > 0 ? 1 : 0;

/** Checks what must hold after every kill, once the next server has started: one sentence for each violation. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { processesIn } from '../../server/fixtures/test-server.ts';
import { buildSchema, type HistoryPage, historyPageSchema } from '../../src/contract/api.ts';
import { API_PATHS } from '../../src/contract/api-address.ts';
import { runsPageSchema, type StoredRun } from '../../src/contract/run.ts';
import type { Victim } from './killed-server.ts';
import type { Ledger } from './ledger.ts';

export async function verdict(victim: Victim, dataDir: string, ledger: Ledger): Promise<string[]> {
  // This is answered once the new server has swept its folders and looked for nvcc, for which it runs jobs of its own.
  await victim.get(API_PATHS.machine);
  const runs = await allRuns(victim);
  const builds = await allBuilds(victim);
  const ids = new Set(runs.map(({ id }) => id));
  const findings = [
    ...[...ledger.builds].filter(n => !builds.has(n)).map(n => `the acknowledged build ${n} is lost`),
    ...ledger.kept.filter(id => !ids.has(id)).map(id => `the acknowledged run ${id} is lost`),
    ...[...ledger.removed].filter(id => ids.has(id)).map(id => `the removed run ${id} is back`),
    ...halfStored(runs),
    ...processesIn(join(dataDir, 'work')).map(pid => `process ${pid} of a killed server lives`),
    ...strayFiles(dataDir),
    ...damagedFiles(dataDir),
  ];
  ledger.saw(runs);
  return findings;
}

/** No job runs yet, so only the new server's own folder may be there. */
function strayFiles(dataDir: string): string[] {
  const work = readdirSync(join(dataDir, 'work'), { recursive: true, encoding: 'utf8' });
  const servers = readdirSync(dataDir).filter(name => name.startsWith('server-'));
  const partial = readdirSync(join(dataDir, 'builds')).filter(name => !name.endsWith('.json'));
  return [
    ...(work.length === 2 ? [] : [`the work folder has ${work.join(', ')}`]),
    ...(servers.length === 1 ? [] : [`the data folder has ${servers.join(', ')}`]),
    ...partial.map(name => `the cache has ${name}`),
  ];
}

function damagedFiles(dataDir: string): string[] {
  const textsIn = (folder: string) =>
    readdirSync(join(dataDir, folder)).map(name => ({ name, text: readFileSync(join(dataDir, folder, name), 'utf8') }));
  const builds = textsIn('builds').filter(({ text }) => !isBuild(text));
  const binaries = textsIn('binaries').filter(({ text }) => text !== 'machine code');
  const database = new DatabaseSync(join(dataDir, 'history.sqlite'), { readOnly: true });
  const integrity = database
    .prepare('PRAGMA integrity_check')
    .all()
    .map(row => String(Object.values(row)[0]));
  database.close();
  return [
    ...[...builds, ...binaries].map(({ name }) => `the cached ${name} is damaged`),
    ...integrity.filter(line => line !== 'ok').map(line => `the history is damaged: ${line}`),
  ];
}

function isBuild(text: string): boolean {
  try {
    return buildSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function halfStored(runs: readonly StoredRun[]): string[] {
  const counts = new Map<string, number>();
  for (const { record } of runs) counts.set(record.comparison, (counts.get(record.comparison) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count !== 2)
    .map(([comparison]) => `the comparison ${comparison} is stored in half`);
}

async function allRuns(victim: Victim): Promise<StoredRun[]> {
  const runs: StoredRun[] = [];
  for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
    const page: ReturnType<typeof runsPageSchema.parse> = runsPageSchema.parse(
      await victim.get(`${API_PATHS.runs}?limit=100&before=${before}`),
    );
    runs.push(...page.runs);
    before = page.next;
  }
  return runs;
}

/** The numbers of all builds in the history. */
async function allBuilds(victim: Victim): Promise<Set<number>> {
  const numbers = new Set<number>();
  for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
    const page: HistoryPage = historyPageSchema.parse(
      await victim.get(`${API_PATHS.builds}?limit=100&before=${before}`),
    );
    for (const entry of page.entries) if (entry.kind === 'build') numbers.add(Number(entry.request.params.n));
    before = page.next;
  }
  return numbers;
}

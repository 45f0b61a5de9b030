import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HistoryPage, historyPageSchema } from '../../src/contract/api.ts';
import { temporaryFolder } from '../fixtures/test-server.ts';
import type { NewEntry } from './build-store.ts';
import { HistoryStore } from './history-store.ts';
import { migrate } from './migrations.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'history.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (n: number, diagnostics = "'); DROP TABLE history; --"): NewEntry => ({
  kind: 'build',
  request: { kernel: 'probe', variant: 'plain', params: { n }, arch: 'sm_90' },
  durationMs: 1,
  outcome: { kind: 'failed', at: 'nvcc', message: `row ${n}`, diagnostics },
});

const pageOf = (store: HistoryStore, query: Parameters<HistoryStore['builds']>[0]): HistoryPage =>
  historyPageSchema.parse(JSON.parse(store.builds(query)));

function everyEntry(store: HistoryStore, limit: number): HistoryPage['entries'] {
  const page = (before: number | null): HistoryPage['entries'] => {
    if (before === null) return [];
    const { entries, next } = pageOf(store, { before, limit });
    return [...entries, ...page(next)];
  };
  return page(Number.MAX_SAFE_INTEGER);
}

describe('the history', () => {
  it('gives back what was added, after closing too', () => {
    const store = new HistoryStore(file);
    const added = [0, 1, 2].map(n => store.addBuild(entry(n)));
    store.close();
    const again = new HistoryStore(file);
    expect(pageOf(again, { limit: 10 })).toEqual({ entries: added.reverse(), next: null });
    again.close();
  });

  it('goes back page by page to the first row', () => {
    const store = new HistoryStore(file);
    for (let n = 0; n < 5; n++) store.addBuild(entry(n));
    expect(everyEntry(store, 2).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
    store.close();
  });

  it('puts no more bytes into a page than it may, however long the compiler talked', () => {
    const store = new HistoryStore(file);
    for (let n = 0; n < 12; n++) store.addBuild(entry(n, 'x'.repeat(1 << 20)));
    const page = store.builds({ limit: 100 });
    expect(page.length).toBeLessThan(5 << 20);
    expect(everyEntry(store, 100)).toHaveLength(12);
    store.close();
  });

  it('serves two servers at once', () => {
    const [a, b] = [new HistoryStore(file), new HistoryStore(file)];
    const ids = [a, b, a, b].map((store, n) => store.addBuild(entry(n)).id);
    expect(ids).toEqual([1, 2, 3, 4]);
    expect(pageOf(a, { limit: 9 }).entries).toHaveLength(4);
    a.close();
    b.close();
  });

  it('is readable by its user alone, its log too', () => {
    const before = process.umask(0);
    const store = new HistoryStore(file);
    process.umask(before);
    store.addBuild(entry(0));
    for (const end of ['', '-wal', '-shm']) expect(statSync(file + end).mode & 0o777, end).toBe(0o600);
    store.close();
  });

  it('begins a new file where its own is gone, and keeps what comes then', () => {
    const store = new HistoryStore(file);
    store.addBuild(entry(0));
    rmSync(file);
    store.addBuild(entry(1));
    store.close();
    const again = new HistoryStore(file);
    expect(pageOf(again, { limit: 9 }).entries.map(({ outcome }) => outcome)).toMatchObject([{ message: 'row 1' }]);
    again.close();
  });
});

describe('a file that it cannot use', () => {
  function databaseWith(sql: string): void {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  }

  it.each<[string, () => void, RegExp]>([
    [
      'of text',
      () => writeFileSync(file, 'long enough to be looked at as the header of a database'.repeat(3)),
      /is not a history/,
    ],
    ['of another program', () => databaseWith('CREATE TABLE notes (x)'), /is not a history of Lanescape: move/],
    [
      'of a program that numbers its versions',
      () => databaseWith('CREATE TABLE notes (x); PRAGMA user_version = 2'),
      /is not a history/,
    ],
    ['of a program that says who it is', () => databaseWith('PRAGMA application_id = 7'), /is not a history/],
    [
      'of a newer version',
      () => databaseWith('CREATE TABLE history (x); PRAGMA user_version = 99'),
      /newer Lanescape: update/,
    ],
  ])('%s is left as it is, and named in a sentence', (_, make, words) => {
    make();
    const before = readFileSync(file);
    expect(() => new HistoryStore(file)).toThrow(words);
    expect(() => new HistoryStore(file)).toThrow(file);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('that is a folder is named in a sentence', () => {
    mkdirSync(file);
    expect(() => new HistoryStore(file)).toThrow(`${file} is a folder`);
  });
});

describe('a migration', () => {
  it('keeps the rows of the older version, and repeats a step that failed', () => {
    const database = new DatabaseSync(file);
    const first = 'CREATE TABLE t (x)';
    migrate(database, [first]);
    database.exec('INSERT INTO t VALUES (1)');
    expect(() => migrate(database, [first, 'ALTER TABLE t ADD y; SELECT nonsense'])).toThrow();
    migrate(database, [first, 'ALTER TABLE t ADD y']);
    migrate(database, [first, 'ALTER TABLE t ADD y']);
    expect(database.prepare('SELECT x, y FROM t').all()).toEqual([{ x: 1, y: null }]);
    database.close();
  });
});

describe('a server that is killed', () => {
  const VARIANTS = 6;

  /** Lets the writer acknowledge at least `rows` rows, kills it during its work, and returns what it had acknowledged. */
  function killedWriter(rows: number): Promise<string[]> {
    const child = spawn(process.execPath, [
      join(import.meta.dirname, '../fixtures/write-history.ts'),
      file,
      String(VARIANTS),
    ]);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', text => {
      printed += text;
      if (printed.split('\n').length > rows) child.kill('SIGKILL');
    });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => resolve(printed.split('\n').slice(0, -1)));
    });
  }

  it('loses no row that it had acknowledged, and leaves no part of a comparison', async () => {
    const acknowledged: string[] = [];
    for (const rows of [1, 17, 40]) acknowledged.push(...(await killedWriter(rows)));
    expect(acknowledged.length).toBeGreaterThan(55);
    const store = new HistoryStore(file);
    const numberOf = (kept: HistoryPage['entries'][number]) => kept.kind === 'build' && kept.request.params.n;
    const kept = new Map(everyEntry(store, 100).map(each => [each.id, numberOf(each)]));
    for (const line of acknowledged) {
      const [id, n] = line.split(' ').map(Number);
      expect(kept.get(id)).toBe(n);
    }
    store.close();
    const database = new DatabaseSync(file);
    const sizes = database.prepare("SELECT count(*) AS n FROM runs GROUP BY record ->> 'comparison'").all();
    expect(new Set(sizes.map(({ n }) => n))).toEqual(new Set([VARIANTS]));
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    database.close();
  });
});

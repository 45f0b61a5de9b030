import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { HistoryStore, type NewEntry } from './history-store.ts';
import { migrate } from './migrations.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'history.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (n: number): NewEntry => ({
  kind: 'build',
  request: { kernel: 'probe', variant: 'plain', params: { n }, arch: 'sm_90' },
  durationMs: 1,
  outcome: { kind: 'failed', at: 'nvcc', message: `row ${n}`, diagnostics: "'); DROP TABLE history; --" },
});

describe('the history', () => {
  it('gives back what was added, after closing too', () => {
    const store = new HistoryStore(file);
    const added = [0, 1, 2].map(n => store.add(entry(n)));
    store.close();
    const again = new HistoryStore(file);
    expect(again.page({ limit: 10 })).toEqual({ entries: added.reverse(), next: null });
    again.close();
  });

  it('goes back page by page to the first row', () => {
    const store = new HistoryStore(file);
    for (let n = 0; n < 5; n++) store.add(entry(n));
    const ids: number[] = [];
    let before: number | null = Number.MAX_SAFE_INTEGER;
    while (before !== null) {
      const page = store.page({ before, limit: 2 });
      ids.push(...page.entries.map(({ id }) => id));
      before = page.next;
    }
    expect(ids).toEqual([5, 4, 3, 2, 1]);
    store.close();
  });

  it('serves two servers at once', () => {
    const [a, b] = [new HistoryStore(file), new HistoryStore(file)];
    const ids = [a, b, a, b].map((store, n) => store.add(entry(n)).id);
    expect(ids).toEqual([1, 2, 3, 4]);
    expect(a.page({ limit: 9 }).entries).toHaveLength(4);
    a.close();
    b.close();
  });

  it('does not open what is no database, nor one of a newer version', () => {
    writeFileSync(file, 'this is a text file, long enough to be looked at as a database header');
    expect(() => new HistoryStore(file)).toThrow('not a database');
    rmSync(file);
    new HistoryStore(file).close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(() => new HistoryStore(file)).toThrow('newer Lanescape');
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
  /** Lets it acknowledge at least `rows` rows, kills it in the middle of its work, gives what it had acknowledged. */
  function killedWriter(rows: number): Promise<string[]> {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../fixtures/write-history.ts'), file]);
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

  it('loses no row that it had acknowledged', async () => {
    const acknowledged: string[] = [];
    for (const rows of [1, 37, 150]) acknowledged.push(...(await killedWriter(rows)));
    expect(acknowledged.length).toBeGreaterThan(180);
    const store = new HistoryStore(file);
    const kept = new Map<number, unknown>();
    for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
      const page = store.page({ before, limit: 100 });
      for (const entry of page.entries) kept.set(entry.id, entry.kind === 'build' && entry.request.params.n);
      before = page.next;
    }
    for (const line of acknowledged) {
      const [id, n] = line.split(' ').map(Number);
      expect(kept.get(id)).toBe(n);
    }
    store.close();
    const database = new DatabaseSync(file);
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    database.close();
  });
});

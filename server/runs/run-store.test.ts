import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runsPageSchema, type StoredRun } from '../../src/contract/run.ts';
import { recordOf, timed } from '../../src/trace/fixtures/run-records.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { openHistoryFile } from './history-file.ts';
import { RunStore } from './run-store.ts';
import { kindOf } from './store-failure.ts';

let folder = '';
let database: DatabaseSync;
let store: RunStore;
beforeEach(() => {
  folder = temporaryFolder();
  database = openHistoryFile(join(folder, 'history.sqlite'));
  store = new RunStore(database);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const uuid = (n: number): string => `b8a1f9d0-6b3c-4a52-9a5e-${String(n).padStart(12, '0')}`;
const comparison = (n: number, variants: number, samples = 1): RunRecord[] => {
  const outcome = timed(1, { samplesNs: Array(samples).fill(1000.5), samplesMhz: Array(samples).fill(1980) });
  return Array.from({ length: variants }, (_, i) => recordOf(`v${i}`, outcome, { comparison: uuid(n) }));
};

/** How many rows each comparison has. */
function kept(): Map<string, number> {
  const rows = database.prepare("SELECT record ->> 'comparison' AS name, count(*) AS n FROM runs GROUP BY name").all();
  return new Map(rows.map(({ name, n }) => [String(name), Number(n)]));
}

function page(before: number, limit = 100): { readonly runs: readonly StoredRun[]; readonly next: number | null } {
  const { runs, next } = store.page({ before, limit });
  return runsPageSchema.parse({ runs: JSON.parse(runs), next, stale: [] });
}

/** The file cannot grow beyond that, so the third run of a comparison fails as on a full disk. */
const limitPages = (pages: number): void => database.exec(`PRAGMA max_page_count = ${pages}`);

describe('a comparison', () => {
  it('is stored as a whole or not at all', () => {
    const [{ page_count: pages }] = database.prepare('PRAGMA page_count').all();
    limitPages(Number(pages) + 30);
    const failure = (() => {
      try {
        store.add(comparison(1, 8, 3_000));
      } catch (error) {
        return kindOf(error);
      }
    })();
    expect(failure).toBe('full');
    expect(kept().size).toBe(0);
    limitPages(1_000_000);
    expect(store.add(comparison(1, 8, 3_000))).toHaveLength(8);
    expect(kept()).toEqual(new Map([[uuid(1), 8]]));
  });

  it('is dropped as a whole where there are too many rows', () => {
    for (let n = 0; n < 160; n++) store.add(comparison(n, 13));
    const rows = kept();
    expect(new Set(rows.values())).toEqual(new Set([13]));
    expect(rows.size).toBe(Math.floor(2_000 / 13));
    expect(rows.has(uuid(159))).toBe(true);
  });

  it('is removed as a whole, by any run of it, and no other with it', () => {
    const [, { id }] = store.add(comparison(1, 3));
    store.add(comparison(2, 2));
    expect(store.removeComparison(id)).toBe(true);
    expect(kept()).toEqual(new Map([[uuid(2), 2]]));
    expect(store.removeComparison(id)).toBe(false);
  });

  it('of an older version, which stored row by row, is marked; one of today is not', () => {
    const [record] = comparison(1, 1);
    database.prepare('INSERT INTO runs (kernel, record) VALUES (?, ?)').run(record.kernel, JSON.stringify(record));
    store.add(comparison(2, 1));
    expect(page(99).runs.map(({ mayLackVariants }) => mayLackVariants)).toEqual([undefined, true]);
  });
});

describe('a page of runs', () => {
  it('is bounded by bytes, and the pages together have every run', () => {
    for (let n = 0; n < 3; n++) store.add(comparison(n, 4, 60_000));
    const ids: number[] = [];
    for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
      expect(store.page({ before, limit: 100 }).runs.length).toBeLessThan(5 << 20);
      const { runs, next } = page(before);
      ids.push(...runs.map(({ id }) => id));
      before = next;
    }
    expect(ids).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('has one run at least, and says what is needed to hold it against today', () => {
    store.add(comparison(1, 2, 190_000));
    const { briefs, next } = store.page({ limit: 100 });
    expect(next).toBe(2);
    expect(briefs).toMatchObject([{ comparison: uuid(1), variant: 'v1' }]);
    expect(briefs[0]).not.toHaveProperty('outcome');
  });

  it('leaves out a run of times that no clock measures', () => {
    store.add(comparison(1, 1));
    const forged = JSON.stringify(comparison(2, 1)[0]).replace('"samplesNs":[1000.5]', '"samplesNs":[1e308]');
    database.prepare("INSERT INTO runs (kernel, record) VALUES ('x', ?)").run(forged);
    expect(page(99).runs.map(({ id }) => id)).toEqual([1]);
  });
});

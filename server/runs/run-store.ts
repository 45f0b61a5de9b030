/** Runs on a GPU, all samples of them, in the history's SQLite file. A row is on disk when `add` returns. */
import type { DatabaseSync } from 'node:sqlite';
import { type RunsPage, runRecordSchema, type StoredRun } from '../../src/contract/run.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';

/** Older rows are dropped. */
const MAX_ROWS = 2_000;

interface RunsQuery {
  readonly kernel?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

export class RunStore {
  readonly #database: DatabaseSync;

  /** The history's database, with its tables made. */
  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  add(record: RunRecord): StoredRun {
    const insert = this.#database.prepare('INSERT INTO runs (kernel, record) VALUES (?, ?)');
    const id = Number(insert.run(record.kernel, JSON.stringify(record)).lastInsertRowid);
    this.#database.prepare('DELETE FROM runs WHERE id <= ?').run(id - MAX_ROWS);
    return { id, record };
  }

  /** Newest first, older than `before`. A row that no longer fits the schema is left out. */
  page({ kernel, before = Number.MAX_SAFE_INTEGER, limit }: RunsQuery): Omit<RunsPage, 'stale'> {
    const select = this.#database.prepare(
      // No numbered places: Node 22 counts one that is there twice as two.
      'SELECT id, record FROM runs WHERE id < ? AND kernel = ifnull(?, kernel) ORDER BY id DESC LIMIT ?',
    );
    const rows = select.all(before, kernel ?? null, limit + 1);
    const shown = rows.slice(0, limit);
    const runs = shown.flatMap(({ id, record }) => {
      const parsed = runRecordSchema.safeParse(JSON.parse(String(record)));
      return parsed.success ? [{ id: Number(id), record: parsed.data }] : [];
    });
    return { runs, next: rows.length > limit ? Number(shown.at(-1)?.id) : null };
  }

  /** false where there was none. */
  remove(id: number): boolean {
    return this.#database.prepare('DELETE FROM runs WHERE id = ?').run(id).changes === 1;
  }
}

/** What this server built, in the history's SQLite file. */
import type { DatabaseSync } from 'node:sqlite';
import { type HistoryEntry, historyEntrySchema } from '../../src/contract/api.ts';
import { takeWithin } from './page-bytes.ts';
import { inTransaction } from './transaction.ts';

/** Older rows are dropped. */
const MAX_ROWS = 10_000;

/** An entry without its number and date, which the store gives it. */
export type NewEntry = Unstamped<HistoryEntry>;
type Unstamped<E> = E extends HistoryEntry ? Omit<E, 'id' | 'date'> : never;

export interface BuildsQuery {
  readonly before?: number;
  readonly limit: number;
}

export class BuildStore {
  readonly #database: DatabaseSync;

  /** The history's database, with its tables made. */
  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  add(entry: NewEntry): HistoryEntry {
    const date = new Date().toISOString();
    const of = entry.kind === 'source' ? entry.request.name : entry.request.kernel;
    return inTransaction(this.#database, () => {
      const insert = this.#database.prepare('INSERT INTO history (date, kind, kernel, entry) VALUES (?, ?, ?, ?)');
      const id = Number(insert.run(date, entry.kind, of, JSON.stringify(entry)).lastInsertRowid);
      this.#database.prepare('DELETE FROM history WHERE id <= ?').run(id - MAX_ROWS);
      return { ...entry, id, date };
    });
  }

  /**
   * JSON of a `HistoryPage`: newest first, older than `before`, as many rows as fit. Rows that no longer fit the schema
   * are left out.
   */
  page({ before = Number.MAX_SAFE_INTEGER, limit }: BuildsQuery): string {
    const select = this.#database.prepare('SELECT id, date, entry FROM history WHERE id < ? ORDER BY id DESC LIMIT ?');
    const { taken, hasMore } = takeWithin(select.iterate(before, limit + 1), limit, row => String(row.entry));
    const entries = taken.flatMap(({ id, date, entry }) => {
      const parsed = historyEntrySchema.safeParse({ ...JSON.parse(String(entry)), id, date });
      return parsed.success ? [parsed.data] : [];
    });
    return JSON.stringify({ entries, next: hasMore ? Number(taken.at(-1)?.id) : null });
  }
}

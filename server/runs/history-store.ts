/**
 * What this server did, in one SQLite file in the user's data folder. A row is on disk when `add` returns; a server that
 * is killed in the middle of a write loses at most the row it had not yet acknowledged.
 */
import { DatabaseSync } from 'node:sqlite';
import { type HistoryEntry, type HistoryPage, historyEntrySchema } from '../../src/contract/api.ts';
import { CeilingsStore } from './ceilings-store.ts';
import { migrate } from './migrations.ts';
import { RunStore } from './run-store.ts';

/** Older rows are dropped. */
const MAX_ROWS = 10_000;

/** An entry before the store gives it its number and date. */
export type NewEntry = Unstamped<HistoryEntry>;
type Unstamped<E> = E extends HistoryEntry ? Omit<E, 'id' | 'date'> : never;

export class HistoryStore {
  readonly #database: DatabaseSync;
  readonly runs: RunStore;
  readonly ceilings: CeilingsStore;

  /** Throws when the file is no database of ours, or of a newer version. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    try {
      this.#database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      migrate(this.#database);
    } catch (error) {
      this.#database.close();
      throw new Error(`cannot use the history file ${file}: ${(error as Error).message}`, { cause: error });
    }
    this.runs = new RunStore(this.#database);
    this.ceilings = new CeilingsStore(this.#database);
  }

  add(entry: NewEntry): HistoryEntry {
    const date = new Date().toISOString();
    const insert = this.#database.prepare('INSERT INTO history (date, kind, kernel, entry) VALUES (?, ?, ?, ?)');
    const of = entry.kind === 'source' ? entry.request.name : entry.request.kernel;
    const id = Number(insert.run(date, entry.kind, of, JSON.stringify(entry)).lastInsertRowid);
    this.#database.prepare('DELETE FROM history WHERE id <= ?').run(id - MAX_ROWS);
    return { ...entry, id, date };
  }

  /** Newest first, older than `before`. A row that no longer fits the schema is left out. */
  page({ before = Number.MAX_SAFE_INTEGER, limit }: { readonly before?: number; readonly limit: number }): HistoryPage {
    const select = this.#database.prepare('SELECT id, date, entry FROM history WHERE id < ? ORDER BY id DESC LIMIT ?');
    const rows = select.all(before, limit + 1);
    const shown = rows.slice(0, limit);
    const entries = shown.flatMap(({ id, date, entry }) => {
      const parsed = historyEntrySchema.safeParse({ ...JSON.parse(String(entry)), id, date });
      return parsed.success ? [parsed.data] : [];
    });
    return { entries, next: rows.length > limit ? Number(shown.at(-1)?.id) : null };
  }

  close(): void {
    this.#database.close();
  }
}

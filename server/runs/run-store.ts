/** Runs on a GPU, all samples of them, in the history's SQLite file: the rows of a comparison go in together and out together. */
import type { DatabaseSync } from 'node:sqlite';
import { runRecordSchema, type StoredRun } from '../../src/contract/run.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { takeWithin } from './page-bytes.ts';
import type { MadeOf } from './today.ts';
import { inTransaction } from './transaction.ts';

/** Comparisons that do not fit into so many rows are dropped, the oldest first. */
const MAX_ROWS = 2_000;

/** Rows of one comparison lie together, and two servers that wrote in turns have mixed at most so many. */
const SPREAD_ROWS = 64;

export interface RunsQuery {
  readonly kernel?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface RunsText {
  /** JSON of an array of `StoredRun`. */
  readonly runs: string;
  readonly briefs: readonly MadeOf[];
  readonly next: number | null;
}

export class RunStore {
  readonly #database: DatabaseSync;

  /** The history's database, with its tables made. */
  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Of one comparison. */
  add(records: readonly RunRecord[]): StoredRun[] {
    return inTransaction(this.#database, () => {
      const insert = this.#database.prepare('INSERT INTO runs (kernel, record, whole) VALUES (?, ?, 1)');
      const stored = records.map(record => {
        const id = Number(insert.run(record.kernel, JSON.stringify(record)).lastInsertRowid);
        return { id, record };
      });
      this.#trim((stored.at(-1)?.id ?? 0) - MAX_ROWS);
      return stored;
    });
  }

  /** All of every comparison that has a row up to `last`. */
  #trim(last: number): void {
    const remove = this.#database.prepare(
      `DELETE FROM runs WHERE id <= ? AND record ->> 'comparison' IN
         (SELECT record ->> 'comparison' FROM runs WHERE id <= ?)`,
    );
    remove.run(last + SPREAD_ROWS, last);
  }

  /** Newest first, older than `before`, as many as fit into a page. A row that no longer fits the schema is left out. */
  page({ kernel, before = Number.MAX_SAFE_INTEGER, limit }: RunsQuery): RunsText {
    const select = this.#database.prepare(
      // No numbered places: Node 22 counts one that is there twice as two.
      'SELECT id, record, whole FROM runs WHERE id < ? AND kernel = ifnull(?, kernel) ORDER BY id DESC LIMIT ?',
    );
    const { taken, hasMore } = takeWithin(select.iterate(before, kernel ?? null, limit + 1), limit, row =>
      String(row.record),
    );
    const texts: string[] = [];
    const briefs: MadeOf[] = [];
    for (const { id, record, whole } of taken) {
      const parsed = runRecordSchema.safeParse(JSON.parse(String(record)));
      if (!parsed.success) continue;
      const { outcome: _, counters: __, ...brief } = parsed.data;
      briefs.push(brief);
      texts.push(`{"id":${id},"record":${record}${whole === 0 ? ',"mayLackVariants":true' : ''}}`);
    }
    return { runs: `[${texts.join()}]`, briefs, next: hasMore ? Number(taken.at(-1)?.id) : null };
  }

  /** All runs of the comparison that the run belongs to. false where there was no such run. */
  removeComparison(id: number): boolean {
    const remove = this.#database.prepare(
      `DELETE FROM runs WHERE id BETWEEN ? AND ? AND record ->> 'comparison' =
         (SELECT record ->> 'comparison' FROM runs WHERE id = ?)`,
    );
    return inTransaction(this.#database, () => Number(remove.run(id - SPREAD_ROWS, id + SPREAD_ROWS, id).changes) > 0);
  }
}

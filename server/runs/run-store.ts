/**
 * Runs on a GPU with all their samples, in the history's SQLite file. The rows of a comparison are added together and
 * removed together.
 */
import type { DatabaseSync } from 'node:sqlite';
import { runRecordSchema, type StoredRun } from '../../src/contract/run.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import type { MadeOf } from './current-sources.ts';
import { takeWithin } from './page-bytes.ts';
import { inTransaction } from './transaction.ts';

/** If comparisons need more rows than this, the oldest are dropped. */
const MAX_ROWS = 2_000;

/** Rows of one comparison lie together. Two servers that wrote in turns have mixed at most this many. */
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

  /** Adds the runs of one comparison. */
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

  /** Removes every comparison that has a row up to `last`, with all its rows. */
  #trim(last: number): void {
    const remove = this.#database.prepare(
      `DELETE FROM runs WHERE id <= ? AND record ->> 'comparison' IN
         (SELECT record ->> 'comparison' FROM runs WHERE id <= ?)`,
    );
    remove.run(last + SPREAD_ROWS, last);
  }

  /** Newest first, older than `before`, as many as fit into a page. Rows that no longer fit the schema are left out. */
  page({ kernel, before = Number.MAX_SAFE_INTEGER, limit }: RunsQuery): RunsText {
    const select = this.#database.prepare(
      // No numbered parameters: Node 22 counts one that occurs twice as two.
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

  /** Removes all runs of the comparison to which the run belongs. false if there is no such run. */
  removeComparison(id: number): boolean {
    const remove = this.#database.prepare(
      `DELETE FROM runs WHERE id BETWEEN ? AND ? AND record ->> 'comparison' =
         (SELECT record ->> 'comparison' FROM runs WHERE id = ?)`,
    );
    return inTransaction(this.#database, () => Number(remove.run(id - SPREAD_ROWS, id + SPREAD_ROWS, id).changes) > 0);
  }
}

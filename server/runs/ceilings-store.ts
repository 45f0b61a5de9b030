/** The most that the GPUs of this machine can do, measured once for each GPU and driver, in the history's SQLite file. */
import type { DatabaseSync } from 'node:sqlite';
import { ceilingsRecordSchema } from '../../src/contract/ceilings.ts';
import type { CeilingsRecord } from '../../src/trace/ceilings.ts';

export class CeilingsStore {
  readonly #database: DatabaseSync;

  /** The history's database, with its tables made. */
  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  add(record: CeilingsRecord): void {
    const insert = this.#database.prepare('INSERT INTO ceilings (gpu, driver, record) VALUES (?, ?, ?)');
    insert.run(record.gpu.name, record.driver, JSON.stringify(record));
  }

  /** The newest entry for GPUs with that name and driver, or for one GPU if its hash is given; null if there is none. */
  find(gpu: string, driver: string, uuidHash: string | null = null): CeilingsRecord | null {
    const select = this.#database.prepare('SELECT record FROM ceilings WHERE gpu = ? AND driver = ? ORDER BY id DESC');
    for (const { record } of select.all(gpu, driver)) {
      const parsed = ceilingsRecordSchema.safeParse(JSON.parse(String(record)));
      if (parsed.success && (uuidHash === null || parsed.data.gpu.uuidHash === uuidHash)) return parsed.data;
    }
    return null;
  }
}

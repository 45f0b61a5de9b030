/** All or nothing in one SQLite file. */
import type { DatabaseSync } from 'node:sqlite';

/** IMMEDIATE: who cannot have the lock to write learns it before anything is done. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** SQLite has done it itself after some errors, a full disk among them. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // There is no transaction any more.
  }
}

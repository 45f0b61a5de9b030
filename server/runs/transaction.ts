/** A transaction in one SQLite file: all or nothing. */
import type { DatabaseSync } from 'node:sqlite';

/** IMMEDIATE: a call that cannot get the write lock learns so before it has done anything. */
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

/** After some errors, such as a full disk, SQLite has rolled back already. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // There is no transaction any more.
  }
}

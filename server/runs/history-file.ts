/** Opens the history's SQLite file: its user's alone, of a version that is known here, and never another program's. */
import { closeSync, constants, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { diskWords } from './disk-words.ts';
import { migrate, originOf } from './migrations.ts';
import { failureWords, kindOf, UnopenedHistory } from './store-failure.ts';

/** At the start another server may be making the tables; later, who waits lets others go first (`history-thread.ts`). */
export const OPENING_MS = 5_000;
const BUSY_MS = 50;

/** Throws `UnopenedHistory` when it is no file of ours, or of a newer version, or cannot be used. */
export function openHistoryFile(file: string, openingMs = OPENING_MS): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    makePrivateFile(file);
    database = new DatabaseSync(file, { timeout: openingMs });
    // Before anything is written: changing the journal changes the file.
    const origin = originOf(database);
    if (origin !== 'ours') throw new UnopenedHistory(failureWords(origin, file), origin, null);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    migrate(database);
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    return database;
  } catch (error) {
    database?.close();
    throw unopened(error, file);
  }
}

/** SQLite gives the write-ahead log and its index the permissions of the file that they belong to. */
function makePrivateFile(file: string): void {
  closeSync(openSync(file, constants.O_RDONLY | constants.O_CREAT, 0o600));
}

function unopened(error: unknown, file: string): UnopenedHistory {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    const words = "is a folder, and should be the history's file: move it away, or use --data-dir with another folder";
    return new UnopenedHistory(`${file} ${words}`, 'unopened', error);
  }
  const kind = kindOf(error);
  if (kind !== null) return new UnopenedHistory(failureWords(kind, file), kind, error);
  const words = diskWords(error, file);
  return new UnopenedHistory(words ?? (error as Error).message, 'unopened', error);
}

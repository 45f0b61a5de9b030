/**
 * Opens the history's SQLite file. It must belong to the user alone, have a version that is known here, and not be
 * another program's.
 */
import { closeSync, constants, openSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { sqlite } from '../sqlite.ts';
import { diskWords } from './disk-words.ts';
import { migrate, originOf } from './migrations.ts';
import { failureWords, kindOf, UnopenedHistory } from './store-failure.ts';

/** At the start, another server may be creating the tables. Later waits let other calls go first (`history-thread.ts`). */
export const OPENING_MS = 5_000;
const BUSY_MS = 50;

/** Throws `UnopenedHistory` if the file is not ours, has a newer version, or cannot be used. */
export function openHistoryFile(file: string, openingMs = OPENING_MS): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    makePrivateFile(file);
    // The history has a thread only on a Node with SQLite.
    database = new sqlite!.DatabaseSync(file, { timeout: openingMs });
    // Checked before anything is written, since changing the journal mode changes the file.
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

/** SQLite gives the write-ahead log and its index the permissions of their database file. */
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

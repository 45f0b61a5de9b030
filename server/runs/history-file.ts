/** Opens the history's SQLite file: its user's alone, of a version that is known here, and never another program's. */
import { closeSync, constants, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { diskWords } from './disk-words.ts';
import { migrate, originOf } from './migrations.ts';
import { failureWords, kindOf } from './store-failure.ts';

/** At the start another server may be making the tables; later, who waits lets others go first (`history-thread.ts`). */
export const OPENING_MS = 5_000;
const BUSY_MS = 50;

/** Throws a sentence that names the file when it is no file of ours, or of a newer version, or cannot be used. */
export function openHistoryFile(file: string, openingMs = OPENING_MS): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    makePrivateFile(file);
    database = new DatabaseSync(file, { timeout: openingMs });
    // Before anything is written: changing the journal changes the file.
    const origin = originOf(database);
    if (origin !== 'ours') throw new Error(failureWords(origin, file));
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    migrate(database);
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    return database;
  } catch (error) {
    database?.close();
    throw new Error(wordsFor(error, file), { cause: error });
  }
}

/** SQLite gives the write-ahead log and its index the permissions of the file that they belong to. */
function makePrivateFile(file: string): void {
  closeSync(openSync(file, constants.O_RDONLY | constants.O_CREAT, 0o600));
}

function wordsFor(error: unknown, file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    return `${file} is a folder, and should be the history's file: move it away, or use --data-dir with another folder`;
  }
  const kind = kindOf(error);
  if (kind !== null) return failureWords(kind, file);
  return diskWords(error, file) ?? (error as Error).message;
}

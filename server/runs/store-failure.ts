/**
 * Why something was not stored or could not be read, by SQLite's result codes (sqlite.org/rescode.html), and what the
 * user can do.
 */
import { WITHOUT_SQLITE } from '../sqlite.ts';

const KINDS = {
  locked: 'is locked by another program: close that one (a database browser, a backup), then try again',
  full: 'cannot grow, since its disk is full: free some space, then try again',
  readOnly: 'cannot be written: give yourself the right to write it and its folder, then try again',
  damaged: 'is damaged: stop Lanescape, move the file away, and start again',
  foreign: 'is not a history of Lanescape: move the file away, or use --data-dir with another folder',
  newer: 'was written by a newer Lanescape: update this one, or use --data-dir with another folder',
  unopened: 'cannot be opened: make sure that it is a file of yours in a folder of yours, then try again',
  unread: 'could not be read or written: check its disk, then try again',
  crowded: 'is overloaded: try again in a moment',
  noSqlite: `is not used, ${WITHOUT_SQLITE}`,
  stopped: 'is closed: start Lanescape again',
} as const;

export interface StoreFailure {
  readonly kind: keyof typeof KINDS;
  /** One sentence for the user. It names no path, since it is sent to the page. */
  readonly message: string;
}

const FILE = 'history.sqlite in the data folder';

export const storeFailure = (kind: StoreFailure['kind']): StoreFailure => ({ kind, message: failureWords(kind, FILE) });

/** @param file the name for the file in the sentence. */
export const failureWords = (kind: StoreFailure['kind'], file: string): string => `${file} ${KINDS[kind]}`;

const BY_PRIMARY_CODE: Readonly<Record<number, StoreFailure['kind']>> = {
  5: 'locked', // SQLITE_BUSY
  6: 'locked', // SQLITE_LOCKED
  8: 'readOnly', // SQLITE_READONLY
  10: 'unread', // SQLITE_IOERR
  11: 'damaged', // SQLITE_CORRUPT
  13: 'full', // SQLITE_FULL
  14: 'unopened', // SQLITE_CANTOPEN
  26: 'foreign', // SQLITE_NOTADB
};

/** SQLITE_IOERR_SHMSIZE: the index of the write-ahead log could not grow. */
const NO_ROOM_FOR_INDEX = 4874;

/** The file cannot be opened. The message is a sentence with its path. */
export class UnopenedHistory extends Error {
  readonly kind: StoreFailure['kind'];

  constructor(message: string, kind: StoreFailure['kind'], cause: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** null if the failure is neither SQLite's nor the file's, and so a bug. */
export function kindOf(error: unknown): StoreFailure['kind'] | null {
  if (error instanceof UnopenedHistory) return error.kind;
  const code = (error as { errcode?: unknown } | null)?.errcode;
  if (typeof code !== 'number') return null;
  return code === NO_ROOM_FOR_INDEX ? 'full' : (BY_PRIMARY_CODE[code & 0xff] ?? 'unread');
}

/**
 * Which server a work folder belongs to, and whether that server is alive. Containers, where one process number means
 * several processes, and hosts may share a data folder. So an owner is known by a file that it keeps locked; the kernel
 * unlocks the file when the owner's process ends, in whatever way. A lock may hold on one host only, so an owner on
 * another kernel is given up only if its file has also not been touched for a long time. On a Node that cannot lock files
 * an owner has no file: its folder is removed when it ends, and stays if it is killed.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Sqlite, sqlite } from '../sqlite.ts';
import { runningKernel } from './running-kernel.ts';

export interface Owner {
  /** Its own folder, also unique among those of other hosts. It need not exist. */
  readonly folder: string;
  /**
   * Removes the folder, then the owner's file; works once. What cannot be removed now is left to a later start, as that
   * of a dead owner.
   */
  release(): Promise<void>;
}

/** sqlite.org/rescode.html */
const SQLITE_BUSY = 5;
const LOCK_FILE = /^(([0-9a-f]{8})-[0-9a-f]{16})\.lock$/;
const TOUCH_MS = 60_000;
/** A host may sleep or lose its connection, and come back. */
const FOREIGN_SILENCE_MS = 7 * 24 * 3600_000;

/**
 * Throws if a file cannot be locked. The lock is made first and the folder after it, so a folder without a lock has no
 * owner and is never made.
 */
export function becomeOwner(parent: string): Owner {
  for (;;) {
    const folder = join(parent, `${runningKernel()}-${randomBytes(8).toString('hex')}`);
    if (sqlite === null) return { folder, release: () => rm(folder, { recursive: true, force: true }).catch(() => {}) };
    const lock = lockOn(sqlite, lockFile(folder));
    // A server that starts may have taken the file for that of a dead owner, between its creation and its locking.
    if (lock !== null && existsSync(lockFile(folder))) return ownerOf(folder, lock);
    lock?.close();
  }
}

/** The owner of the file with this name, if it is dead; null if it is alive, and for any other file. */
export function deadOwner(parent: string, name: string): Owner | null {
  const [, id, kernel] = LOCK_FILE.exec(name) ?? [];
  if (id === undefined || sqlite === null) return null;
  const folder = join(parent, id);
  const lock = lockUnlessRefused(sqlite, lockFile(folder));
  if (lock === null) return null;
  if (kernel === runningKernel() || silenceMs(lockFile(folder)) > FOREIGN_SILENCE_MS) return ownerOf(folder, lock);
  lock.close();
  return null;
}

const lockFile = (folder: string): string => `${folder}.lock`;

function ownerOf(folder: string, lock: DatabaseSync): Owner {
  const file = lockFile(folder);
  // A person may have removed the file.
  const touch = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), TOUCH_MS).unref();
  const release = async (): Promise<void> => {
    clearInterval(touch);
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    if (!existsSync(folder)) rmSync(file, { force: true });
    lock.close();
  };
  let released: Promise<void> | null = null;
  return { folder, release: () => (released ??= release()) };
}

/**
 * null: another process has the lock. Node has no flock(2), but SQLite locks its files: this is an exclusive transaction
 * in which nothing is written. Its journal stays in memory, so there is no second file.
 */
function lockOn({ DatabaseSync }: Sqlite, file: string): DatabaseSync | null {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw new Error(`cannot lock ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** A file that cannot be locked for any reason, such as another user's, is left alone. */
function lockUnlessRefused(using: Sqlite, file: string): DatabaseSync | null {
  try {
    return lockOn(using, file);
  } catch {
    return null;
  }
}

/** A file that no longer exists was given up just now. */
const silenceMs = (file: string): number => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);

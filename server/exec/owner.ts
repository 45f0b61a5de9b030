/**
 * Which server a folder of work belongs to, and whether that one still lives. A data folder may be shared by containers,
 * where one process number means several processes, and by hosts. So an owner is known by a file that it keeps locked, which
 * the kernel unlocks when its process ends, however it ends. Locks may hold on one host only: an owner that another kernel
 * ran is also given up only when its file has not been touched for long.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runningKernel } from './running-kernel.ts';

export interface Owner {
  /** Of its own, also among those of other hosts. It need not be there. */
  readonly folder: string;
  /** Removes the folder, then forgets the owner; once. What cannot be removed now is some dead owner's at a later start. */
  release(): Promise<void>;
}

/** sqlite.org/rescode.html */
const SQLITE_BUSY = 5;
const LOCK_FILE = /^(([0-9a-f]{8})-[0-9a-f]{16})\.lock$/;
const TOUCH_MS = 60_000;
/** A host may sleep, or be cut off, and come back. */
const FOREIGN_SILENCE_MS = 7 * 24 * 3600_000;

/** Throws where files cannot be locked. The lock comes first and its folder after it: a folder without a lock is nobody's, and is never made. */
export function becomeOwner(parent: string): Owner {
  for (;;) {
    const folder = join(parent, `${runningKernel()}-${randomBytes(8).toString('hex')}`);
    const lock = lockOn(lockFile(folder));
    // Between its making and its locking, a server that starts may have taken the file for a dead one's.
    if (lock !== null && existsSync(lockFile(folder))) return ownerOf(folder, lock);
    lock?.close();
  }
}

/** Of the file with this name, where its owner is dead; null for a living one and for any other file. */
export function deadOwner(parent: string, name: string): Owner | null {
  const [, id, kernel] = LOCK_FILE.exec(name) ?? [];
  if (id === undefined) return null;
  const folder = join(parent, id);
  const lock = lockUnlessRefused(lockFile(folder));
  if (lock === null) return null;
  if (kernel === runningKernel() || silenceMs(lockFile(folder)) > FOREIGN_SILENCE_MS) return ownerOf(folder, lock);
  lock.close();
  return null;
}

const lockFile = (folder: string): string => `${folder}.lock`;

function ownerOf(folder: string, lock: DatabaseSync): Owner {
  const file = lockFile(folder);
  // Somebody may have removed the file by hand.
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
 * null: another has it. Node has no flock(2), but SQLite locks its files: an exclusive transaction in which nothing is
 * written. Its journal stays in memory, so that it leaves no second file.
 */
function lockOn(file: string): DatabaseSync | null {
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

/** What cannot be locked for whatever reason, such as another user's, is left alone. */
function lockUnlessRefused(file: string): DatabaseSync | null {
  try {
    return lockOn(file);
  } catch {
    return null;
  }
}

/** A file that is gone was given up just now. */
const silenceMs = (file: string): number => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);

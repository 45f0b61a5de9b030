/**
 * Keeps the server's files private to the user: folders 0700, files 0600 (programs 0700). If something is readable by
 * others, for example from an older version, the start mends it; if it cannot, it says so.
 */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Read, write and execute for the group and for others. */
const FOR_OTHERS = 0o077;

/**
 * Makes a folder and everything below it private. Returns a sentence for each path that others can still reach; links
 * stay as they are.
 */
export function makePrivate(path: string, chmod: typeof chmodSync = chmodSync): string[] {
  // Another server may remove it in the meantime.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return [];
  const here = isPrivate(found.mode) ? [] : closed(path, found.mode, chmod);
  if (!found.isDirectory()) return here;
  return [...here, ...namesIn(path).flatMap(name => makePrivate(join(path, name), chmod))];
}

const isPrivate = (mode: number): boolean => (mode & FOR_OTHERS) === 0;

function closed(path: string, mode: number, chmod: typeof chmodSync): string[] {
  try {
    chmod(path, mode & 0o700);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    const why = codeOf(error) === 'EPERM' ? 'it belongs to another user' : codeOf(error);
    return [`other users of this machine can reach ${path}, and that cannot be changed (${why}): ${REMEDY}`];
  }
  const now = lstatSync(path, { throwIfNoEntry: false });
  if (now === undefined || isPrivate(now.mode)) return [];
  return [`other users of this machine can reach ${path}: its file system keeps no permissions; ${REMEDY}`];
}

const REMEDY = 'use --data-dir with a folder of your own';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** Names in a folder; none if it cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

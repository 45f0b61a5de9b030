/**
 * Where a running server is and what opens it, for the command: a file in the data folder that only its user can read. The
 * file's name has the server's process and where that number counts, so that servers of several containers share a folder:
 * a file of another one's is neither believed nor removed.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processSpace } from './exec/running-kernel.ts';

export interface ServerAddress {
  readonly url: string;
  /** null: the server asks for none. */
  readonly token: string | null;
}

/** Of servers of this process namespace. */
const NAME = /^server-([0-9a-f]{8})-(\d+)\.json$/;

export const serverFileName = (pid: number, space = processSpace()): string => `server-${space}-${pid}.json`;

/** Returns what removes the file again. */
export function writeServerFile(folder: string, address: ServerAddress): () => void {
  for (const { path, pid } of filesIn(folder)) if (!isAlive(pid)) rmSync(path, { force: true });
  const file = join(folder, serverFileName(process.pid));
  const remove = (): void => rmSync(file, { force: true });
  remove();
  writeFileSync(file, JSON.stringify(address), { mode: 0o600, flag: 'wx' });
  return remove;
}

/** Paths of those whose process lives. */
export const livingServerFiles = (folder: string): string[] =>
  filesIn(folder).flatMap(({ path, pid }) => (isAlive(pid) ? path : []));

function filesIn(folder: string): { readonly path: string; readonly pid: number }[] {
  const here = processSpace();
  return namesIn(folder).flatMap(name => {
    const [, space, pid] = NAME.exec(name) ?? [];
    return space === here ? [{ path: join(folder, name), pid: Number(pid) }] : [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** kill(2): signal 0 only asks. A process of another user lives, too, but its file could not be read. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

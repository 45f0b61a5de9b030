/**
 * Tells the command where a running server is and what its token is: a file in the data folder that only its user can
 * read. The file's name has the server's process number and the namespace in which that number counts, so servers in
 * several containers can share a folder. A server neither trusts nor removes a file from another namespace.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processSpace } from './exec/running-kernel.ts';

export interface ServerAddress {
  readonly url: string;
  /** null: the server asks for no token. */
  readonly token: string | null;
}

/** Names of files of servers in this process namespace. */
const NAME = /^server-([0-9a-f]{8})-(\d+)\.json$/;

export const serverFileName = (pid: number, space = processSpace()): string => `server-${space}-${pid}.json`;

/** Returns a function that removes the file again. */
export function writeServerFile(folder: string, address: ServerAddress): () => void {
  for (const { path, pid } of filesIn(folder)) if (!isAlive(pid)) rmSync(path, { force: true });
  const file = join(folder, serverFileName(process.pid));
  const remove = (): void => rmSync(file, { force: true });
  remove();
  writeFileSync(file, JSON.stringify(address), { mode: 0o600, flag: 'wx' });
  return remove;
}

/** Paths of the files whose process is alive. */
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

/** kill(2): signal 0 only asks. A process of another user is alive, too, but its file could not be read. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

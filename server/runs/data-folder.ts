/**
 * The user's folder for what the server stores: XDG base directory specification, "XDG_DATA_HOME". It is private to the
 * user.
 */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { sqlite } from '../sqlite.ts';
import { diskWords } from './disk-words.ts';
import { openHistoryFile } from './history-file.ts';
import { makePrivate } from './private-files.ts';

export function defaultDataFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const { XDG_DATA_HOME: named } = environment;
  // The specification: a relative path is invalid and must be ignored.
  const base = named !== undefined && isAbsolute(named) ? named : join(homedir(), '.local/share');
  return join(base, 'lanescape');
}

export interface DataFolder {
  readonly folder: string;
  /** The history's file. */
  readonly history: string;
  /** Finished builds, machine code, and the folders in which jobs work. */
  readonly builds: string;
  readonly binaries: string;
  readonly work: string;
  /** A sentence for each file that other users of the machine can reach. */
  readonly exposed: readonly string[];
}

/**
 * Creates what is missing, private to the user, and tries to open the history. Throws a sentence that names what cannot
 * be used.
 */
export function openDataFolder(folder: string): DataFolder {
  const [builds, binaries, work] = ['builds', 'binaries', 'work'].map(name => join(folder, name));
  for (const each of [folder, builds, binaries, work]) makeFolder(each);
  const exposed = makePrivate(folder);
  const history = join(folder, 'history.sqlite');
  if (sqlite !== null) openHistoryFile(history).close();
  return { folder, history, builds, binaries, work, exposed };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(diskWords(error, folder) ?? `${folder} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

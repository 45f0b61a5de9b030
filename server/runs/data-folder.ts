/** The user's folder for what the server keeps: XDG base directory specification, "XDG_DATA_HOME". Private to the user. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { diskWords } from './disk-words.ts';

export function defaultDataFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const { XDG_DATA_HOME: named } = environment;
  // The specification: a relative path is invalid and ignored.
  const base = named !== undefined && isAbsolute(named) ? named : join(homedir(), '.local/share');
  return join(base, 'lanescape');
}

/** Builds, machine code, and what jobs work in. */
const FOLDERS = ['builds', 'binaries', 'work'] as const;
export type DataFolders = Readonly<Record<(typeof FOLDERS)[number], string>>;

/** Throws a sentence with the folder's name when one can be neither found nor made. */
export function makeDataFolder(folder: string): DataFolders {
  makeFolder(folder);
  const folders = FOLDERS.map(name => [name, join(folder, name)] as const);
  for (const [, path] of folders) makeFolder(path);
  return Object.fromEntries(folders) as DataFolders;
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

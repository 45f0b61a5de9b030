/** The user's folder for what the server keeps: XDG base directory specification, "XDG_DATA_HOME". Private to the user. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export function defaultDataFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const { XDG_DATA_HOME: named } = environment;
  // The specification: a relative path is invalid and ignored.
  const base = named !== undefined && isAbsolute(named) ? named : join(homedir(), '.local/share');
  return join(base, 'lanescape');
}

/** Throws with the folder's name when it can be neither found nor made. */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`cannot make the data folder ${folder} (--data-dir names another)`, { cause: error });
  }
}

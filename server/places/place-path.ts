/** Where the file of places is; apart from what reads it, which a start without such a file need not load. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** XDG base directory specification, "XDG_CONFIG_HOME". */
export function defaultPlaceFile(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const { XDG_CONFIG_HOME: named } = environment;
  const base = named !== undefined && isAbsolute(named) ? named : join(homedir(), '.config');
  return join(base, 'lanescape/gpus.json');
}

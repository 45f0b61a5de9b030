/**
 * If this user has a running server, uses it, with its GPU process and its caches. Otherwise opens the server's parts in
 * this process.
 */

import { resolve } from 'node:path';
import type { ServerCoreParts } from '../../server/core.ts';
import { readPlaces } from '../../server/places/place-file.ts';
import { readServerFiles } from '../../server/running-servers.ts';
import { defaultDataFolder } from '../../server/runs/data-folder.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { PlaceInfo } from '../../src/contract/api.ts';
import { complain } from '../terminal.ts';
import type { Outcome } from '../verb.ts';
import { openOwnParts } from './own-parts.ts';
import type { RunEngine } from './run-engine.ts';
import { openServerClient } from './server-client.ts';

export interface EngineWish {
  readonly 'data-dir': string | undefined;
  /** The file of places, for the parts in this process. */
  readonly gpus: string | undefined;
  /** Name of a place; undefined: the first. */
  readonly place: string | undefined;
}

export const ENGINE_OPTIONS = {
  place: {
    kind: 'value',
    value: 'NAME',
    help: 'the GPU of this place (lanescape places lists them); default: the first',
  },
  gpus: { kind: 'value', value: 'FILE', help: 'the file of places; default ~/.config/lanescape/gpus.json' },
  'data-dir': {
    kind: 'value',
    value: 'DIR',
    help: 'folder for builds and history, where a running server is also found',
  },
} as const;

/** The error is one line that says why the data folder or the file of places cannot be used. */
async function openEngine(
  { 'data-dir': dataDir, gpus }: EngineWish,
  parts: ServerCoreParts,
): Promise<Result<RunEngine, string>> {
  const folder = dataDir === undefined ? defaultDataFolder() : resolve(dataDir);
  // A running server has places of its own; a file that is named here is meant.
  for (const address of gpus === undefined ? readServerFiles(folder) : []) {
    const client = await openServerClient(address);
    if (client !== null) return ok(client);
  }
  const places = readPlaces(gpus);
  if (!places.ok) return places;
  try {
    return ok(await openOwnParts(folder, places.value, parts));
  } catch (error) {
    return err((error as Error).message);
  }
}

/** For work that needs a GPU. Without a GPU it prints one line, and the exit code is 1. */
export async function withEngine(
  wish: EngineWish,
  parts: ServerCoreParts,
  work: (engine: RunEngine, place: PlaceInfo) => Promise<Outcome>,
): Promise<Outcome> {
  const engine = await openEngine(wish, parts);
  if (!engine.ok) return engine;
  try {
    const { places } = await engine.value.machine();
    const place = wish.place === undefined ? places[0] : places.find(({ name }) => name === wish.place);
    if (place !== undefined) {
      complain(`lanescape: ${placeWords(place)}, asked by ${engine.value.title}\n`);
      return await work(engine.value, place);
    }
    if (places.length > 0)
      return err(`--place ${wish.place}: expected one of ${places.map(({ name }) => name).join(', ')}`);
    complain('lanescape: no GPU, or no nvcc for it, on this machine: nothing can be run\n');
    return ok(1);
  } finally {
    await engine.value.close();
  }
}

const placeWords = ({ name, kind, gpu }: PlaceInfo): string => {
  if (kind === 'local') return gpu?.name ?? name;
  return `${name} (${kind})${gpu === null ? '' : `, ${gpu.name}`}`;
};

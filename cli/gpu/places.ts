/** `lanescape places`: the GPUs that Run can use, with what is known of each, and what is wrong in words. */
import { resolve } from 'node:path';
import { createExec } from '../../server/exec/exec.ts';
import { readPlaces } from '../../server/places/place-file.ts';
import { lookAtPlaces, type PlaceState } from '../../server/places/place-states.ts';
import { defaultDataFolder, openDataFolder } from '../../server/runs/data-folder.ts';
import { ok } from '../../src/base/result.ts';
import { textTable } from '../table.ts';
import { say, sayJson } from '../terminal.ts';
import { defineVerb, JSON_FLAG } from '../verb.ts';

export const places = defineVerb({
  name: 'places',
  about: `
Lists the places of ~/.config/lanescape/gpus.json: whether each can be reached, its GPU and driver, its queue, and what is
wrong in words. Each is asked at the same time, for half a minute at most. No job is started: which GPU a cluster has is
known once something has run there.

Exit code: 0; 1 if a place cannot be used.`,
  options: {
    gpus: { kind: 'value', value: 'FILE', help: 'the file of places; default ~/.config/lanescape/gpus.json' },
    'data-dir': { kind: 'value', value: 'DIR', help: 'folder for builds and history' },
    json: JSON_FLAG,
  },
  async run({ options }) {
    const specs = readPlaces(options.gpus);
    if (!specs.ok) return specs;
    const folder = options['data-dir'] === undefined ? defaultDataFolder() : resolve(options['data-dir']);
    const exec = await createExec(openDataFolder(folder).work);
    const states = await lookAtPlaces(exec, specs.value).finally(() => exec.close());
    if (options.json) sayJson({ places: states });
    else say(placesText(states));
    return ok(states.every(({ isUsable }) => isUsable) ? 0 : 1);
  },
});

const HEAD = ['place', 'kind', 'state', 'GPU', 'driver', 'queue'];

export function placesText(states: readonly PlaceState[]): string {
  const rows = states.map(({ name, kind, isUsable, gpu, driver, queue }) => [
    ...[name, kind, isUsable ? 'ready' : 'not usable'],
    ...[gpu ?? '—', driver ?? '—', queue ?? '—'],
  ]);
  const problems = states.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]));
  return textTable(HEAD, rows) + (problems.length > 0 ? `\n${problems.join('\n')}\n` : '');
}

/** `lanescape start`: continues as the script behind `npm start`, whose exit code becomes the command's. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ok } from '../src/base/result.ts';
import { defineVerb, type Outcome } from './verb.ts';

const SCRIPT = join(import.meta.dirname, '../scripts/start.ts');

export const START_OPTIONS = {
  port: {
    kind: 'value',
    value: 'N',
    help: 'port to listen on; if it is taken, the next free one; 0 for any free port',
  },
  host: {
    kind: 'value',
    value: 'ADDRESS',
    help: 'address to listen on; the default can be reached from this machine only',
  },
  'no-token': { kind: 'flag', help: 'let every program on this machine use the server' },
  'allow-source': { kind: 'flag', help: 'compile CUDA text from the page (Linux; see server/README.md)' },
  'no-open': { kind: 'flag', help: 'do not open a browser' },
  'data-dir': { kind: 'value', value: 'DIR', help: 'folder for builds and history' },
} as const;

export const start = defineVerb({
  name: 'start',
  about: `
Builds the page if its sources are newer, starts the server, prints the link and opens it in a browser, as \`npm start\`
does. Ctrl-C ends it.`,
  options: START_OPTIONS,
  run: ({ options }) => startServer(options),
});

/** `words` follow the options. */
export async function startServer(
  options: Readonly<Record<string, string | boolean | undefined>>,
  words: readonly string[] = [],
): Promise<Outcome> {
  process.argv = [process.execPath, SCRIPT, ...wordsOf(options), ...words];
  await import(pathToFileURL(SCRIPT).href);
  return ok(0);
}

const wordsOf = (options: Readonly<Record<string, string | boolean | undefined>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}=${value}`];
  });

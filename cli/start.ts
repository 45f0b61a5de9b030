/** `lanescape start`: continues as the script behind `npm start`, whose exit code becomes the command's. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ok } from '../src/base/result.ts';
import { defineVerb } from './verb.ts';

const SCRIPT = join(import.meta.dirname, '../scripts/start.ts');

const OPTIONS = {
  port: { kind: 'value', value: 'N', help: 'port to listen on; the next free one when it is taken; 0 for any' },
  host: {
    kind: 'value',
    value: 'ADDRESS',
    help: 'address to listen on; the default can be reached from this machine only',
  },
  'no-token': { kind: 'flag', help: 'let every program of this machine use the server' },
  'allow-source': { kind: 'flag', help: 'compile CUDA text that the page sends (Linux; see server/README.md)' },
  'no-open': { kind: 'flag', help: 'do not open a browser' },
  'data-dir': { kind: 'value', value: 'DIR', help: 'where builds and history are kept' },
} as const;

export const start = defineVerb({
  name: 'start',
  about: `
Builds the page where its sources are newer, starts the server, prints the link and opens it in a browser: what
\`npm start\` does. Ends with Ctrl-C.`,
  options: OPTIONS,
  async run({ options }) {
    process.argv = [process.execPath, SCRIPT, ...wordsOf(options)];
    await import(pathToFileURL(SCRIPT).href);
    return ok(0);
  },
});

const wordsOf = (options: Readonly<Record<string, string | boolean | undefined>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}=${value}`];
  });

/** `lanescape start`: the server and the page. What starts them differs between a checkout and an installed package. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ok } from '../src/base/result.ts';
import { defineVerb, type Invocation } from './verb.ts';

/** Runs the server until it ends; returns the exit code. @param words as `npm start` takes them. */
export type Serve = (words: readonly string[]) => Promise<number>;

const SCRIPT = join(import.meta.dirname, '../scripts/start.ts');

/** Continues as the script behind `npm start`, whose exit code becomes the command's. */
export const serveFromCheckout: Serve = async words => {
  process.argv = [process.execPath, SCRIPT, ...words];
  await import(pathToFileURL(SCRIPT).href);
  return 0;
};

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
  gpus: {
    kind: 'value',
    value: 'FILE',
    help: 'GPUs elsewhere that runs can be made on; default ~/.config/lanescape/gpus.json',
  },
  'data-dir': { kind: 'value', value: 'DIR', help: 'folder for builds and history' },
} as const;

/** The verb where none is named. */
export const startVerb = (serve: Serve): Invocation =>
  defineVerb({
    name: 'start',
    about: `
Starts the server, prints the link and opens it in a browser. Ctrl-C ends it. In a checkout it does what \`npm start\` does:
it first builds the page if its sources are newer.`,
    options: START_OPTIONS,
    run: async ({ options }) => ok(await serve(wordsOf(options))),
  });

export const start = startVerb(serveFromCheckout);

export const wordsOf = (options: Readonly<Record<string, string | boolean | undefined>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}=${value}`];
  });

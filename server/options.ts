/** The command line of `npm start`. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../src/base/result.ts';
import { checkExposure, DEFAULT_HOST, DEFAULT_PORT } from './listener.ts';

export interface StartOptions {
  readonly port: number;
  readonly host: string;
  readonly withToken: boolean;
  readonly allowSource: boolean;
  readonly open: boolean;
  readonly help: boolean;
  /** The file of places; undefined: the usual one. */
  readonly gpus?: string;
  /** Files and folders for the workbench to open. */
  readonly show: readonly string[];
  /** An absolute path; without it, the user's data folder. */
  readonly dataDir?: string;
}

export const USAGE = `usage: npm start -- [options]
  --port N        port to listen on (default ${DEFAULT_PORT}; if it is taken, the next free one; 0: any free port)
  --host ADDRESS  address to listen on (default ${DEFAULT_HOST}, which can be reached from this machine only)
  --no-token      let every program on this machine use the server (loopback addresses only)
  --allow-source  compile CUDA text from the page; anyone with the link can then make nvcc compile
                  any text on this machine (nvcc cannot see your files; needs Linux)
  --no-open       do not open a browser
  --gpus FILE     the GPUs elsewhere that runs can be made on (default: ~/.config/lanescape/gpus.json, if it is there)
  --data-dir DIR  folder for builds and history (default: $XDG_DATA_HOME/lanescape)
  --show PATH     let the page open this file or folder, and begin with it (may be given many times)
  --help          print this text`;

const FLAGS = {
  port: { type: 'string', default: String(DEFAULT_PORT) },
  host: { type: 'string', default: DEFAULT_HOST },
  'no-token': { type: 'boolean', default: false },
  'allow-source': { type: 'boolean', default: false },
  'no-open': { type: 'boolean', default: false },
  'data-dir': { type: 'string' },
  gpus: { type: 'string' },
  show: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', default: false },
} as const;

/** The error is one sentence: what is wrong, and what was expected. */
export function parseOptions(argv: readonly string[]): Result<StartOptions, string> {
  const parsed = parseFlags(argv);
  if (!parsed.ok) return parsed;
  const { port, host: named, 'data-dir': dataDir, gpus, help, show } = parsed.value;
  const { 'no-token': noToken, 'allow-source': allowSource, 'no-open': noOpen } = parsed.value;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return err(`--port ${port}: expected 0 to 65535`);
  const host = named === 'localhost' ? DEFAULT_HOST : named;
  if (isIP(host) === 0) return err(`--host ${host}: expected an IP address or localhost`);
  const exposure = checkExposure({ host, withToken: !noToken, allowSource });
  if (!exposure.ok) return err(`--no-token: ${exposure.error}`);
  const options = { port: Number(port), host, withToken: !noToken, allowSource, open: !noOpen, help, show };
  return ok({
    ...options,
    ...(dataDir === undefined ? {} : { dataDir: resolve(dataDir) }),
    ...(gpus === undefined ? {} : { gpus: resolve(gpus) }),
  });
}

function parseFlags(argv: readonly string[]) {
  try {
    return ok(parseArgs({ args: [...argv], options: FLAGS, strict: true, allowPositionals: false }).values);
  } catch (error) {
    return err((error as Error).message.split(/\.?\n|\. /)[0]);
  }
}

/** The server's composition root: `startServer` for other programs, and what runs when this file is executed. */
import { announce, pageLink } from './announce.ts';
import { openPage } from './open-page.ts';
import { parseOptions, type StartOptions, USAGE } from './options.ts';
import { defaultDataFolder } from './runs/data-folder.ts';
import { type RunningServer, type ServerOptions, startParts } from './start.ts';
import { catalog } from './toolchain/catalog.ts';

export type { RunningServer, ServerOptions };

/** Prints nothing. Rejects with one sentence when the server cannot start. */
export const startServer = (options: ServerOptions = {}): Promise<RunningServer> => startParts(options, { catalog });

/** What `npm start` does after building: returns when the server has stopped, with the exit code. */
export async function runServer(argv: readonly string[]): Promise<number> {
  const options = parseOptions(argv);
  if (!options.ok) return complain(options.error);
  if (options.value.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  try {
    return await serve(options.value);
  } catch (error) {
    return complain((error as Error).message);
  }
}

async function serve(options: StartOptions): Promise<number> {
  const server = await startServer({ ...options, log: text => process.stderr.write(`${text}\n`) });
  process.stdout.write(`${announce(server).join('\n')}\n`);
  const link = pageLink(server.url, server.token);
  const forget = options.open ? openPage(link, options.dataDir ?? defaultDataFolder()) : () => {};
  await new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  forget();
  await server.close();
  return 0;
}

function complain(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}

if (import.meta.main) process.exitCode = await runServer(process.argv.slice(2));

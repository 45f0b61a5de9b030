/** The server's composition root: what `main.ts` and the bundled file run. */
import { announce, pageLink } from './announce.ts';
import { openPage } from './open-page.ts';
import { parseOptions, type StartOptions, USAGE } from './options.ts';
import { defaultDataFolder } from './runs/data-folder.ts';
import { startParts } from './start.ts';
import { catalog } from './toolchain/catalog.ts';

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
  const server = await startParts({ ...options, log: text => process.stderr.write(`${text}\n`) }, { catalog });
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

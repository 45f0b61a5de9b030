/** The server's composition root: what `main.ts` and the bundled file run. */
import { announce, pageLink } from './announce.ts';
import { type Entrance, openEntrance } from './entrance.ts';
import { openPage } from './open-page.ts';
import { parseOptions, type StartOptions, USAGE } from './options.ts';
import { diskWords } from './runs/disk-words.ts';
import type { RunningServer } from './start.ts';

/** Files and folders that this process and its jobs make are their user's alone, whatever the shell would have them be. */
const PRIVATE_UMASK = 0o077;
const usersUmask = process.umask();

/** What `npm start` does after building: returns when the server has stopped, with the exit code. */
export async function runServer(argv: readonly string[]): Promise<number> {
  const options = parseOptions(argv);
  if (!options.ok) return complain(options.error);
  if (options.value.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  process.umask(PRIVATE_UMASK);
  try {
    return await serve(options.value);
  } catch (error) {
    return complain((error as Error).message);
  }
}

async function serve(options: StartOptions): Promise<number> {
  const entrance = await openEntrance(options);
  const stopped = new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  // Source mode may not be safe here: then there is no link.
  let forget = options.allowSource ? () => {} : linked(entrance, options);
  const server = await behind(entrance, options).catch(error => {
    forget();
    throw error;
  });
  if (options.allowSource) forget = linked(entrance, options);
  try {
    const machine = await Promise.race([server.machine, stopped]);
    if (machine) process.stdout.write(`${announce({ ...entrance, machine }).join('\n')}\n`);
    await stopped;
  } finally {
    forget();
    await server.close();
  }
  return 0;
}

/** Loaded behind the link, since loading takes longer than all that comes before it. */
async function behind(entrance: Entrance, options: StartOptions): Promise<RunningServer> {
  const [{ openBehind }, { catalog }] = await Promise.all([import('./start.ts'), import('./toolchain/catalog.ts')]);
  return openBehind(entrance, { ...options, log: text => process.stderr.write(`${text}\n`) }, { catalog });
}

/** Says where the server is, and opens the page there. Returns what removes the page's file again. */
function linked({ url, access, data }: Entrance, { open }: StartOptions): () => void {
  const link = pageLink(url, access.token);
  process.stdout.write(`${link}\n`);
  for (const sentence of data.exposed) process.stderr.write(`${sentence}\n`);
  return open ? opened(link, data.folder) : () => {};
}

/** Without the file the link is there all the same. What the browser saves is for the user's own umask to say. */
function opened(link: string, folder: string): () => void {
  process.umask(usersUmask);
  try {
    return openPage(link, folder);
  } catch (error) {
    const words = diskWords(error, folder) ?? (error as Error).message;
    process.stderr.write(`could not open a browser: ${words}\n`);
    return () => {};
  } finally {
    process.umask(PRIVATE_UMASK);
  }
}

function complain(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}

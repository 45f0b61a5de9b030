/** The server's composition root: what `main.ts` and the bundled file run. */
import { announce, pageLink } from './announce.ts';
import { openPage } from './open-page.ts';
import { parseOptions, type StartOptions, USAGE } from './options.ts';
import { defaultDataFolder } from './runs/data-folder.ts';
import { diskWords } from './runs/disk-words.ts';
import { type RunningServer, startParts } from './start.ts';
import { catalog } from './toolchain/catalog.ts';

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
  const server = await startParts({ ...options, log: text => process.stderr.write(`${text}\n`) }, { catalog });
  const asked = new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  const link = pageLink(server.url, server.token);
  process.stdout.write(`${link}\n`);
  for (const sentence of server.exposed) process.stderr.write(`${sentence}\n`);
  const forget = options.open ? opened(link, options.dataDir ?? defaultDataFolder()) : () => {};
  try {
    await announced(server, asked);
    await asked;
  } finally {
    forget();
    await server.close();
  }
  return 0;
}

/** What was found comes behind the link: looking for it takes longer on a busy machine. Rejects where the server cannot work. */
async function announced(server: RunningServer, asked: Promise<void>): Promise<void> {
  const machine = await Promise.race([server.machine, asked]);
  if (machine) process.stdout.write(`${announce({ ...server, machine }).join('\n')}\n`);
}

/** Without the file the link is there all the same. What the browser saves is for the user's own umask to say. */
function opened(link: string, folder: string): () => void {
  process.umask(usersUmask);
  try {
    return openPage(link, folder);
  } catch (error) {
    const words = diskWords(error, folder) ?? (error as Error).message;
    process.stderr.write(`the browser is not opened: ${words}\n`);
    return () => {};
  } finally {
    process.umask(PRIVATE_UMASK);
  }
}

function complain(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}

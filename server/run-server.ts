/** Puts the server together: what `main.ts` and the bundled file run. */
import { existsSync } from 'node:fs';
import { ok, type Result } from '../src/base/result.ts';
import { announce, pageLink } from './announce.ts';
import { openListener, type ServerListener } from './listener.ts';
import { openPage } from './open-page.ts';
import { parseOptions, type StartOptions, USAGE } from './options.ts';
import type { PlaceSpec } from './places/place-file.ts';
import { defaultPlaceFile } from './places/place-path.ts';
import { diskWords } from './runs/disk-words.ts';
import { sqlite, WITHOUT_SQLITE } from './sqlite.ts';
import type { RunningServer } from './start.ts';

/** Files and folders of this process and its jobs belong to their user alone, whatever umask the shell has. */
const PRIVATE_UMASK = 0o077;
const usersUmask = process.umask();

/** What `npm start` does after building. Returns the exit code when the server has stopped. */
export async function runServer(argv: readonly string[]): Promise<number> {
  const options = parseOptions(argv);
  if (!options.ok) return complain(options.error);
  if (options.value.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const places = await placesOf(options.value);
  if (!places.ok) return complain(places.error);
  process.umask(PRIVATE_UMASK);
  try {
    return await serve({ ...options.value, ...places.value });
  } catch (error) {
    return complain((error as Error).message);
  }
}

interface ServeOptions extends StartOptions, PlacesFound {}

interface PlacesFound {
  /** Absent without a file. */
  readonly places?: readonly PlaceSpec[];
}

/** Without a file, what reads it is not loaded: the link would wait for it. */
async function placesOf({ gpus }: StartOptions): Promise<Result<PlacesFound, string>> {
  if (gpus === undefined && !existsSync(defaultPlaceFile())) return ok({});
  const { readPlaces } = await import('./places/place-file.ts');
  const places = readPlaces(gpus);
  return places.ok ? ok({ places: places.value }) : places;
}

async function serve(options: ServeOptions): Promise<number> {
  const listener = await openListener(options);
  const stopped = new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  // Compiling text may not be safe on this machine; then there is no link.
  let forget = options.allowSource ? () => {} : linked(listener, options);
  const server = await behind(listener, options).catch(error => {
    forget();
    throw error;
  });
  if (options.allowSource) forget = linked(listener, options);
  try {
    const machine = await Promise.race([server.machine, stopped]);
    if (machine) process.stdout.write(`${announce({ ...listener, machine }).join('\n')}\n`);
    await stopped;
  } finally {
    forget();
    await server.close();
  }
  return 0;
}

/** Loaded after the link is printed, since loading takes longer than everything before it. */
async function behind(listener: ServerListener, options: ServeOptions): Promise<RunningServer> {
  const [{ openBehind }, { catalog }] = await Promise.all([import('./start.ts'), import('./toolchain/catalog.ts')]);
  return openBehind(listener, { ...options, log: text => process.stderr.write(`${text}\n`) }, { catalog });
}

/** Page of the workbench, which asks for the files. */
const OPENED_PAGE = '/workbench?opened=1';

/** Prints where the server is and opens the page. Returns a function that removes the page's file again. */
function linked({ url, access, data }: ServerListener, { open, show }: StartOptions): () => void {
  const link = `${pageLink(url, access.token)}${show.length > 0 ? OPENED_PAGE : ''}`;
  process.stdout.write(`${link}\n`);
  for (const sentence of data.exposed) process.stderr.write(`${sentence}\n`);
  if (sqlite === null) process.stderr.write(`history.sqlite is not used, ${WITHOUT_SQLITE}\n`);
  return open ? opened(link, data.folder) : () => {};
}

/** Without the file, the printed link still works. Files that the browser saves get the user's own umask. */
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

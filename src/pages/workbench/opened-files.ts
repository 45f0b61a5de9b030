/** Files and pasted text as documents. Throws words for a person. */
import { count } from '../../base/numbers.ts';
import { parseLaunch } from '../../contract/launch.ts';
import type { ReadableFile } from '../../contract/opened-files.ts';
import {
  MOST_SOURCE_CHARACTERS,
  readDocument,
  type WorkbenchDocument,
  type WorkbenchSource,
} from '../../contract/workbench-document.ts';
import { filesNamedBy } from '../../ptx/outline/named-files.ts';
import type { Listing } from '../../state/workbench-store.ts';
import type { Launch } from '../../trace/launch.ts';
import { type CaptureFolder, captureFolders } from './dropped-files.ts';
import type { Opened } from './fork.ts';
import { BLANK_LAUNCH, guessedFor, readModule } from './module-reading.ts';
import { baseName } from './source/source-names.ts';
import { type LooseLaunch, launchFits } from './waiting-launch.ts';

/** Largest text: a larger one would freeze the editor. */
const MAX_TEXT_BYTES = 64 * 2 ** 20;

/** Contents of opened files: a document, a launch alone, or captures to choose from. */
export type OpenedFiles =
  | { readonly kind: 'captures'; readonly folders: readonly CaptureFolder[] }
  | { readonly kind: 'document'; readonly opened: Opened }
  | ({ readonly kind: 'launch' } & LooseLaunch);

/**
 * Opens files by their paths. If a launch comes with its program, or came before it, it replaces the guessed one. `cuda`: what is
 * open; it stays beside PTX that was made from it.
 */
export async function openedFiles(
  paths: ReadonlyMap<string, ReadableFile>,
  earlier: Launch | null = null,
  cuda: Listing | null = null,
): Promise<OpenedFiles> {
  const folders = captureFolders(paths);
  if (folders.length > 1) return { kind: 'captures', folders };
  const capture = await captureIn(paths, folders);
  if (capture !== null) return { kind: 'document', opened: capture };
  const files = [...paths.values()];
  const texts = await Promise.all(files.map(readText));
  const launches = texts.flatMap(({ name, text }) => {
    const launch = launchIn(name, text);
    return launch === null ? [] : [{ name, launch }];
  });
  const programs = texts.filter(({ name }) => launches.every(launch => launch.name !== name));
  const [first] = launches;
  if (launches.length > 1) throw new Error(`${launches.map(({ name }) => name).join(', ')}: open one launch at a time`);
  if (programs.length === 0 && first !== undefined) return { kind: 'launch', ...first };
  const opened = await openedProgram(cuda === null ? programs : withSource(programs, cuda), earlier);
  return { kind: 'document', opened: first === undefined ? opened : withLaunch(opened, first.launch) };
}

/** A person who compiled the open CUDA by hand brings its PTX alone. */
function withSource(programs: readonly Listing[], cuda: Listing): readonly Listing[] {
  const [program] = programs;
  if (programs.length !== 1 || program === undefined || !isPtx(program)) return programs;
  return wasMadeFrom(program, baseName(cuda.name)) ? [program, cuda] : programs;
}

const wasMadeFrom = ({ name, text }: Listing, source: string): boolean =>
  name.replace(/\.ptx$/i, '.cu') === source || filesNamedBy(text).some(path => baseName(path) === source);

/** The code that reads captures is loaded with the first one. */
async function captureIn(
  paths: ReadonlyMap<string, ReadableFile>,
  [folder]: readonly CaptureFolder[],
): Promise<Opened | null> {
  const archive = [...paths.values()].find(({ name }) => /\.tar$/i.test(name));
  if (archive !== undefined) {
    if (paths.size > 1) throw new Error(`${archive.name}: open an archive alone`);
    return (await import('./opened-capture.ts')).openedArchive(archive);
  }
  return folder === undefined ? null : openedCapture(folder);
}

export const openedCapture = async ({ name, files }: CaptureFolder): Promise<Opened> =>
  (await import('./opened-capture.ts')).openedFolder(name, files);

const withLaunch = (opened: Opened, launch: Launch): Opened => ({
  ...opened,
  document: { ...opened.document, ...launchEdit(opened.document, launch) },
});

/** Changes of a document by a new launch: no value is guessed any more, and expectations of other buffers go. */
export const launchEdit = (
  { expectations }: WorkbenchDocument,
  launch: Launch,
): Pick<WorkbenchDocument, 'launch' | 'guessed' | 'ctas' | 'tracedCta' | 'expectations'> => ({
  launch,
  guessed: [],
  ctas: null,
  tracedCta: 0,
  expectations: expectations.filter(({ buffer }) => launch.buffers.some(({ name }) => name === buffer)),
});

/** Null for text that is no launch description. A description with a mistake throws it, with its field. */
function launchIn(name: string, text: string): Launch | null {
  if (!isJson(text)) return null;
  const json = jsonOf(name, text);
  if (typeof json !== 'object' || json === null || !('grid' in json)) return null;
  const launch = parseLaunch(json);
  if (launch.ok) return launch.value;
  const { field, message } = launch.error;
  throw new Error(`${name}: ${field && `${field}: `}${message}`);
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is no JSON: ${(error as Error).message}`);
  }
}

/**
 * One program, and sources of it to show beside it: a .ptx runs rather than the .cu that it was made from. Several .ptx are modules
 * that are linked.
 */
async function openedProgram(texts: readonly Listing[], earlier: Launch | null): Promise<Opened> {
  const modules = texts.filter(isPtx);
  if (modules.length > 1) {
    return openedText(
      joined(modules),
      texts.filter(text => !modules.includes(text)),
      earlier,
    );
  }
  const program = modules[0] ?? texts.find(({ name }) => /\.cu$/.test(name)) ?? texts[0];
  if (!program) throw new Error('there is no file to open');
  return openedText(
    program,
    texts.filter(text => text !== program),
    earlier,
  );
}

/** One text with the modules one behind another, as the parser takes them. */
const joined = (modules: readonly Listing[]): Listing => ({
  name: `${modules.map(({ name }) => name.replace(/\.ptx$/i, '')).join(' + ')}.ptx`,
  text: modules.map(({ text }) => `${text}\n`).join(''),
});

async function readText(file: ReadableFile): Promise<Listing> {
  const mib = (bytes: number): string => `${count(Math.ceil(bytes / 2 ** 20))} MiB`;
  if (file.size > MAX_TEXT_BYTES)
    throw new Error(`${file.name} has ${mib(file.size)}; the workbench takes up to ${mib(MAX_TEXT_BYTES)} of text`);
  const text = await file.text();
  if (text.includes('\0'))
    throw new Error(`${file.name} is not text. ${OPENS} A cubin or fatbin cannot be opened, but its PTX can.`);
  if (text.trim() === '') throw new Error(`${file.name} is empty`);
  return { name: file.name, text };
}

const isPtx = ({ name, text }: Listing): boolean =>
  /\.ptx$/i.test(name) || (/^[ \t]*\.version\s+\d/m.test(text) && /^[ \t]*\.target\s/m.test(text));

/** A text without a kernel is CUDA only if its name says so: it may include one. */
const isCuda = ({ name, text }: Listing): boolean => /\.cuh?$/i.test(name) || text.includes('__global__');

const OPENS = 'The workbench opens .ptx, .cu, JSON that was saved here, launch descriptions and captures.';

/** `listings`: sources that the program was made from. `earlier`: a launch that came before, taken if it fits. */
export async function openedText(
  { name, text }: Listing,
  listings: readonly Listing[] = [],
  earlier: Launch | null = null,
): Promise<Opened> {
  if (text.length > MOST_SOURCE_CHARACTERS) {
    const most = count(MOST_SOURCE_CHARACTERS);
    throw new Error(`${name} has ${count(text.length)} characters; the workbench takes up to ${most}`);
  }
  if (isJson(text)) return savedDocument(name, text);
  if (!isPtx({ name, text }) && !isCuda({ name, text }))
    throw new Error(`${name} is neither PTX (it has no .version) nor CUDA (it has no __global__). ${OPENS}`);
  const source: WorkbenchSource = isPtx({ name, text })
    ? { language: 'ptx', name: withExtension(name, 'ptx'), text }
    : { language: 'cuda', name: withExtension(name, 'cu'), text };
  const opened = { document: await documentOf(source, listings[0]?.text ?? ''), listings };
  return earlier !== null && (await launchFits(source, earlier)) ? withLaunch(opened, earlier) : opened;
}

const isJson = (text: string): boolean => /^\s*\{\s*"/.test(text);

function savedDocument(name: string, text: string): Opened {
  const document = readDocument(text);
  if (document.ok) return { document: document.value, listings: [] };
  if (!/"source"\s*:/.test(text))
    throw new Error(
      `${name} is neither a saved document (it has no "source") nor a launch (it has no "grid"). ${OPENS}`,
    );
  const { field, message } = document.error;
  throw new Error(`${name} is not a document of the workbench: ${field && `${field}: `}${message}`);
}

const withExtension = (name: string, extension: string): string =>
  name.endsWith(`.${extension}`) ? name : `${name.replace(/\.[^.]*$/, '')}.${extension}`;

const documentOf = async (source: WorkbenchSource, cuda: string): Promise<WorkbenchDocument> => ({
  version: 1,
  title: source.name,
  source,
  arch: 'sm_90',
  ...(await launchFor(source, cuda)),
  ctas: null,
  tracedCta: 0,
  faults: 'first',
  expectations: [],
});

/** PTX tells what a launch needs; CUDA does once it is compiled, and PTX with a mistake once that is mended. */
async function launchFor(
  { language, text }: WorkbenchSource,
  cuda: string,
): Promise<Pick<WorkbenchDocument, 'launch' | 'guessed'>> {
  const outline = language === 'ptx' ? await readModule(text, cuda) : null;
  return outline?.ok ? guessedFor(outline.value) : { launch: BLANK_LAUNCH, guessed: [] };
}

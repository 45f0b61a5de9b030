/** Files that were dropped or chosen, and the folders of captures among them. */
import { CAPTURE_FILE } from '../../contract/capture-paths.ts';
import type { ReadableFile } from '../../contract/opened-files.ts';

export interface CaptureFolder {
  /** With the folders above it where several have one name. */
  readonly name: string;
  /** Files by their paths in the folder. */
  readonly files: ReadonlyMap<string, ReadableFile>;
}

/** Most files of one folder: a folder with more is not that of a capture. */
const MOST_FILES = 2 ** 16;

/** The folders with a `capture.json`, by the paths of files from anywhere above them, in the order of their names. */
export function captureFolders(files: ReadonlyMap<string, ReadableFile>): CaptureFolder[] {
  const found = [...files.keys()].filter(path => path === CAPTURE_FILE || path.endsWith(`/${CAPTURE_FILE}`));
  const roots = found.map(path => path.slice(0, -CAPTURE_FILE.length)).sort(byNumber.compare);
  const names = roots.map(above => above.split('/').at(-2) ?? CAPTURE_FILE);
  return roots.map((above, i) => {
    const inside = [...files].filter(([path]) => path.startsWith(above));
    const isAlone = names.indexOf(names[i]) === names.lastIndexOf(names[i]);
    return {
      name: isAlone ? names[i] : above.slice(0, -1),
      files: new Map(inside.map(([path, file]) => [path.slice(above.length), file])),
    };
  });
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** Paths as the browser gives them for a chosen folder. */
export const chosenPaths = (files: readonly File[]): Map<string, File> =>
  new Map(files.map(file => [file.webkitRelativePath || file.name, file]));

/** Must be called in the event itself: afterwards the browser has forgotten what was dropped. */
export function droppedPaths(data: DataTransfer): Promise<Map<string, File>> {
  const entries = [...data.items].flatMap(item => item.webkitGetAsEntry() ?? []);
  const plain = [...data.files];
  if (entries.every(({ isFile }) => isFile)) return Promise.resolve(chosenPaths(plain));
  return walked(entries);
}

async function walked(entries: readonly FileSystemEntry[]): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  const waiting = [...entries];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    if (files.size > MOST_FILES) throw new Error(`more than ${MOST_FILES} files: drop a folder with captures alone`);
    if (isFile(entry)) files.set(entry.fullPath.replace(/^\//, ''), await fileOf(entry));
    else if (isFolder(entry)) waiting.push(...(await allOf(entry.createReader())));
  }
  return files;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((take, fail) => entry.file(take, fail));

/** A reader gives some hundred entries at a time, and none at the end. */
async function allOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((take, fail) => reader.readEntries(take, fail));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

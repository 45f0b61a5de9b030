/** A capture on disk: a folder, or the same as a tar archive. */
import { existsSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { err, ok, type Result } from '../src/base/result.ts';
import { readArchive } from '../src/contract/capture-archive.ts';
import { CAPTURE_FILE } from '../src/contract/capture-paths.ts';
import { type CaptureFiles, filesInMemory, readCapture } from '../src/contract/capture-reading.ts';
import type { CaptureContents } from '../src/trace/capture.ts';
import { fieldProblem, fileProblem } from './files.ts';

export async function readCapturePath(path: string): Promise<Result<CaptureContents, string>> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    const inside = isFolder ? await capturesIn(path) : [];
    if (inside.length > 0) return err(`${path}: a folder of captures; name one of them, such as ${inside[0]}`);
    const files = isFolder ? ok(folderFiles(await realpath(path))) : await archiveFiles(path);
    if (!files.ok) return err(`${path}: ${files.error}`);
    const read = await readCapture(files.value);
    return read.ok ? read : err(fieldProblem(path, read.error));
  } catch (error) {
    return err(`${path}: ${fileProblem(error)}; expected a capture: a folder, or a tar archive of one`);
  }
}

/** Captures in the output folder of `lanescape capture`, those with PTX first; none if the folder is itself a capture. */
async function capturesIn(folder: string): Promise<string[]> {
  if (existsSync(join(folder, CAPTURE_FILE))) return [];
  const names = await readdir(folder);
  const captures = names
    .sort()
    .map(name => join(folder, name))
    .filter(path => existsSync(join(path, CAPTURE_FILE)));
  const hasPtx = (path: string) => existsSync(join(path, 'module.ptx'));
  return [...captures.filter(hasPtx), ...captures.filter(path => !hasPtx(path))];
}

async function archiveFiles(path: string): Promise<Result<CaptureFiles, string>> {
  const { buffer, byteOffset, length } = await readFile(path);
  const files = readArchive(new Uint8Array(buffer, byteOffset, length));
  return files.ok ? ok(filesInMemory(files.value, decoded)) : files;
}

/** A link that leads out of the folder is no file of the capture. */
function folderFiles(folder: string): CaptureFiles {
  const within = async (path: string): Promise<string | null> => {
    const real = await realpath(join(folder, path)).catch(() => null);
    return real?.startsWith(folder + sep) ? real : null;
  };
  return {
    async sizeOf(path) {
      const real = await within(path);
      const found = real === null ? null : await stat(real);
      return found?.isFile() ? found.size : null;
    },
    read: path => readFile(join(folder, path)),
    readText: async path => decoded(await readFile(join(folder, path))),
  };
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

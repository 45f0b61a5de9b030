/** A capture as a document: from an archive, or from the files of a folder. Throws words for a person. */
import { readArchive } from '../../contract/capture-archive.ts';
import { captureDocument } from '../../contract/capture-document.ts';
import { type CaptureFiles, filesInMemory, readCapture } from '../../contract/capture-reading.ts';
import type { ReadableFile } from '../../contract/opened-files.ts';
import { MOST_SOURCE_CHARACTERS } from '../../contract/workbench-document.ts';
import { capturedLaunch } from '../../inspect/capture/captured-launch.ts';
import { kernelNameOf } from '../../ptx/outline/kernel-name.ts';
import type { CaptureContents } from '../../trace/capture.ts';
import { decoded, folderFiles } from './folder-files.ts';
import type { Opened } from './fork.ts';
import { readModule } from './module-reading.ts';

export async function openedArchive(file: ReadableFile): Promise<Opened> {
  const files = readArchive(new Uint8Array(await file.arrayBuffer()));
  if (!files.ok) throw new Error(`${file.name}: ${files.error}`);
  return openedCapture(file.name, filesInMemory(files.value, decoded));
}

/** `folder` by the paths of its files. Only those that the capture names are read. */
export const openedFolder = (name: string, folder: ReadonlyMap<string, ReadableFile>): Promise<Opened> =>
  openedCapture(name, folderFiles(folder));

async function openedCapture(name: string, files: CaptureFiles): Promise<Opened> {
  const read = await readCapture(files);
  if (!read.ok) throw new Error(`${name}: ${read.error.field && `${read.error.field}: `}${read.error.message}`);
  const ptx = ptxOf(name, read.value);
  const outline = await readModule(ptx, '', read.value.capture.kernel);
  if (!outline.ok) throw new Error(`${name}: the captured PTX cannot be read: ${outline.error.message}`);
  const launched = capturedLaunch(read.value, outline.value);
  if (!launched.ok) throw new Error(`${name}: ${launched.error.field}: ${launched.error.message}`);
  const document = captureDocument({ ...read.value, ptx }, launched.value, kernelNameOf(read.value.capture.kernel));
  return { document, listings: read.value.sources };
}

function ptxOf(name: string, { capture, ptx }: CaptureContents): string {
  if ('missing' in capture.ptx || ptx === null) {
    const hint = 'hint' in capture.ptx ? capture.ptx.hint : '';
    throw new Error(
      `${name}: the program holds ${kernelNameOf(capture.kernel)} as machine code alone, which is not emulated: ${hint}`,
    );
  }
  if (ptx.length <= MOST_SOURCE_CHARACTERS) return ptx;
  const most = MOST_SOURCE_CHARACTERS / 2 ** 20;
  throw new Error(
    `${name}: its PTX has ${ptx.length} characters, and the workbench takes ${most} Mi: lanescape emulate --capture runs it`,
  );
}

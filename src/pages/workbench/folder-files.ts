/** The files of a capture's folder, read when they are needed. */
import type { CaptureFiles } from '../../contract/capture-reading.ts';
import type { ReadableFile } from '../../contract/opened-files.ts';

/** `folder` by the paths of its files. */
export const folderFiles = (folder: ReadonlyMap<string, ReadableFile>): CaptureFiles => {
  const read = async (path: string) => new Uint8Array(await folder.get(path)!.arrayBuffer());
  return {
    sizeOf: async path => folder.get(path)?.size ?? null,
    read,
    readText: async path => decoded(await read(path)),
  };
};

/** Null for what is no UTF-8. */
export function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** For tests and damaged captures: a capture's files in memory, and the archive that tar would make of them. */
import { type CaptureFiles, filesInMemory } from './capture-reading.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, character => character.charCodeAt(0));

/** Files of a capture in memory; its texts must be ASCII. */
export const inMemory = (files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): CaptureFiles =>
  filesInMemory(files, bytes => (bytes.some(byte => byte > 127) ? null : String.fromCharCode(...bytes)));

/** The same files as one archive, below `folder`. */
export function archiveOf(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>, folder = ''): Uint8Array<ArrayBuffer> {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  for (const [path, bytes] of files) {
    const header = new Uint8Array(512);
    const put = (at: number, text: string) => header.set(bytesOf(text), at);
    put(0, folder + path);
    put(100, '0000644\0');
    put(124, `${bytes.length.toString(8).padStart(11, '0')}\0`);
    put(148, '        ');
    put(156, '0');
    put(257, 'ustar\x0000');
    const sum = header.reduce((total, byte) => total + byte, 0);
    put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
    blocks.push(header, bytes, new Uint8Array((512 - (bytes.length % 512)) % 512));
  }
  return Uint8Array.from(blocks.concat(new Uint8Array(1024)).flatMap(block => [...block]));
}

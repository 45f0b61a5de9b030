/**
 * Opens the files that a job left, without trust in them. A job can give the name of a result to a link to any file of
 * the user, or to a pipe that blocks its reader for ever. Only a regular file with one name and a limited size is a
 * result.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Without O_NONBLOCK, opening a pipe waits for a writer. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Returns null, without calling `use`, if there is no result: a missing or empty file, another kind of file, a file with
 * two names, or one larger than `maxBytes`.
 */
async function withResult<T>(
  path: string,
  maxBytes: number,
  use: (file: FileHandle, bytes: number) => Promise<T>,
): Promise<T | null> {
  const file = await open(path, FLAGS).catch(() => null);
  if (file === null) return null;
  try {
    const stat = await file.stat();
    const isResult = stat.isFile() && stat.nlink === 1 && stat.size > 0 && stat.size <= maxBytes;
    return isResult ? await use(file, stat.size) : null;
  } finally {
    await file.close();
  }
}

/** null if there is no result. */
export const readResult = (path: string, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> =>
  withResult(path, maxBytes, readBytes);

/** Whether there is a result. If so, it is on the disk, so even a power failure leaves no partial file under a new name. */
export async function keepResult(path: string, maxBytes: number): Promise<boolean> {
  return (await withResult(path, maxBytes, file => file.sync().then(() => true))) ?? false;
}

/** Reads no more bytes than there were when it was opened. */
async function readBytes(file: FileHandle, bytes: number): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.alloc(bytes);
  let length = 0;
  while (length < bytes) {
    const { bytesRead } = await file.read(buffer, length, bytes - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

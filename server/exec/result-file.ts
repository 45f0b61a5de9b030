/**
 * What a job left behind, opened with suspicion. Under the name of a result a job can leave a link to any file of the
 * user's, or a pipe that keeps its reader waiting for ever: only a regular file of one name and a bounded size is a result.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Without O_NONBLOCK, opening a pipe waits for somebody who writes into it. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** null, and no `use`, for what is no result: absent, empty, of another kind, of two names, or larger than `maxBytes`. */
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

/** null where there is no result. */
export const readResult = (path: string, maxBytes: number): Promise<Buffer | null> =>
  withResult(path, maxBytes, readBytes);

/** Whether there is a result, which is then on the disk: not even a power failure leaves half of it under a new name. */
export async function keepResult(path: string, maxBytes: number): Promise<boolean> {
  return (await withResult(path, maxBytes, file => file.sync().then(() => true))) ?? false;
}

/** No more than there were when it was opened. */
async function readBytes(file: FileHandle, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let length = 0;
  while (length < bytes) {
    const { bytesRead } = await file.read(buffer, length, bytes - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

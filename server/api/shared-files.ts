/**
 * The bytes of the files that are being sent, each file once, however many clients read it and however slow they are. A
 * stream for each client would need an open file and buffers for each.
 */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

interface Held {
  readonly bytes: Promise<Buffer>;
  readers: number;
}

/** Written at once; how much of it the client has not read yet shows how slow the client is. */
const PIECE_BYTES = 64 * 1024;

export class SharedFiles {
  readonly #held = new Map<string, Held>();

  /** Bytes `first` to `last` of a file, kept in memory until the answer that they are for has ended. */
  async read(path: string, { first, last }: ByteRange, response: ServerResponse): Promise<Readable> {
    const held = this.#held.get(path) ?? { bytes: readFile(path), readers: 0 };
    this.#held.set(path, held);
    held.readers++;
    response.once('close', () => {
      held.readers--;
      if (held.readers === 0) this.#held.delete(path);
    });
    return Readable.from(piecesOf((await held.bytes).subarray(first, last + 1)), { objectMode: false });
  }
}

export interface ByteRange {
  readonly first: number;
  /** Infinity: to the end. */
  readonly last: number;
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Splits a byte stream into lines of text. It keeps at most one line of limited length in memory. */
import { err, ok, type Result } from '../src/base/result.ts';

export type LineError = 'tooLong' | 'notUtf8';
export type Line = Result<string, LineError>;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export class LineSplitter {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #pieces: Uint8Array[] = [];
  /** Bytes of the current line so far, including those that were dropped. */
  #bytes = 0;

  /** A line of more than `maxBytes` bytes, without its end, becomes an error and is not kept. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that this chunk completes. The result keeps a view of the chunk. */
  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#append(chunk.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
  }

  /** The last line, if the stream does not end with a line feed. */
  *end(): Generator<Line> {
    if (this.#bytes > 0) yield this.#take();
  }

  #append(piece: Uint8Array): void {
    this.#bytes += piece.length;
    // One byte more is allowed, since the line may end in CR LF.
    if (this.#bytes > this.#maxBytes + 1) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #take(): Line {
    const bytes = this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces);
    const total = this.#bytes;
    this.#pieces = [];
    this.#bytes = 0;
    const length = bytes.at(-1) === CARRIAGE_RETURN ? total - 1 : total;
    if (length > this.#maxBytes) return err('tooLong');
    try {
      return ok(this.#decoder.decode(bytes.subarray(0, length)));
    } catch {
      return err('notUtf8');
    }
  }
}

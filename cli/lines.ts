/** Splits a byte stream into text lines, keeping no more than one line of bounded length in memory. */
import { err, ok, type Result } from '../src/base/result.ts';

export type LineError = 'tooLong' | 'notUtf8';
export type Line = Result<string, LineError>;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export class LineSplitter {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #pieces: Uint8Array[] = [];
  /** Of the line under way, the part that was thrown away included. */
  #bytes = 0;

  /** A line of more than `maxBytes` bytes, its end not counted, becomes an error and is not kept. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that this chunk completes. Keeps a view of the chunk. */
  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#append(chunk.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
  }

  /** The last line, where the stream does not end with a line feed. */
  *end(): Generator<Line> {
    if (this.#bytes > 0) yield this.#take();
  }

  #append(piece: Uint8Array): void {
    this.#bytes += piece.length;
    // One byte of grace: the line may end in CR LF.
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

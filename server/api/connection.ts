/**
 * One connection: its requests get their answers one after the other, so that what stands behind an answer (a file, a body, a
 * job) is opened only when it can be sent.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { assert } from '../../src/base/assert.ts';

/** Requests that may stand in line behind the one that is answered. Browsers send one at a time. */
export const MAX_WAITING = 16;
/** What the parser gets at once. It makes requests of all that it is given: 64 KiB, a usual read, hold 2,000 of them. */
const PIECE_BYTES = 1024;
/** After the last words: time for the other end to read them before the socket is destroyed. */
const LINGER_MS = 1_000;

interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: () => void;
}

export class Connection {
  readonly socket: Socket;
  readonly #waiting: Turn[] = [];
  #current: Turn | null = null;
  /** Is sent when the requests before it have their answers; then the connection ends. */
  #lastWords: string | null = null;
  #isLeaving = false;

  constructor(socket: Socket) {
    this.socket = socket;
    // Node takes its own listener away from a connection that asks for a tunnel, and ends it; a reset must not end the server.
    socket.on('error', () => {});
    // Node's own resets the connection where bytes of the request are still unread, and the reader loses the answer.
    socket.destroySoon = () => this.#leave();
    this.#parseInPieces();
  }

  /** Whether it is this server's turn: a request is here, and no part of its answer waits for the reader. */
  get isOwedAnswer(): boolean {
    return this.#current !== null && this.socket.writableLength === 0;
  }

  /** Calls `answer` when the requests before it have their answers, or never when the connection ends before. */
  take(turn: Turn): void {
    if (!this.socket.writable || this.#lastWords !== null) return;
    // Whoever asks for so much and takes none of it gets nothing: each request in line costs memory.
    if (this.#waiting.length === MAX_WAITING) return void this.socket.destroy();
    this.#waiting.push(turn);
    if (this.#current === null) this.#next();
  }

  /** For bytes that are no request. A request that they cut short gets no other answer than these words. */
  endWith(words: string): void {
    if (this.#lastWords !== null || !this.socket.writable) return;
    this.#lastWords = words;
    if (this.#waiting.at(-1)?.request.complete === false) this.#waiting.pop();
    const { request, response } = this.#current ?? {};
    if (request === undefined) this.#leave(words);
    else if (!request.complete) {
      // The answer has begun: words in the middle of it would be read as a part of it.
      if (response?.headersSent) this.socket.destroy();
      else this.#leave(words);
    }
  }

  #next(): void {
    // The answer before this one may have ended the connection.
    if (!this.socket.writable) this.#waiting.length = 0;
    const turn = this.#waiting.shift() ?? null;
    this.#current = turn;
    if (turn !== null) {
      turn.response.once('close', () => this.#next());
      turn.answer();
    } else if (this.#lastWords !== null) this.#leave(this.#lastWords);
  }

  /** Gives the other end time to read. */
  #leave(words = ''): void {
    this.#isLeaving = true;
    const { socket } = this;
    if (!socket.writable) return;
    socket.end(words, () => setTimeout(() => socket.destroy(), LINGER_MS).unref());
    socket.resume();
  }

  /** Stands between the socket and Node's parser, which has put its listener on the socket by now. */
  #parseInPieces(): void {
    const { socket } = this;
    const [parse, ...others] = socket.listeners('data');
    assert(parse !== undefined && others.length === 0, 'the parser alone reads the socket');
    socket.removeListener('data', parse as (data: Buffer) => void);
    socket.on('data', data => {
      // Node may have given the parser to another connection by then.
      if (this.#lastWords !== null || this.#isLeaving) return;
      parse.call(socket, data.subarray(0, PIECE_BYTES));
      // The stream gives the rest back when it is read again: where the parser has paused it, later.
      if (data.length > PIECE_BYTES && !socket.destroyed) socket.unshift(data.subarray(PIECE_BYTES));
    });
  }
}

/**
 * One connection. Its requests are answered one after another, so a file, a body or a job is opened only when its answer
 * can be sent.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { assert } from '../../src/base/assert.ts';

/** How many requests may wait behind the one that is being answered. Browsers send one at a time. */
export const MAX_WAITING = 16;
/**
 * How many bytes the parser gets at once. It parses all requests in its input, and a usual read of 64 KiB can hold 2,000
 * of them.
 */
const PIECE_BYTES = 1024;
/** Time that the other end has to read the final message before the socket is destroyed. */
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
  /** Sent after the answers to all earlier requests; then the connection ends. */
  #lastWords: string | null = null;
  #isLeaving = false;

  constructor(socket: Socket) {
    this.socket = socket;
    // When a connection asks for a tunnel, Node removes its own listener and ends the connection. A reset must not end
    // the server.
    socket.on('error', () => {});
    // Node's own function resets the connection if bytes of the request are unread, and the client then loses the answer.
    socket.destroySoon = () => this.#leave();
    this.#parseInPieces();
  }

  /** Whether the server has to act next: a request is here, and no part of its answer waits for the client. */
  get isOwedAnswer(): boolean {
    return this.#current !== null && this.socket.writableLength === 0;
  }

  /** Calls `answer` when the requests before it have their answers; never if the connection ends first. */
  take(turn: Turn): void {
    if (!this.socket.writable || this.#lastWords !== null) return;
    // A client that asks for so much and reads nothing is disconnected, since each waiting request takes memory.
    if (this.#waiting.length === MAX_WAITING) return void this.socket.destroy();
    this.#waiting.push(turn);
    if (this.#current === null) this.#next();
  }

  /** The answer to bytes that are no request. A request that these bytes cut short gets no other answer. */
  endWith(words: string): void {
    if (this.#lastWords !== null || !this.socket.writable) return;
    this.#lastWords = words;
    if (this.#waiting.at(-1)?.request.complete === false) this.#waiting.pop();
    const { request, response } = this.#current ?? {};
    if (request === undefined) this.#leave(words);
    else if (!request.complete) {
      // The answer has begun, and anything written into it would be read as part of it.
      if (response?.headersSent) this.socket.destroy();
      else this.#leave(words);
    }
  }

  #next(): void {
    // The previous answer may have ended the connection.
    if (!this.socket.writable) this.#waiting.length = 0;
    const turn = this.#waiting.shift() ?? null;
    this.#current = turn;
    if (turn !== null) {
      turn.response.once('close', () => this.#next());
      turn.answer();
    } else if (this.#lastWords !== null) this.#leave(this.#lastWords);
  }

  /** Gives the other end time to read, then ends. */
  #leave(words = ''): void {
    this.#isLeaving = true;
    const { socket } = this;
    if (!socket.writable) return;
    socket.end(words, () => setTimeout(() => socket.destroy(), LINGER_MS).unref());
    socket.resume();
  }

  /** Sits between the socket and Node's parser, which has added its listener to the socket by now. */
  #parseInPieces(): void {
    const { socket } = this;
    const [parse, ...others] = socket.listeners('data');
    assert(parse !== undefined && others.length === 0, 'the parser alone reads the socket');
    socket.removeListener('data', parse as (data: Buffer) => void);
    socket.on('data', data => {
      // Node may have given the parser to another connection by then.
      if (this.#lastWords !== null || this.#isLeaving) return;
      parse.call(socket, data.subarray(0, PIECE_BYTES));
      // The stream delivers the rest when it is read again; if the parser has paused it, that happens later.
      if (data.length > PIECE_BYTES && !socket.destroyed) socket.unshift(data.subarray(PIECE_BYTES));
    });
  }
}

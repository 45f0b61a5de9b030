/**
 * The interface to the history. Calls go to a separate thread, and each is answered, with what was stored or why it was
 * not. On a Node without SQLite there is no thread, and nothing is stored.
 */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { err } from '../../src/base/result.ts';
import { sqlite } from '../sqlite.ts';
import type {
  AnswerOf,
  ArgumentsOf,
  CallMessage,
  CallName,
  DoorMessage,
  Patience,
  ThreadMessage,
  ThreadOrder,
} from './history-calls.ts';
import { OPENING_MS } from './history-file.ts';
import { storeFailure } from './store-failure.ts';

/** More calls would hold their samples in memory for a disk that is too slow. */
const MAX_CALLS = 64;

/** Transactions of another server take milliseconds, so a lock that lasts longer is not ours. */
const PATIENCE: Patience = { openingMs: OPENING_MS, callMs: 2_000 };

/** The thread's file lies beside this one, also in a bundle, where both are JavaScript. */
const THREAD = join(import.meta.dirname, `history-thread${extname(import.meta.filename)}`);

interface Waiting {
  readonly resolve: (answer: AnswerOf<CallName>) => void;
  readonly reject: (bug: Error) => void;
}

export class History {
  readonly #thread: Worker | null;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #isOpen = true;
  #calls = 0;

  private constructor(thread: Worker | null) {
    this.#thread = thread;
    if (thread === null) {
      this.#ended = Promise.resolve();
      return;
    }
    thread.on('message', (message: ThreadMessage) => this.#hear(message));
    this.#ended = new Promise(resolve => {
      // An error ends the thread, and the end is handled next.
      thread.on('error', () => {});
      thread.on('exit', () => {
        this.#isOpen = false;
        for (const { resolve } of this.#waiting.values()) resolve(err(storeFailure('stopped')));
        this.#waiting.clear();
        resolve();
      });
    });
  }

  /** Rejects with a sentence if the file is not ours, has a newer version, or cannot be used. */
  static async open(file: string, patience = PATIENCE): Promise<History> {
    if (sqlite === null) return new History(null);
    const order: ThreadOrder = { file, ...patience };
    const thread = new Worker(THREAD, { workerData: order });
    const failure = await new Promise<string | null>((resolve, reject) => {
      thread.once('message', (message: ThreadMessage) => resolve(message.kind === 'opened' ? message.failure : null));
      thread.once('error', reject);
    });
    const history = new History(thread);
    if (failure === null) return history;
    await history.close();
    throw new Error(failure);
  }

  /** Rejects only for a bug. */
  ask<N extends CallName>(name: N, ...values: ArgumentsOf<N>): Promise<AnswerOf<N>> {
    if (this.#thread === null) return Promise.resolve(err(storeFailure('noSqlite')));
    if (!this.#isOpen) return Promise.resolve(err(storeFailure('stopped')));
    if (this.#waiting.size >= MAX_CALLS) return Promise.resolve(err(storeFailure('crowded')));
    const number = this.#calls++;
    const answer = new Promise<AnswerOf<CallName>>((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
    this.#send({ number, name, values } as CallMessage);
    return answer as Promise<AnswerOf<N>>;
  }

  /** Closes after all earlier calls are done. */
  close(): Promise<void> {
    if (this.#isOpen) this.#send('close');
    this.#isOpen = false;
    return this.#ended;
  }

  #send(message: DoorMessage): void {
    this.#thread?.postMessage(message);
  }

  #hear(message: ThreadMessage): void {
    if (message.kind === 'opened') return;
    const waiting = this.#waiting.get(message.number);
    this.#waiting.delete(message.number);
    if (message.kind === 'answered') waiting?.resolve(message.answer);
    else waiting?.reject(Object.assign(new Error('a bug in the history'), { stack: message.stack }));
  }
}

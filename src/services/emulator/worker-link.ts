/**
 * The page's end of a worker. The worker starts at the first question. Every question
 * gets an answer, even if the worker dies of it; the next question then gets a new worker.
 */
import * as Comlink from 'comlink';
import { noticeWorker } from '../watch-page.ts';

interface Running<Api> {
  readonly worker: Worker;
  readonly api: Comlink.Remote<Api>;
  /** Functions that end an open question, given the reason. */
  readonly open: Set<(why: string) => void>;
}

export class WorkerLink<Api> {
  readonly #start: () => Worker;
  #running: Running<Api> | null = null;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** `lost` makes the answer of a question whose worker died. */
  ask<T, L>(question: (api: Comlink.Remote<Api>) => Promise<T>, lost: (why: string) => L): Promise<T | L> {
    this.#running ??= this.#started();
    const running = this.#running;
    return new Promise(resolve => {
      const end = (why: string) => resolve(lost(why));
      running.open.add(end);
      // An exception of the worker is a bug or a refused allocation. Its state is then unknown, so it is dropped.
      question(running.api)
        .then(resolve, error => this.#drop(running, String(error)))
        .finally(() => running.open.delete(end));
    });
  }

  /** Says something to the worker, if there is one. */
  tell(words: (api: Comlink.Remote<Api>) => Promise<void>): void {
    if (this.#running) void words(this.#running.api);
  }

  #started(): Running<Api> {
    const worker = this.#start();
    const running: Running<Api> = { worker, api: Comlink.wrap<Api>(worker), open: new Set() };
    worker.onerror = event => {
      // The failed answer reports it; the page itself goes on.
      event.preventDefault();
      this.#drop(running, event.message ?? '');
    };
    return running;
  }

  #drop(running: Running<Api>, why: string): void {
    if (this.#running === running) this.#running = null;
    running.worker.terminate();
    noticeWorker(why);
    for (const end of running.open) end(why || 'it could not be loaded');
  }
}

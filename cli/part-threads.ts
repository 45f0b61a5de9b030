/** Threads that help with a grid: each inspects one part at a time. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { InspectedPart } from '../src/inspect/joined.ts';
import type { PartRunner } from '../src/ptx/parallel/run-joined.ts';
import type { PartThreadJob } from './part-worker.ts';

/** Lies beside this file, also in a bundle, where both are JavaScript. */
const PART_WORKER = join(import.meta.dirname, `part-worker${extname(import.meta.filename)}`);

/** Time to start a thread, to load the emulator in it, and until the engine has compiled the emulator. */
export const THREAD_START_MS = 250;

export const partThreads = (count: number, job: PartThreadJob): PartRunner<InspectedPart>[] =>
  Array.from({ length: count }, () => new PartThread(job));

class PartThread implements PartRunner<InspectedPart> {
  readonly #worker: Worker;

  constructor(job: PartThreadJob) {
    this.#worker = new Worker(PART_WORKER, { workerData: job });
    this.#worker.unref();
  }

  /** Null if the thread ends before the part does, because it was stopped or had too little memory. */
  run(range: { start: number; end: number }): Promise<InspectedPart | null> {
    const worker = this.#worker;
    return new Promise(resolve => {
      const settle = (part: InspectedPart | null): void => {
        for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
        // Without a listener, a late error would end the process.
        worker.on('error', () => {});
        resolve(part);
      };
      worker.once('message', settle);
      worker.once('error', () => settle(null));
      worker.once('exit', () => settle(null));
      worker.postMessage(range);
    });
  }

  stop(): void {
    void this.#worker.terminate();
  }
}

/** The answer of the GPU process to one job: frames up to the last one, or a failure instead. */
import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { RunnerFrame, RunnerTask } from '../../src/contract/run-job.ts';
import { FrameReader, lastOf } from './frame-reader.ts';
import { Postponed } from './postponable-deadline.ts';
import { breach, overdue } from './run-failures.ts';
import type { RunnerFailure } from './runner.ts';

export interface GpuTask {
  readonly task: RunnerTask;
  /** Counted from when it has the GPU. */
  readonly timeoutMs: number;
  /** Called when another process has the GPU. */
  readonly onWaiting: () => void;
  /** What is wrong with the frame, or null. If something is wrong, the job fails. */
  readonly onFrame: (frame: RunnerFrame) => string | null;
  readonly signal: AbortSignal;
}

/** `src/contract/run-job.ts`: the process ends itself at its deadline. If it does not, it is ended this much later. */
const OVERDUE_MS = 1000;
/** How long another process may have the GPU. */
const MAX_WAIT_MS = 600_000;

export class GpuAnswer {
  /** Marks the frames of this job. */
  readonly nonce: string;
  /** The last frame. */
  readonly last: Promise<Result<RunnerFrame, RunnerFailure>>;
  readonly #job: GpuTask;
  readonly #reader: FrameReader;
  readonly #deadline: Postponed;
  #settle: (answer: Result<RunnerFrame, RunnerFailure>) => void = () => {};
  #hasBegun = false;

  constructor(job: GpuTask) {
    this.nonce = randomBytes(16).toString('hex');
    this.last = new Promise(resolve => {
      this.#settle = resolve;
    });
    this.#job = job;
    this.#reader = new FrameReader(this.nonce);
    this.#deadline = new Postponed(() => this.fail(overdue), job.timeoutMs + OVERDUE_MS, MAX_WAIT_MS);
  }

  /** Whether the process may continue after these bytes. */
  hear(bytes: Buffer): boolean {
    const heard = lastOf(this.#reader, bytes, frame => this.#take(frame));
    if (!heard.ok) this.fail(breach(heard.error));
    else if (heard.value !== null) this.#settle(ok(heard.value));
    return heard.ok && heard.value === null;
  }

  /** Does nothing if the last frame has come already. */
  fail(failure: RunnerFailure): void {
    this.#settle(err(failure));
  }

  /** Ends listening. */
  close(): void {
    this.#deadline.clear();
  }

  #take(frame: RunnerFrame): string | null {
    if (frame.stage !== 'waiting') {
      this.#hasBegun = true;
      return this.#job.onFrame(frame);
    }
    if (this.#hasBegun) return "'waiting' in the middle of a job";
    this.#deadline.postpone();
    this.#job.onWaiting();
    return null;
  }
}

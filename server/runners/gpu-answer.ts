/** The answer of the GPU process to one job: frames up to the last one, or a failure instead. */
import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { RunnerFrame, RunnerTask } from '../../src/contract/run-job.ts';
import { FrameReader, lastOf } from './frame-reader.ts';
import type { LinkFollower } from './gpu-link.ts';
import { Postponed } from './postponable-deadline.ts';
import { breach, overdue } from './run-failures.ts';
import type { RunnerFailure } from './runner.ts';

/** `onWaiting` is also called when another process has the GPU. */
export interface GpuTask extends LinkFollower {
  readonly task: RunnerTask;
  /** The bytes that the task names. Default: none. */
  readonly pieces?: ReadonlyMap<string, Uint8Array>;
  /** Counted from when it has the GPU. */
  readonly timeoutMs: number;
  /** What is wrong with the frame, or null. If something is wrong, the job fails. */
  readonly onFrame: (frame: RunnerFrame) => string | null;
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
  #deadline: Postponed | null = null;
  #settle: (answer: Result<RunnerFrame, RunnerFailure>) => void = () => {};
  #hasBegun = false;
  #isOver = false;

  /** @param noiseBytes how many may come before the first frame, and are ignored. */
  constructor(job: GpuTask, noiseBytes: number) {
    this.nonce = randomBytes(16).toString('hex');
    this.last = new Promise(resolve => {
      this.#settle = answer => {
        this.#isOver = true;
        resolve(answer);
      };
    });
    this.#job = job;
    this.#reader = new FrameReader(this.nonce, noiseBytes);
  }

  /** Whether there is an answer, so that nothing more need be sent. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The process has so long from now on; there is no limit before the first call. */
  expect(timeoutMs: number): void {
    this.#deadline?.clear();
    if (!this.#isOver) this.#deadline = new Postponed(() => this.fail(overdue), timeoutMs + OVERDUE_MS, MAX_WAIT_MS);
  }

  /** No time runs any more: the process has ended, and why is being found out. */
  pause(): void {
    this.#deadline?.clear();
    this.#deadline = null;
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
    this.#deadline?.clear();
  }

  #take(frame: RunnerFrame): string | null {
    if (frame.stage !== 'waiting') {
      this.#hasBegun = true;
      return this.#job.onFrame(frame);
    }
    if (this.#hasBegun) return "'waiting' in the middle of a job";
    this.#deadline?.postpone();
    this.#job.onWaiting({ stage: 'queued', position: 1 });
    return null;
  }
}

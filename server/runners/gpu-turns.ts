/** Turns on a GPU, or on several of one kind: one job at a time on each, others wait in a bounded queue, and a GPU on which jobs do not end is not asked again. */
import { err, type Result } from '../../src/base/result.ts';
import { type Dropped, JobQueue } from '../exec/queue.ts';
import { failure, trialFailed } from './run-failures.ts';
import type { RunnerFailure } from './runner.ts';

const MAX_WAITING = 16;
const STALE_MS = 60_000;
/**
 * After this many time-outs in a row, or if a new process fails its trial after one, the GPU is not asked again: we
 * cannot end what hangs there.
 */
const MAX_TIMEOUTS = 3;

interface TurnFollower {
  readonly onProgress: (progress: { readonly stage: 'queued'; readonly position: number }) => void;
  readonly signal: AbortSignal;
}

export class GpuTurns {
  readonly #queue: JobQueue;
  readonly #staleMs: number;
  #timeouts = 0;

  /** @param width how many may have a turn at once. @param staleMs how long a turn is waited for. */
  constructor({ width = 1, staleMs = STALE_MS }: { readonly width?: number; readonly staleMs?: number } = {}) {
    this.#staleMs = staleMs;
    this.#queue = new JobQueue({ maxWaiting: MAX_WAITING, staleMs, width });
  }

  async take<T>(
    { onProgress, signal }: TurnFollower,
    work: () => Promise<Result<T, RunnerFailure>>,
  ): Promise<Result<T, RunnerFailure>> {
    const counted = async (): Promise<Result<T, RunnerFailure>> => {
      if (this.#timeouts >= MAX_TIMEOUTS) return err(unhealthy);
      const result = await work();
      if (result.ok) this.#timeouts = 0;
      else if (result.error === trialFailed && this.#timeouts > 0) this.#timeouts = MAX_TIMEOUTS;
      else if (result.error.at === 'timeout') this.#timeouts++;
      return result;
    };
    const onPosition = (position: number): void => onProgress({ stage: 'queued', position });
    const turn = this.#queue.enter(counted, { signal, onPosition });
    if (!turn.ok) return err(failure('queue', `${MAX_WAITING} runs are waiting already; try again later`));
    const passed = await turn.value;
    return passed.ok ? passed.value : err(droppedFailure(passed.error, this.#staleMs));
  }
}

const unhealthy = failure(
  'unhealthy',
  'several jobs did not end in time: the GPU is not used again until the server is restarted',
);

const droppedFailure = (why: Dropped, staleMs: number): RunnerFailure =>
  why === 'cancelled'
    ? failure('cancelled', 'cancelled while waiting')
    : failure('queue', `dropped after ${staleMs / 1000} s in the queue`);

/** A GPU that is reached by a link, or several of one kind: a bounded queue of comparisons, and a resident process for each. */
import { assert } from '../../src/base/assert.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { RunnerDevice } from '../../src/contract/run-job.ts';
import type { MeasuredCeilings } from '../../src/trace/ceilings.ts';
import type { Exec } from '../exec/exec.ts';
import { ComparisonLedger } from './comparison-ledger.ts';
import {
  comparisonResult,
  comparisonTask,
  comparisonTimeoutMs,
  DEVICE_TIMEOUT_MS,
  outOfTurn,
} from './comparison-task.ts';
import type { GpuLink } from './gpu-link.ts';
import { GpuProcess } from './gpu-process.ts';
import { GpuTurns } from './gpu-turns.ts';
import { writeJob } from './job-order.ts';
import type {
  ComparisonOrder,
  ComparisonResult,
  RunFollower,
  Runner,
  RunnerFailure,
  RunnerProgress,
  WaitingProgress,
} from './runner.ts';

const CEILINGS_TIMEOUT_MS = 30_000;

export interface ResidentRunnerOptions {
  readonly exec: Exec;
  readonly link: GpuLink;
  /** Shared with what else runs on this GPU. Default: its own. */
  readonly turns?: GpuTurns;
  /** How many processes at once, which must be as many as have turns at once. Default: 1. */
  readonly width?: number;
  /** Time of a comparison without its samples, per launch. */
  readonly prepareMs?: number;
  /** Time for the first answer of a new process. */
  readonly trialMs?: number;
}

export class ResidentRunner implements Runner {
  /** Those without a job; the one that was used last comes first, since it may still be there. */
  readonly #free: GpuProcess[];
  readonly #all: readonly GpuProcess[];
  readonly #prepareMs: number | undefined;
  readonly #turns: GpuTurns;

  constructor({ exec, link, turns, width = 1, prepareMs, trialMs }: ResidentRunnerOptions) {
    this.#turns = turns ?? new GpuTurns({ width });
    this.#all = Array.from({ length: width }, () => new GpuProcess(exec, link, trialMs));
    this.#free = [...this.#all];
    this.#prepareMs = prepareMs;
  }

  device(follower: RunFollower): Promise<Result<RunnerDevice, RunnerFailure>> {
    return this.#inTurn(follower, async process => {
      const answer = await process.perform({ task: { kind: 'device' }, ...termsOf(follower, DEVICE_TIMEOUT_MS) });
      return answer.ok ? ok(answer.value.device) : answer;
    });
  }

  ceilings(signal: AbortSignal): Promise<Result<MeasuredCeilings, RunnerFailure>> {
    const follower = { signal, onProgress: () => {} };
    return this.#inTurn(follower, async process => {
      const answer = await process.perform({ task: { kind: 'ceilings' }, ...termsOf(follower, CEILINGS_TIMEOUT_MS) });
      if (!answer.ok) return answer;
      const { stage, ...measured } = answer.value.frame;
      return 'copyBytesPerSecond' in measured ? ok(measured) : err(outOfTurn(stage));
    });
  }

  compare(order: ComparisonOrder, follower: RunFollower): Promise<Result<ComparisonResult, RunnerFailure>> {
    return this.#inTurn(follower, process => this.#compareBy(process, order, follower));
  }

  /** Ends all processes, and gives back what they hold. */
  async close(): Promise<void> {
    await Promise.all(this.#all.map(process => process.finish()));
  }

  /** Ends those without a job. */
  async rest(): Promise<void> {
    await Promise.all(this.#free.map(process => process.finish()));
  }

  #inTurn<T>(
    follower: RunFollower,
    work: (process: GpuProcess) => Promise<Result<T, RunnerFailure>>,
  ): Promise<Result<T, RunnerFailure>> {
    return this.#turns.take(follower, async () => {
      const process = this.#free.shift();
      assert(process !== undefined, 'there are as many processes as turns');
      return work(process).finally(() => this.#free.unshift(process));
    });
  }

  async #compareBy(
    process: GpuProcess,
    order: ComparisonOrder,
    follower: RunFollower,
  ): Promise<Result<ComparisonResult, RunnerFailure>> {
    const { launches, pieces } = await writeJob(order);
    const ledger = new ComparisonLedger(order.launches.length);
    const answer = await process.perform({
      task: comparisonTask(order, launches),
      pieces,
      ...termsOf(follower, comparisonTimeoutMs(order, this.#prepareMs)),
      onFrame: frame => {
        const wrong = ledger.add(frame);
        if (wrong === null && isProgress(frame)) follower.onProgress(frame);
        return wrong;
      },
    });
    return answer.ok ? comparisonResult(answer.value.device, answer.value.frame, ledger) : answer;
  }
}

const termsOf = ({ signal, onProgress }: RunFollower, timeoutMs: number) => ({
  ...{ timeoutMs, signal, onWaiting: onProgress, onFrame: () => null },
});

const isProgress = (frame: { readonly stage: string }): frame is Exclude<RunnerProgress, WaitingProgress> =>
  ['verifying', 'right', 'wrong', 'samples'].includes(frame.stage);

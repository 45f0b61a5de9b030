/** The GPU of this machine: a bounded queue of comparisons, and one resident process. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { MeasuredCeilings } from '../../src/trace/ceilings.ts';
import type { Exec } from '../exec/exec.ts';
import { type Dropped, JobQueue } from '../exec/queue.ts';
import { ComparisonLedger } from './comparison-ledger.ts';
import { GpuProcess, type GpuProgram } from './gpu-process.ts';
import { writeLaunches } from './job-order.ts';
import { failure, trialFailed } from './run-failures.ts';
import type {
  ComparisonOrder,
  ComparisonResult,
  RunFollower,
  Runner,
  RunnerFailure,
  RunnerProgress,
} from './runner.ts';

const MAX_WAITING = 16;
const STALE_MS = 60_000;
const CEILINGS_TIMEOUT_MS = 30_000;
/** Time to load, check and warm up each launch; its samples come after that. */
const PREPARE_MS = 5_000;
/**
 * After this many time-outs in a row, or if a new process fails its trial after one, the GPU is not asked again: we
 * cannot end what hangs there.
 */
const MAX_TIMEOUTS = 3;

export interface LocalRunnerOptions {
  readonly exec: Exec;
  readonly program: GpuProgram;
  /** Time of a comparison without its samples, per launch. */
  readonly prepareMs?: number;
  /** Time for the first answer of a new process. */
  readonly trialMs?: number;
}

export class LocalRunner implements Runner {
  readonly #exec: Exec;
  readonly #process: GpuProcess;
  readonly #prepareMs: number;
  readonly #queue = new JobQueue({ maxWaiting: MAX_WAITING, staleMs: STALE_MS });
  #timeouts = 0;

  constructor({ exec, program, prepareMs = PREPARE_MS, trialMs }: LocalRunnerOptions) {
    this.#exec = exec;
    this.#process = new GpuProcess(exec, program, trialMs);
    this.#prepareMs = prepareMs;
  }

  ceilings(signal: AbortSignal): Promise<Result<MeasuredCeilings, RunnerFailure>> {
    return this.#inTurn({ signal, onProgress: () => {} }, async () => {
      const terms = { timeoutMs: CEILINGS_TIMEOUT_MS, onFrame: () => null, onWaiting: () => {}, signal };
      const answer = await this.#process.perform({ task: { kind: 'ceilings' }, ...terms });
      if (!answer.ok) return answer;
      const { stage, ...measured } = answer.value.frame;
      return 'copyBytesPerSecond' in measured ? ok(measured) : err(outOfTurn(stage));
    });
  }

  compare(order: ComparisonOrder, follower: RunFollower): Promise<Result<ComparisonResult, RunnerFailure>> {
    return this.#inTurn(follower, () => this.#exec.inFolder(folder => this.#compareIn(folder, order, follower)));
  }

  async #compareIn(
    folder: string,
    order: ComparisonOrder,
    { onProgress, signal }: RunFollower,
  ): Promise<Result<ComparisonResult, RunnerFailure>> {
    const { launches, reference, method, maxSeconds } = order;
    const written = await writeLaunches(folder, order);
    const prepared = launches.length + (reference === null ? 0 : 1);
    const ledger = new ComparisonLedger(launches.length);
    const answer = await this.#process.perform({
      task: { kind: 'compare', method, maxSeconds, ...written },
      timeoutMs: prepared * this.#prepareMs + maxSeconds * 1000,
      signal,
      onWaiting: () => onProgress({ stage: 'queued', position: 1 }),
      onFrame: frame => {
        const wrong = ledger.add(frame);
        if (wrong === null && isProgress(frame)) onProgress(frame);
        return wrong;
      },
    });
    if (!answer.ok) return answer;
    const { frame, device } = answer.value;
    if (frame.stage !== 'done') return err(outOfTurn(frame.stage));
    return ok({ device, outcomes: ledger.outcomes(frame), eventOverheadNs: frame.eventOverheadNs });
  }

  async #inTurn<T>(
    { onProgress, signal }: RunFollower,
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
    if (!turn.ok) return err(failure('queue', `${MAX_WAITING} comparisons are waiting already; try again later`));
    const passed = await turn.value;
    return passed.ok ? passed.value : err(droppedFailure(passed.error));
  }
}

const isProgress = (frame: { readonly stage: string }): frame is Exclude<RunnerProgress, { stage: 'queued' }> =>
  ['verifying', 'right', 'wrong', 'samples'].includes(frame.stage);

const outOfTurn = (stage: string): RunnerFailure => failure('protocol', `the GPU process answered with '${stage}'`);

const unhealthy = failure(
  'unhealthy',
  'several jobs did not end in time: the GPU is not used again until the server is restarted',
);

const droppedFailure = (why: Dropped): RunnerFailure =>
  why === 'cancelled'
    ? failure('cancelled', 'cancelled while waiting')
    : failure('queue', `dropped after ${STALE_MS / 1000} s in the queue`);

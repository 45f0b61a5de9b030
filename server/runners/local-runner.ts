/** The GPU of this machine: a bounded queue of comparisons, and one resident process. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { MeasuredCeilings } from '../../src/trace/ceilings.ts';
import type { Exec } from '../exec/exec.ts';
import { ComparisonLedger } from './comparison-ledger.ts';
import { GpuProcess, type GpuProgram } from './gpu-process.ts';
import { GpuTurns } from './gpu-turns.ts';
import { writeLaunches } from './job-order.ts';
import { failure } from './run-failures.ts';
import type {
  ComparisonOrder,
  ComparisonResult,
  RunFollower,
  Runner,
  RunnerFailure,
  RunnerProgress,
} from './runner.ts';

const CEILINGS_TIMEOUT_MS = 30_000;
/** Time to load, check and warm up each launch; its samples come after that. */
const PREPARE_MS = 5_000;

export interface LocalRunnerOptions {
  readonly exec: Exec;
  readonly program: GpuProgram;
  /** Shared with what else runs on this GPU. Default: its own. */
  readonly turns?: GpuTurns;
  /** Time of a comparison without its samples, per launch. */
  readonly prepareMs?: number;
  /** Time for the first answer of a new process. */
  readonly trialMs?: number;
}

export class LocalRunner implements Runner {
  readonly #exec: Exec;
  readonly #process: GpuProcess;
  readonly #prepareMs: number;
  readonly #turns: GpuTurns;

  constructor({ exec, program, turns = new GpuTurns(), prepareMs = PREPARE_MS, trialMs }: LocalRunnerOptions) {
    this.#exec = exec;
    this.#turns = turns;
    this.#process = new GpuProcess(exec, program, trialMs);
    this.#prepareMs = prepareMs;
  }

  ceilings(signal: AbortSignal): Promise<Result<MeasuredCeilings, RunnerFailure>> {
    return this.#turns.take({ signal, onProgress: () => {} }, async () => {
      const terms = { timeoutMs: CEILINGS_TIMEOUT_MS, onFrame: () => null, onWaiting: () => {}, signal };
      const answer = await this.#process.perform({ task: { kind: 'ceilings' }, ...terms });
      if (!answer.ok) return answer;
      const { stage, ...measured } = answer.value.frame;
      return 'copyBytesPerSecond' in measured ? ok(measured) : err(outOfTurn(stage));
    });
  }

  compare(order: ComparisonOrder, follower: RunFollower): Promise<Result<ComparisonResult, RunnerFailure>> {
    return this.#turns.take(follower, () => this.#exec.inFolder(folder => this.#compareIn(folder, order, follower)));
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
}

const isProgress = (frame: { readonly stage: string }): frame is Exclude<RunnerProgress, { stage: 'queued' }> =>
  ['verifying', 'right', 'wrong', 'samples'].includes(frame.stage);

const outOfTurn = (stage: string): RunnerFailure => failure('protocol', `the GPU process answered with '${stage}'`);

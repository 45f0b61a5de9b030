/**
 * The resident GPU process, seen from outside: one job at a time, and a new process after a failure. A CUDA context does
 * not recover from an error, and a kernel that hangs ends only with its process.
 */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { RunnerDevice, RunnerFrame, RunnerJob } from '../../src/contract/run-job.ts';
import type { Limits } from '../exec/containment.ts';
import type { Exec } from '../exec/exec.ts';
import type { Resident } from '../exec/resident.ts';
import { plainDiagnostics } from '../toolchain/diagnostics.ts';
import { GpuAnswer, type GpuTask } from './gpu-answer.ts';
import { breach, cancelled, endFailure, failureIn, trialFailed, withFreshNext } from './run-failures.ts';
import type { RunnerFailure } from './runner.ts';

export interface GpuProgram {
  /** Absolute path. */
  readonly file: string;
  readonly argv: readonly string[];
}

/** CUDA reserves unlimited address space, and keeps a processor busy while it waits. */
const LIMITS: Limits = { cpuSeconds: 24 * 3600, fileBytes: 1 << 30, processes: 256, memoryBytes: null };
const MAX_ERROR_BYTES = 256 * 1024;
const TRIAL_MS = 20_000;

interface Living {
  readonly resident: Resident;
  readonly device: RunnerDevice;
}

export class GpuProcess {
  readonly #exec: Exec;
  readonly #program: GpuProgram;
  readonly #trialMs: number;
  #living: Living | null = null;
  /** Gets the bytes of the process: the job that is running. */
  #listener: ((bytes: Buffer) => void) | null = null;

  /** @param trialMs time for the first answer of a new process. */
  constructor(exec: Exec, program: GpuProgram, trialMs = TRIAL_MS) {
    this.#exec = exec;
    this.#program = program;
    this.#trialMs = trialMs;
  }

  /** Gives the last frame: `device`, `ceilings` or `done`. Only one call at a time. */
  async perform(job: GpuTask): Promise<Result<{ frame: RunnerFrame; device: RunnerDevice }, RunnerFailure>> {
    if (job.signal.aborted) return err(cancelled);
    const living = await this.#alive(job);
    if (!living.ok) return living;
    const { resident, device } = living.value;
    const frame = await this.#converse(resident, job);
    return frame.ok ? ok({ frame: frame.value, device }) : frame;
  }

  /** Lets the process end by itself, since the program around it may still have to write something. */
  async finish(withinMs: number): Promise<void> {
    if (this.#living === null) return;
    const { resident } = this.#living;
    resident.finish();
    const deadline = setTimeout(() => resident.stop(), withinMs);
    await resident.ended;
    clearTimeout(deadline);
  }

  /** A new process must show that it reaches the GPU and that a launch ends there, before it gets a job. */
  async #alive({ signal, onWaiting }: GpuTask): Promise<Result<Living, RunnerFailure>> {
    if (this.#living !== null) return ok(this.#living);
    const resident = await this.#start();
    const terms = { timeoutMs: this.#trialMs, onFrame: () => null, onWaiting, signal };
    const answer = await this.#converse(resident, { task: { kind: 'device' }, ...terms });
    if (!answer.ok) return answer.error.at === 'timeout' ? err(trialFailed) : answer;
    if (answer.value.stage !== 'device') {
      await this.#end(resident);
      return err(breach(`'${answer.value.stage}' where the device was asked for`));
    }
    this.#living = { resident, device: answer.value };
    return ok(this.#living);
  }

  #start(): Promise<Resident> {
    return new Promise((resolve, reject) => {
      const live = (folder: string): Promise<unknown> => {
        const resident = this.#exec.stay({
          ...this.#program,
          ...{ folder, limits: LIMITS, view: null, maxErrorBytes: MAX_ERROR_BYTES },
          // The process may write only when it is asked.
          onOutput: bytes => (this.#listener === null ? resident.stop() : this.#listener(bytes)),
        });
        const ended = resident.ended.then(({ end, stderr }) => ({ end, stderr: plainDiagnostics(stderr, folder) }));
        const plain: Resident = { ...resident, ended };
        resolve(plain);
        return ended.then(() => this.#forget(plain));
      };
      this.#exec.inFolder(live).catch(reject);
    });
  }

  #forget(resident: Resident): void {
    if (this.#living?.resident === resident) this.#living = null;
  }

  async #end(resident: Resident): Promise<void> {
    this.#forget(resident);
    resident.stop();
    await resident.ended;
  }

  async #converse(resident: Resident, job: GpuTask): Promise<Result<RunnerFrame, RunnerFailure>> {
    const answer = await this.#answer(resident, job);
    const failure = failureIn(answer);
    if (failure === null) return answer;
    // A job that was not understood, or whose reference was wrong, did no harm to the process.
    if (failure.at === 'job' || failure.at === 'reference') return err(failure);
    await this.#end(resident);
    return err(withFreshNext(failure));
  }

  async #answer(resident: Resident, job: GpuTask): Promise<Result<RunnerFrame, RunnerFailure>> {
    const answer = new GpuAnswer(job);
    const cancel = (): void => answer.fail(cancelled);
    this.#listener = bytes => {
      if (!answer.hear(bytes)) this.#listener = null;
    };
    job.signal.addEventListener('abort', cancel);
    void resident.ended.then(({ end, stderr }) => answer.fail(endFailure(end, stderr)));
    const order: RunnerJob = { ...job.task, nonce: answer.nonce, timeoutMs: job.timeoutMs };
    resident.write(JSON.stringify(order));
    const last = await answer.last;
    answer.close();
    job.signal.removeEventListener('abort', cancel);
    this.#listener = null;
    return last;
  }
}

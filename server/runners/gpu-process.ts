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
import type { Attendant, GpuLink, GpuStart } from './gpu-link.ts';
import { SentPieces } from './job-pieces.ts';
import { breach, cancelled, failure, failureIn, trialFailed, withFreshNext } from './run-failures.ts';
import type { RunnerFailure } from './runner.ts';

/** CUDA reserves unlimited address space, and keeps a processor busy while it waits. */
const LIMITS: Limits = { cpuSeconds: 24 * 3600, fileBytes: 1 << 30, processes: 256, memoryBytes: null };
const MAX_ERROR_BYTES = 256 * 1024;
const TRIAL_MS = 20_000;
/** A process whose input has ended ends by itself; one that does not within this time is ended. */
const FINISH_MS = 5_000;
/** How much is sent at once: a connection that takes this piece within the time of a trial is alive. */
const CHUNK_BYTES = 1 << 20;

interface Started {
  readonly resident: Resident;
  readonly attendant: Attendant;
  readonly sent: SentPieces;
  /** Resolves when it and all that belongs to it has ended. */
  readonly gone: Promise<RunnerFailure>;
}

interface Living extends Started {
  readonly device: RunnerDevice;
  /** When it must have ended. */
  readonly until: number;
}

export class GpuProcess {
  readonly #exec: Exec;
  readonly #link: GpuLink;
  readonly #trialMs: number;
  #living: Living | null = null;
  #idle: NodeJS.Timeout | undefined;
  /** Resolves when nothing is left of the process that was finished last. */
  #finished: Promise<void> = Promise.resolve();
  /** Gets the bytes of the process: the job that is running. */
  #listener: ((bytes: Buffer) => void) | null = null;

  /** @param trialMs time for the first answer of a new process. */
  constructor(exec: Exec, link: GpuLink, trialMs = TRIAL_MS) {
    this.#exec = exec;
    this.#link = link;
    this.#trialMs = trialMs;
  }

  /** Gives the last frame: `device`, `ceilings` or `done`. Only one call at a time. */
  async perform(job: GpuTask): Promise<Result<{ frame: RunnerFrame; device: RunnerDevice }, RunnerFailure>> {
    if (job.signal.aborted) return err(cancelled);
    clearTimeout(this.#idle);
    const living = await this.#alive(job);
    if (!living.ok) return living;
    const frame = await this.#converse(living.value, job);
    this.#rest();
    return frame.ok ? ok({ frame: frame.value, device: living.value.device }) : frame;
  }

  /**
   * Lets the process end by itself, since the program around it may still have to write something. Waits also for one that
   * is ending since it was idle: its job must be taken back before the server ends.
   */
  finish(withinMs = FINISH_MS): Promise<void> {
    clearTimeout(this.#idle);
    const living = this.#living;
    this.#living = null;
    if (living !== null) this.#finished = finished(living, withinMs);
    return this.#finished;
  }

  /** Others may be waiting for the GPU that this process holds. */
  #rest(): void {
    const { idleMs } = this.#link;
    if (idleMs !== null && this.#living !== null) this.#idle = setTimeout(() => void this.finish(), idleMs);
  }

  /** A new process must show that it reaches the GPU and that a launch ends there, before it gets a job. */
  async #alive(job: GpuTask): Promise<Result<Living, RunnerFailure>> {
    const { lifetimeMs } = this.#link;
    if (lifetimeMs !== null && job.timeoutMs > lifetimeMs) return err(tooShort(job.timeoutMs, lifetimeMs));
    if (this.#living !== null && performance.now() + job.timeoutMs > this.#living.until) await this.finish();
    if (this.#living !== null) return ok(this.#living);
    const start = await this.#link.ready(job);
    if (!start.ok) return start;
    return this.#introduced(await this.#start(start.value, job), job);
  }

  async #introduced(started: Started, { signal, onWaiting }: GpuTask): Promise<Result<Living, RunnerFailure>> {
    const terms = { timeoutMs: this.#trialMs, onFrame: () => null, onWaiting, signal };
    const answer = await this.#converse(started, { task: { kind: 'device' }, ...terms }, this.#link.noiseBytes);
    if (!answer.ok) return answer.error.at === 'timeout' ? err(trialFailed) : answer;
    if (answer.value.stage !== 'device') {
      await this.#end(started);
      return err(breach(`'${answer.value.stage}' where the device was asked for`));
    }
    const until = performance.now() + (this.#link.lifetimeMs ?? Number.POSITIVE_INFINITY);
    this.#living = { ...started, device: answer.value, until };
    return ok(this.#living);
  }

  #start({ program, attend }: GpuStart, job: GpuTask): Promise<Started> {
    const attendant = attend(job);
    return new Promise((resolve, reject) => {
      const live = (folder: string): Promise<unknown> => {
        const resident = this.#exec.stay({
          ...program,
          ...{ folder, limits: LIMITS, view: null, maxErrorBytes: MAX_ERROR_BYTES },
          isUsersProgram: this.#link.isUsersProgram,
          // The process may write only when it is asked.
          onOutput: bytes => (this.#listener === null ? resident.stop() : this.#listener(bytes)),
          onErrorOutput: bytes => attendant.hear(bytes),
        });
        const gone = resident.ended.then(({ end, stderr }) => attendant.ended(end, plainDiagnostics(stderr, folder)));
        const started = { resident, attendant, gone, sent: new SentPieces() };
        resolve(started);
        return gone.then(() => this.#forget(started));
      };
      this.#exec.inFolder(live).catch(reject);
    });
  }

  #forget({ resident }: Started): void {
    if (this.#living?.resident === resident) this.#living = null;
  }

  async #end(started: Started): Promise<void> {
    this.#forget(started);
    started.resident.stop();
    await started.gone;
  }

  async #converse(started: Started, job: GpuTask, noiseBytes = 0): Promise<Result<RunnerFrame, RunnerFailure>> {
    const answer = await this.#answer(started, job, noiseBytes);
    const failed = failureIn(answer);
    if (failed === null) return answer;
    // A job that was not understood, or whose reference was wrong, did no harm to the process.
    if (failed.at === 'job' || failed.at === 'reference') return err(failed);
    await this.#end(started);
    return err(withFreshNext(failed));
  }

  async #answer(started: Started, job: GpuTask, noiseBytes: number): Promise<Result<RunnerFrame, RunnerFailure>> {
    const answer = new GpuAnswer(job, noiseBytes);
    const cancel = (): void => answer.fail(cancelled);
    this.#listener = bytes => {
      if (!answer.hear(bytes)) this.#listener = null;
    };
    job.signal.addEventListener('abort', cancel);
    void started.resident.ended.then(() => answer.pause());
    void started.gone.then(why => answer.fail(why));
    void started.attendant.hopeless.then(why => answer.fail(why));
    void this.#ask(started, job, answer);
    const last = await answer.last;
    answer.close();
    job.signal.removeEventListener('abort', cancel);
    this.#listener = null;
    return last;
  }

  /** Sends what the process does not have yet, then the job. Its time begins behind that. */
  async #ask({ resident, attendant, sent }: Started, job: GpuTask, answer: GpuAnswer): Promise<void> {
    const { pieces = new Map<string, Uint8Array>(), task, timeoutMs } = job;
    await attendant.running;
    const { send, drop } = sent.plan(pieces);
    for (const name of drop) await resident.write(`-${name}\n`);
    for (const name of send) {
      const bytes = pieces.get(name)!;
      await resident.write(`+${name} ${bytes.length}\n`);
      for (let at = 0; at < bytes.length && !answer.isOver; at += CHUNK_BYTES) {
        answer.expect(this.#trialMs);
        await resident.write(bytes.subarray(at, at + CHUNK_BYTES));
      }
    }
    if (answer.isOver) return;
    const order: RunnerJob = { ...task, nonce: answer.nonce, timeoutMs };
    answer.expect(timeoutMs);
    await resident.write(`${JSON.stringify(order)}\n`);
  }
}

async function finished({ resident, gone }: Living, withinMs: number): Promise<void> {
  resident.finish();
  const deadline = setTimeout(() => resident.stop(), withinMs);
  await gone;
  clearTimeout(deadline);
}

const tooShort = (needMs: number, haveMs: number): RunnerFailure =>
  failure(
    'refused',
    `this comparison may take ${Math.ceil(needMs / 1000)} s, and a job of this place ends after ${haveMs / 1000} s: ` +
      'ask for fewer variants or seconds, or raise "minutes" in gpus.json',
  );

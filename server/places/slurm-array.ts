/**
 * Comparisons that come together, as one array of jobs: the cluster sees one entry, starts as many as it may, and nobody's
 * connection need last. Those that come within a moment of each other make one array.
 */
import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { JobEnd } from '../exec/job.ts';
import { writeJob } from '../runners/job-order.ts';
import { cancelled, endFailure, failure } from '../runners/run-failures.ts';
import type { ComparisonOrder, RunFollower, RunnerFailure, WaitingProgress } from '../runners/runner.ts';
import { type Compared, resultOf, type SentComparison, sentOf, type Wanted } from './array-answer.ts';
import {
  answerScript,
  endScript,
  lookScript,
  makeScript,
  putScript,
  submitScript,
  taskStateScript,
  tasksText,
} from './array-script.ts';
import type { SlurmSpec } from './place-file.ts';
import type { LinkTimes } from './place-link.ts';
import type { PlaceShell } from './place-shell.ts';
import { copyRunner } from './runner-copy.ts';
import { stateIn } from './slurm-job.ts';
import { hopelessWords, ownWords, slurmEnding, waitingWords } from './slurm-words.ts';

const COMMAND_MS = 30_000;
/** A piece over a slow line. */
const PIECE_MS = 300_000;
const LOOK_MS = 10_000;
/** Of the last comparison, until the array is sent: the next one is being built meanwhile. */
const GATHER_MS = 3_000;
/** A job that did not come to note its exit code. */
const KILLED: JobEnd = { kind: 'killed', signal: 'SIGKILL' };
/** How often in a row a cluster may say nothing. */
const MOST_SILENT = 30;

export interface ArrayParts {
  readonly shell: PlaceShell;
  readonly spec: SlurmSpec;
  /** Path of the GPU process here. */
  readonly program: string;
  readonly times?: LinkTimes | undefined;
}

export class SlurmArray {
  readonly #parts: ArrayParts;
  #gathered: Wanted[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #living = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(parts: ArrayParts) {
    this.#parts = parts;
  }

  compare(order: ComparisonOrder, follower: RunFollower): Promise<Compared> {
    if (follower.signal.aborted) return Promise.resolve(err(cancelled));
    return new Promise(resolve => {
      const wanted: Wanted = { order, follower, isSettled: false, settle: result => settle(result) };
      const settle = (result: Compared): void => {
        wanted.isSettled = true;
        resolve(result);
      };
      follower.signal.addEventListener('abort', () => settle(err(cancelled)), { once: true });
      this.#gathered.push(wanted);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#send(), this.#parts.times?.gatherMs ?? GATHER_MS);
    });
  }

  /** Whether something waits or runs. */
  get isBusy(): boolean {
    return this.#gathered.length > 0 || this.#living.size > 0;
  }

  /** Takes back what is in the cluster. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    for (const each of this.#gathered.splice(0)) each.settle(err(cancelled));
    this.#closing.abort();
    await Promise.all(this.#living);
  }

  #send(): void {
    const batch = this.#gathered.splice(0).filter(({ isSettled }) => !isSettled);
    if (batch.length === 0) return;
    const work = this.#run(batch).finally(() => this.#living.delete(work));
    this.#living.add(work);
  }

  async #run(batch: readonly Wanted[]): Promise<void> {
    const { shell, spec } = this.#parts;
    const name = `lanescape-${randomBytes(8).toString('hex')}`;
    const rest = (): Wanted[] => batch.filter(({ isSettled }) => !isSettled);
    try {
      const sent = await this.#submit(name, batch);
      if (sent.ok) await this.#follow(name, sent.value);
      else for (const each of rest()) each.settle(sent);
    } catch (error) {
      for (const each of rest()) each.settle(err(failure('server', (error as Error).message)));
    } finally {
      await shell.run(endScript(name, spec), { timeoutMs: COMMAND_MS });
      for (const each of rest()) each.settle(err(cancelled));
    }
  }

  /** Sends everything, each piece once, and gives the array to the cluster. */
  async #submit(name: string, batch: readonly Wanted[]): Promise<Result<SentComparison[], RunnerFailure>> {
    const { shell, spec, program } = this.#parts;
    const { signal } = this.#closing;
    const open = await shell.connect({ signal, onWaiting: step => tellAll(batch, step) });
    if (!open.ok) return open;
    const hash = await copyRunner(shell, program, spec.folder, signal);
    if (!hash.ok) return hash;
    const made = await this.#ask(makeScript(name, spec));
    if (!made.ok) return made;
    const sent: SentComparison[] = [];
    const there = new Set<string>();
    for (const wanted of batch) {
      const written = await writeJob(wanted.order);
      for (const [piece, bytes] of written.pieces) {
        if (there.has(piece)) continue;
        const put = await this.#ask(putScript(name, spec, piece, bytes.length), bytes);
        if (!put.ok) return put;
        there.add(piece);
      }
      sent.push(sentOf(wanted, written));
    }
    const text = Buffer.from(
      tasksText(
        name,
        spec,
        hash.value,
        sent.map(({ task }) => task),
      ),
    );
    const put = await this.#ask(putScript(name, spec, 'tasks.sh', text.length), text);
    if (!put.ok) return put;
    const submitted = await this.#ask(submitScript(name, spec, sent.length));
    return submitted.ok ? ok(sent) : submitted;
  }

  /** Runs a script that must succeed. The answer is what it printed. */
  async #ask(script: string, input?: Uint8Array): Promise<Result<string, RunnerFailure>> {
    const { shell } = this.#parts;
    const order = { timeoutMs: input === undefined ? COMMAND_MS : PIECE_MS, signal: this.#closing.signal };
    const asked = await shell.run(script, { ...order, ...(input ? { input } : {}) });
    if (!asked.ok) return asked;
    const { end, stdout, stderr } = asked.value;
    if (end.kind === 'exited' && end.code === 0) return ok(stdout.toString('utf8'));
    if (this.#closing.signal.aborted) return err(cancelled);
    const said =
      stderr
        .replace(/^sbatch: error: /gm, '')
        .trim()
        .split('\n')
        .at(-1)
        ?.slice(0, 200) ?? '';
    if (/No space left|Disk quota exceeded/i.test(stderr))
      return err(failure('server', `the disk of ${shell.host} is full: the jobs cannot be copied there`));
    return err(slurmEnding({ state: '', stderr }) ?? failure('refused', `the cluster does not take the jobs: ${said}`));
  }

  async #follow(name: string, sent: readonly SentComparison[]): Promise<void> {
    const { spec, times } = this.#parts;
    const late = performance.now() + (spec.waitMinutes + spec.minutes * sent.length) * 60_000;
    let silent = 0;
    const isOver = (): boolean => this.#closing.signal.aborted || sent.every(({ wanted }) => wanted.isSettled);
    while (!isOver()) {
      await this.#pause(times?.lookMs ?? LOOK_MS, sent);
      if (isOver()) return;
      const looked = await this.#ask(lookScript(name, spec));
      silent = looked.ok ? 0 : silent + 1;
      if (looked.ok) await this.#hear(name, sent, looked.value);
      if (silent > MOST_SILENT || performance.now() > late) {
        const why = looked.ok ? failure('queue', 'the jobs did not end in time, and were taken back') : looked.error;
        for (const { wanted } of sent) if (!wanted.isSettled) wanted.settle(err(why));
      }
    }
  }

  /** Shorter if nobody waits any more. */
  async #pause(ms: number, sent: readonly SentComparison[]): Promise<void> {
    const over = new AbortController();
    const signals = [this.#closing.signal, ...sent.map(({ wanted }) => wanted.follower.signal)];
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms);
      const check = (): void => {
        if (!signals[0].aborted && !sent.every(({ wanted }) => wanted.isSettled)) return;
        clearTimeout(timer);
        resolve();
      };
      for (const signal of signals)
        signal.addEventListener('abort', () => queueMicrotask(check), { signal: over.signal });
    });
    // A list may wait for hours: what listens must not become more with each look.
    over.abort();
  }

  async #hear(name: string, sent: readonly SentComparison[], printed: string): Promise<void> {
    const lines = printed.trim().split('\n');
    const ended = new Map<number, JobEnd>(
      lines.flatMap(line => {
        const [, task, code] = /^end (\d+) (\d+)$/.exec(line) ?? [];
        return code === undefined ? [] : [[Number(task), { kind: 'exited', code: Number(code) }] as const];
      }),
    );
    const queued = new Map(
      lines.flatMap(line => {
        const [task, state, reason] = line.split('|');
        return reason === undefined ? [] : [[Number(task), { state, reason }] as const];
      }),
    );
    for (const [i, each] of sent.entries()) {
      if (each.wanted.isSettled) continue;
      const job = queued.get(i);
      const end = ended.get(i);
      if (end !== undefined || job === undefined) await this.#take(name, i, end ?? KILLED, each);
      else if (job.state === 'PENDING') tellWaiting(each.wanted, job.reason, i);
    }
  }

  /** A job that is over, in whatever way. @param end of the GPU process. */
  async #take(
    name: string,
    i: number,
    end: JobEnd,
    { wanted, device, compared, ledger }: SentComparison,
  ): Promise<void> {
    const { shell, spec } = this.#parts;
    const told = await shell.run(answerScript(name, spec, i), { timeoutMs: PIECE_MS, signal: this.#closing.signal });
    if (!told.ok) return;
    const { stdout, stderr } = told.value;
    const middle = stdout.indexOf(`#${compared.nonce} `);
    device.hear(middle < 0 ? stdout : stdout.subarray(0, middle));
    if (middle >= 0) compared.hear(stdout.subarray(middle));
    if (!compared.isOver || !device.isOver) {
      const state = await shell.run(taskStateScript(name, i), { timeoutMs: COMMAND_MS, signal: this.#closing.signal });
      const of = { state: state.ok ? stateIn(state.value.stdout.toString('utf8')) : '', stderr };
      const why = slurmEnding(of) ?? endFailure(end, ownWords(stderr));
      for (const answer of [device, compared]) answer.fail(why);
    }
    const answers = [await device.last, await compared.last] as const;
    if (!wanted.isSettled) wanted.settle(resultOf(answers, ledger));
  }
}

function tellAll(batch: readonly Wanted[], step: WaitingProgress): void {
  for (const { follower, isSettled } of batch) if (!isSettled) follower.onProgress(step);
}

/** @param ahead jobs of the same array. What is before the array itself is not asked. */
function tellWaiting({ follower, settle }: Wanted, reason: string, ahead: number): void {
  const hope = hopelessWords(reason);
  if (hope !== null) {
    settle(err(failure('refused', `the cluster will not start the job: ${hope}`)));
    return;
  }
  // JobArrayTaskLimit: as many of the array run as may.
  const words = reason === 'JobArrayTaskLimit' ? 'others of the same list are before it' : waitingWords(reason);
  follower.onProgress({ stage: 'pending', ahead: ahead === 0 ? 0 : null, start: null, reason: words });
}

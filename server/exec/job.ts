/**
 * One child process from start to end: an argument list and never a shell, a deadline, a limit on its output, and an end
 * that always comes. The promise never rejects; how the process ended is data.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Containment, JobView, Limits } from './containment.ts';
import { jobEnvironment, userEnvironment } from './environment.ts';
import { killMarked, signalGroup } from './process-tree.ts';

export interface ChildJob {
  /** Absolute path. */
  readonly file: string;
  readonly argv: readonly string[];
  /** The job's own folder: working directory, home and temporary files. */
  readonly folder: string;
  /** For the whole job, not for a time without output. */
  readonly timeoutMs: number;
  /** For each stream; one byte more ends the job. */
  readonly maxOutputBytes: number;
  readonly limits: Limits;
  /** null: the job sees everything that the user sees. */
  readonly view: JobView | null;
  /** Whether it is one of the user's own programs, which finds the user's keys and settings. Default: no. */
  readonly isUsersProgram?: boolean;
  readonly signal?: AbortSignal;
}

export type JobEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'notStarted'; readonly message: string }
  | { readonly kind: 'timedOut' }
  | { readonly kind: 'flooded'; readonly stream: 'stdout' | 'stderr' }
  | { readonly kind: 'cancelled' };

export interface JobResult {
  readonly end: JobEnd;
  /** The first `maxOutputBytes` bytes. */
  readonly stdout: string;
  readonly stderr: string;
}

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 150;
/** A descendant may keep our pipes open after its parent has ended; after this time they are closed from our side. */
const DRAIN_MS = 500;

export async function runJob(job: ChildJob, contain: Containment): Promise<JobResult> {
  if (job.signal?.aborted) return { end: { kind: 'cancelled' }, stdout: '', stderr: '' };
  const { child, stop, ended } = startProcess(job, contain, 'ignore');
  const deadline = setTimeout(() => stop({ kind: 'timedOut' }), job.timeoutMs);
  const stdout = collect(child, 'stdout', job.maxOutputBytes, stop);
  const stderr = collect(child, 'stderr', job.maxOutputBytes, stop);
  const end = await ended;
  clearTimeout(deadline);
  return { end, stdout: stdout(), stderr: stderr() };
}

/** What a process needs to start, for a job or for one that stays. */
export type ProcessOrder = Pick<ChildJob, 'file' | 'argv' | 'folder' | 'limits' | 'view' | 'isUsersProgram' | 'signal'>;

export interface StartedProcess {
  readonly child: ChildProcess;
  /** Sends SIGTERM, then SIGKILL, to the whole process group. The first call decides how it ended. */
  readonly stop: (end: JobEnd) => void;
  /** Resolves when no process of it is left. Never rejects. */
  readonly ended: Promise<JobEnd>;
}

export function startProcess(order: ProcessOrder, contain: Containment, stdin: 'ignore' | 'pipe'): StartedProcess {
  const view = order.view && { ...order.view, folder: order.folder };
  const command = { file: order.file, argv: order.argv };
  const { file, argv } = contain(command, order.limits, view, order.isUsersProgram);
  // The folder is in the mark, so the owner's next start finds the processes by it.
  const mark = join(order.folder, randomUUID());
  const child = spawn(file, [...argv], {
    cwd: order.folder,
    env: (order.isUsersProgram ? userEnvironment : jobEnvironment)(process.env, order.folder, mark),
    shell: false,
    detached: true,
    stdio: [stdin, 'pipe', 'pipe'],
  });
  return follow(child, mark, order.signal);
}

function follow(child: ChildProcess, mark: string, signal: AbortSignal | undefined): StartedProcess {
  const { pid } = child;
  let early: JobEnd | null = null;
  let grace: NodeJS.Timeout | undefined;
  const stop = (end: JobEnd): void => {
    if (pid === undefined || early !== null || child.exitCode !== null || child.signalCode !== null) return;
    early = end;
    signalGroup(pid, 'SIGTERM');
    grace = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS);
  };
  const cancel = (): void => stop({ kind: 'cancelled' });
  signal?.addEventListener('abort', cancel);
  // A signal that has come is not heard again.
  if (signal?.aborted) cancel();
  const ended = endOf(child).then(async end => {
    clearTimeout(grace);
    signal?.removeEventListener('abort', cancel);
    if (pid !== undefined) await endLeftovers(child, pid, mark);
    return early ?? end;
  });
  return { child, stop, ended };
}

function endOf(child: ChildProcess): Promise<JobEnd> {
  return new Promise(resolve => {
    child.once('error', error => resolve({ kind: 'notStarted', message: error.message }));
    child.once('exit', (code, signal) =>
      resolve(code === null ? { kind: 'killed', signal: signal ?? 'unknown' } : { kind: 'exited', code }),
    );
  });
}

/** The job is over when its first process ends. No other process of it may stay or delay us. */
async function endLeftovers(child: ChildProcess, pid: number, mark: string): Promise<void> {
  const closed = new Promise<void>(resolve => {
    if (child.stdout?.closed && child.stderr?.closed) resolve();
    else child.once('close', () => resolve());
  });
  signalGroup(pid, 'SIGKILL');
  await killMarked(mark);
  const drain = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, DRAIN_MS);
  await closed;
  clearTimeout(drain);
}

/** Reads while the process runs, keeps at most `maxBytes`, and ends a process that prints more. */
export function collect(
  child: ChildProcess,
  stream: 'stdout' | 'stderr',
  maxBytes: number,
  stop: (end: JobEnd) => void,
): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  child[stream]?.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, Math.max(0, maxBytes - bytes)));
    bytes += chunk.length;
    if (bytes > maxBytes) stop({ kind: 'flooded', stream });
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

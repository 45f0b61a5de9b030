/**
 * Looks after one job: tells why it waits, gives up where waiting is of no use, and leaves nothing of it in the cluster.
 * squeue is asked seldom, and only while the job waits: administrators mind.
 */
import type { JobEnd } from '../exec/job.ts';
import type { Attendant, LinkFollower } from '../runners/gpu-link.ts';
import { endFailure, failure } from '../runners/run-failures.ts';
import type { RunnerFailure } from '../runners/runner.ts';
import type { SlurmSpec } from './place-file.ts';
import type { PlaceShell } from './place-shell.ts';
import { cancelScript, queuedJob, queueScript, stateIn, stateScript } from './slurm-job.ts';
import { hopelessWords, ownWords, slurmEnding, waitingWords } from './slurm-words.ts';

const FIRST_LOOK_MS = 1_000;
const LOOK_MS = 10_000;
const COMMAND_MS = 15_000;

export interface AttendedJob {
  readonly shell: PlaceShell;
  readonly spec: SlurmSpec;
  readonly name: string;
  /** The process's first word on standard error, when it runs. */
  readonly hello: string;
  /** Between two questions about the queue. */
  readonly lookMs?: number | undefined;
}

function later<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>(settle => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Looks at the queue once, and tells what it says. The answer is why waiting is of no use; null: it may be. */
async function lookAtQueue(
  { shell, spec, name }: AttendedJob,
  waitedMs: number,
  { onWaiting, signal }: LinkFollower,
): Promise<RunnerFailure | null> {
  const asked = await shell.run(queueScript(spec, name), { timeoutMs: COMMAND_MS, signal });
  // A question that was cancelled says nothing of the cluster.
  if (signal.aborted) return null;
  const queued = asked.ok ? queuedJob(asked.value.stdout.toString('utf8')) : null;
  if (queued?.state === 'PENDING') {
    const hope = hopelessWords(queued.reason);
    if (hope !== null) return failure('refused', `the cluster will not start the job: ${hope}`);
    onWaiting({ stage: 'pending', ahead: queued.ahead, start: queued.start, reason: waitingWords(queued.reason) });
  } else if (!asked.ok || !isFine(asked.value.end)) {
    onWaiting({ stage: 'pending', ahead: null, start: null, reason: 'the cluster does not say how its queue is' });
  }
  const isOver = waitedMs > spec.waitMinutes * 60_000;
  return isOver ? failure('queue', `the job did not start within ${spec.waitMinutes} min, and was taken back`) : null;
}

export function attendJob(job: AttendedJob, follower: LinkFollower): Attendant {
  const { hello, lookMs = LOOK_MS } = job;
  const [running, hopeless] = [later<void>(), later<RunnerFailure>()];
  const begun = performance.now();
  let said = '';
  let isWaiting = true;
  const tell: LinkFollower = { ...follower, onWaiting: progress => isWaiting && follower.onWaiting(progress) };
  const look = async (): Promise<void> => {
    const why = await lookAtQueue(job, performance.now() - begun, tell);
    if (!isWaiting) return;
    if (why !== null) return hopeless.resolve(why);
    timer = setTimeout(() => void look(), lookMs);
  };
  let timer = setTimeout(() => void look(), Math.min(FIRST_LOOK_MS, lookMs));
  const stopLooking = (): void => {
    isWaiting = false;
    clearTimeout(timer);
  };
  return {
    ...{ running: running.promise, hopeless: hopeless.promise },
    hear: bytes => {
      if (!isWaiting) return;
      said = (said + bytes.toString('utf8')).slice(-4096);
      if (!said.includes(hello)) return;
      stopLooking();
      running.resolve();
    },
    ended: (end, stderr) => {
      stopLooking();
      const heard = stderr.split('\n').filter(line => !line.includes(hello));
      return endingOf(job, end, heard.join('\n').trim());
    },
  };
}

const isFine = (end: JobEnd): boolean => end.kind === 'exited' && end.code === 0;

/**
 * The state is asked before the job is taken back, which would change it; also where srun ended well, as it does when the
 * node fails.
 */
async function endingOf({ shell, name }: AttendedJob, end: JobEnd, stderr: string): Promise<RunnerFailure> {
  const lost = shell.lost(end, stderr);
  const shown = lost === null ? await shell.run(stateScript(name), { timeoutMs: COMMAND_MS }) : null;
  const state = shown?.ok ? stateIn(shown.value.stdout.toString('utf8')) : '';
  const isDone = isFine(end) && ['COMPLETED', ''].includes(state);
  if (!isDone) await shell.run(cancelScript(name), { timeoutMs: COMMAND_MS });
  if (lost !== null) return lost;
  return (isDone ? null : slurmEnding({ state, stderr })) ?? endFailure(end, ownWords(stderr));
}

/** Scripts for one job of Slurm, known by a name that nobody else uses. */
import { assert } from '../../src/base/assert.ts';
import type { SlurmSpec } from './place-file.ts';
import { quoted } from './place-shell.ts';
import { copiedPath } from './runner-copy.ts';

/** `lanescape-` and hexadecimal digits. */
const NAME = /^lanescape-[0-9a-f]{16}$/;

export const namedJob = (name: string): string => {
  assert(NAME.test(name), `"${name}" is the name of a job`);
  return name;
};

/** The process as a job in the foreground: its input, output and exit code are srun's. */
export function jobScript(spec: SlurmSpec, name: string, environment: string, hash: string): string {
  const words = [`--job-name=${namedJob(name)}`, ...sharedOptions(spec), '--mpi=none'].map(word => quoted(word));
  return `${environment} exec srun ${words.join(' ')} ${copiedPath(hash, spec.folder)}`;
}

/** Options of srun and sbatch alike. */
export function sharedOptions(spec: SlurmSpec): string[] {
  const { partition, account, qos, gres, constraint, memory, minutes, waitMinutes } = spec;
  const options: Record<string, string | undefined> = {
    ...{ nodes: '1', ntasks: '1', gres, time: String(minutes) },
    ...{ partition, account, qos, constraint, mem: memory },
    // A job that nobody waits for any more must not wait for ever.
    deadline: `now+${waitMinutes + minutes}minutes`,
    propagate: 'NONE',
  };
  return Object.entries(options).flatMap(([key, value]) => (value === undefined ? [] : [`--${key}=${value}`]));
}

/** Ends the job in every state, and says nothing if there is none. */
export const cancelScript = (name: string): string => `scancel --name=${namedJob(name)} 2>/dev/null; exit 0`;

/** `JobState=TIMEOUT` and more of the newest job with this name. */
export const stateScript = (name: string): string =>
  `scontrol -o show job 2>/dev/null | grep JobName=${namedJob(name)} | tail -n 1`;

export const stateIn = (shown: string): string => /\bJobState=([A-Z_]+)/.exec(shown)?.[1] ?? '';

/** The job's line, then those of all that wait in its partition. */
export const queueScript = ({ partition }: SlurmSpec, name: string): string =>
  `squeue -h -n ${namedJob(name)} -o "%i|%T|%r|%S|%Q" && ` +
  `squeue -h -t PD ${partition === undefined ? '' : `-p ${quoted(partition)} `}-o "%i|%Q"`;

export interface QueuedJob {
  readonly id: number;
  readonly state: string;
  readonly reason: string;
  /** ISO date and time, without a zone; null if not known. */
  readonly start: string | null;
  /** Jobs that wait and go before it. */
  readonly ahead: number;
}

/** null if the job is not in the queue. */
export function queuedJob(text: string): QueuedJob | null {
  const rows = text
    .trim()
    .split('\n')
    .map(line => line.split('|'));
  const own = rows.find(row => row.length === 5);
  if (own === undefined || !/^\d+$/.test(own[0])) return null;
  const [id, state, reason, start, priority] = own;
  const isAhead = ([other, otherPriority]: string[]): boolean =>
    Number(otherPriority) > Number(priority) ||
    (Number(otherPriority) === Number(priority) && Number.parseInt(other, 10) < Number(id));
  const ahead = rows.filter(row => row.length === 2 && Number.parseInt(row[0], 10) !== Number(id) && isAhead(row));
  const isKnown = /^\d{4}-\d\d-\d\dT[\d:]+$/.test(start);
  return { id: Number(id), state, reason, start: isKnown ? start : null, ahead: ahead.length };
}

/** What Slurm says of a job: why it waits, and why it ended. squeue(1), "JOB REASON CODES", "JOB STATE CODES". */
import { failure } from '../runners/run-failures.ts';
import type { RunnerFailure } from '../runners/runner.ts';

/** Reasons that no waiting mends, in words. What may clear by itself (a node in maintenance, a full quota of GPUs) is not here. */
const HOPELESS: Readonly<Record<string, string>> = {
  PartitionTimeLimit: 'its partition does not allow so many minutes: lower "minutes" in gpus.json',
  PartitionNodeLimit: 'its partition does not allow a job of this size',
  InvalidAccount: 'there is no such account, or it may not use this partition: see "account" in gpus.json',
  AccountNotAllowed: 'this account may not use the partition: see "account" and "partition" in gpus.json',
  InvalidQOS: 'there is no such quality of service: see "qos" in gpus.json',
  QOSNotAllowed: 'this quality of service may not use the partition: see "qos" in gpus.json',
  BadConstraints: 'no node has what is asked for: see "constraint" and "gres" in gpus.json',
  DependencyNeverSatisfied: 'it depends on a job that failed',
  JobHeldUser: 'somebody holds it back with scontrol hold',
  JobHeldAdmin: 'an administrator holds it back',
  ReservationDeleted: 'its reservation is gone',
};
/** Limits of one job, and not of all jobs together: those go by. */
const PER_JOB = ['PerJob', 'WallDuration'];

/** Why waiting is of no use; null if it may be. */
export function hopelessWords(reason: string): string | null {
  if (Object.hasOwn(HOPELESS, reason)) return HOPELESS[reason];
  const isOfOneJob = /^(QOS|Assoc)/.test(reason) && PER_JOB.some(part => reason.includes(part));
  return isOfOneJob ? `it asks for more than one job may have (${reason})` : null;
}

const WAITING: Readonly<Record<string, string>> = {
  None: 'just queued',
  Resources: 'no GPU is free',
  Priority: 'other jobs are before it',
  BeginTime: 'its time has not come',
  ReqNodeNotAvail: 'the nodes are not available, perhaps for maintenance',
  PartitionDown: 'the partition is down',
  PartitionInactive: 'the partition takes no jobs to run',
  NodeDown: 'a node is down',
  Reservation: 'it waits for its reservation',
  Licenses: 'it waits for a licence',
};

/** Why a job waits, for a person. */
export function waitingWords(reason: string): string {
  const known = WAITING[reason.split(',')[0]];
  if (known !== undefined) return known;
  return /^(QOS|Assoc)/.test(reason) ? `a limit of your account or group is reached (${reason})` : reason;
}

export interface JobEnding {
  /** JobState of scontrol; '' if nothing said it. */
  readonly state: string;
  /** Of srun, slurmstepd and the process itself. */
  readonly stderr: string;
}

interface Ending {
  readonly at: RunnerFailure['at'];
  readonly message: string;
  readonly states: readonly string[];
  readonly said: RegExp | null;
}

/** The first that fits: states, then words. */
const ENDINGS: readonly Ending[] = [
  {
    at: 'timeLimit',
    message: 'the cluster ended the job at its time limit: raise "minutes" in gpus.json, or run fewer variants',
    ...{ states: ['TIMEOUT'], said: /DUE TO TIME LIMIT/ },
  },
  {
    at: 'preempted',
    message: 'the cluster gave the GPU to a job that goes first: the run was not repeated',
    ...{ states: ['PREEMPTED'], said: /DUE TO PREEMPTION/ },
  },
  {
    at: 'nodeFailed',
    message: "the job's node failed: the run was not repeated",
    ...{ states: ['NODE_FAIL', 'BOOT_FAIL'], said: /DUE TO NODE FAILURE|Node failure|Zero Bytes were transmitted/ },
  },
  {
    at: 'outOfMemory',
    message: 'the job was out of memory on its node: raise "memory" in gpus.json',
    ...{ states: ['OUT_OF_MEMORY'], said: /oom[-_ ]?kill|Out Of Memory|exceeded memory limit/i },
  },
  {
    at: 'queue',
    message: 'the job did not start within the time that it may wait ("waitMinutes" in gpus.json)',
    ...{ states: ['DEADLINE'], said: null },
  },
  {
    at: 'unreachable',
    message: 'the controller of the cluster does not answer (slurmctld)',
    states: [],
    said: /Unable to contact slurm controller|Socket timed out on send\/recv|Connection refused|DNS SRV lookup failed|Could not establish a configuration source/,
  },
  {
    at: 'cancelled',
    message: 'somebody cancelled the job (scancel)',
    // Slurm's own reasons may leave this state, too: its words come before it.
    ...{ states: [], said: /CANCELLED AT|Job has been cancelled|has been revoked/ },
  },
];

const REFUSED = /Unable to allocate resources: (.*)/;
const SRUN_FAILED = /^srun: (?:error|fatal): (.*)/;
/** A task ended by itself. */
const OF_TASK = /\btask \d+:/;

/** What a job itself printed: the last words of a process that failed by itself. */
export const ownWords = (stderr: string): string =>
  stderr
    .split('\n')
    .filter(line => !/^(srun|slurmstepd[^:]*): /.test(line))
    .join('\n')
    .trim();

/** Why Slurm ended a job; null if Slurm had no part in it. */
export function slurmEnding({ state, stderr }: JobEnding): RunnerFailure | null {
  const known =
    ENDINGS.find(({ states }) => states.includes(state)) ??
    ENDINGS.find(({ said }) => said?.test(stderr) === true) ??
    ENDINGS.find(({ at }) => at === 'cancelled' && state === 'CANCELLED');
  if (known !== undefined) return failure(known.at, known.message);
  const [, why] = REFUSED.exec(stderr) ?? [];
  if (why !== undefined) return failure('refused', `the cluster does not take the job: ${why.trim()}`);
  const error = stderr
    .split('\n')
    .flatMap(line => SRUN_FAILED.exec(line)?.[1] ?? [])
    .find(words => !OF_TASK.test(words));
  return error === undefined ? null : failure('process', `srun: ${error.trim()}`);
}

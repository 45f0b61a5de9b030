/**
 * How the GPU process is reached: on this machine, by ssh, as a job of Slurm. Whatever carries its standard input and
 * output will do, so a link is the program to start, and who attends to it.
 */
import { ok, type Result } from '../../src/base/result.ts';
import type { JobEnd } from '../exec/job.ts';
import { endFailure } from './run-failures.ts';
import type { RunnerFailure, WaitingProgress } from './runner.ts';

export interface GpuProgram {
  /** Absolute path. */
  readonly file: string;
  readonly argv: readonly string[];
}

export interface LinkFollower {
  readonly onWaiting: (progress: WaitingProgress) => void;
  readonly signal: AbortSignal;
}

/** Looks after one process from its start to its end. */
export interface Attendant {
  /** Bytes of its standard error, as they come. */
  hear(bytes: Buffer): void;
  /** Resolves when the process runs where its GPU is; rejects never, and may stay pending if the process ends before. */
  readonly running: Promise<void>;
  /** Resolves, once at most, if the process cannot come to run. */
  readonly hopeless: Promise<RunnerFailure>;
  /** Why it ended, and nothing of it is left anywhere. */
  ended(end: JobEnd, stderr: string): Promise<RunnerFailure>;
}

/** One start of the process. */
export interface GpuStart {
  readonly program: GpuProgram;
  attend(follower: LinkFollower): Attendant;
}

export interface GpuLink {
  /** Makes it ready to start, for as long as that takes. */
  ready(follower: LinkFollower): Promise<Result<GpuStart, RunnerFailure>>;
  /** Whether it needs what the user's own programs need, such as an agent of keys. */
  readonly isUsersProgram: boolean;
  /** How many bytes may come before its first frame: greetings of a login. */
  readonly noiseBytes: number;
  /** How long a process may stay without a job; null: for ever. */
  readonly idleMs: number | null;
  /** How long a process may stay at all, from when it runs; null: for ever. */
  readonly lifetimeMs: number | null;
}

/** For a process that runs as soon as it is started. */
export const plainAttendant = (ended: Attendant['ended']): Attendant => ({
  ...{ hear: () => {}, running: Promise.resolve(), hopeless: new Promise(() => {}), ended },
});

/** Nothing stands between. */
export const directLink = (program: GpuProgram): GpuLink => ({
  ready: async () => ok({ program, attend: () => plainAttendant(async (end, stderr) => endFailure(end, stderr)) }),
  ...{ isUsersProgram: false, noiseBytes: 0, idleMs: null, lifetimeMs: null },
});

/** The GPU process at a place: by ssh, or as a job of Slurm; copied there before, and never longer idle than a minute. */
import { randomBytes } from 'node:crypto';
import { ok, type Result } from '../../src/base/result.ts';
import { type Attendant, type GpuLink, type LinkFollower, plainAttendant } from '../runners/gpu-link.ts';
import { endFailure } from '../runners/run-failures.ts';
import type { RunnerFailure } from '../runners/runner.ts';
import type { SlurmSpec, SshSpec } from './place-file.ts';
import type { PlaceShell } from './place-shell.ts';
import { copiedPath, copyRunner } from './runner-copy.ts';
import { attendJob } from './slurm-attendant.ts';
import { jobScript } from './slurm-job.ts';

/** For tests, where a minute is long. */
export interface LinkTimes {
  readonly idleMs?: number;
  /** Between two questions about the queue. */
  readonly lookMs?: number;
  /** From the last comparison of an array until it is sent. */
  readonly gatherMs?: number;
}

/** Somebody else may be waiting for the GPU. */
const IDLE_MS = 60_000;
/** The process ends itself a little later: what nobody hears has nobody else to end it. */
const IDLE_GRACE_SECONDS = 30;
const NOISE_BYTES = 64 * 1024;
const MINUTE_MS = 60_000;
/** Of a job's time: to start, and to end in order. */
const MARGIN_MS = 15_000;

const idleWord = (idleMs: number): string => `LANESCAPE_IDLE_SECONDS=${Math.ceil(idleMs / 1000) + IDLE_GRACE_SECONDS}`;

/** Connects and copies what is not there; then the name of the copy. @param file path of the GPU process here. */
async function copied(
  shell: PlaceShell,
  file: string,
  folder: string | undefined,
  follower: LinkFollower,
): Promise<Result<string, RunnerFailure>> {
  const open = await shell.connect(follower);
  return open.ok ? copyRunner(shell, file, folder, follower.signal) : open;
}

export function sshLink(spec: SshSpec, shell: PlaceShell, file: string, times: LinkTimes = {}): GpuLink {
  const { idleMs = IDLE_MS } = times;
  const gpu = spec.gpu === undefined ? '' : `CUDA_VISIBLE_DEVICES=${spec.gpu} `;
  const words = `${idleWord(idleMs)} CUDA_DEVICE_ORDER=PCI_BUS_ID ${gpu}exec`;
  return {
    ready: async follower => {
      const hash = await copied(shell, file, spec.folder, follower);
      if (!hash.ok) return hash;
      const program = shell.program(`${words} ${copiedPath(hash.value, spec.folder)}`);
      const ended: Attendant['ended'] = async (end, stderr) => shell.lost(end, stderr) ?? endFailure(end, stderr);
      return ok({ program, attend: () => plainAttendant(ended) });
    },
    ...{ isUsersProgram: true, noiseBytes: NOISE_BYTES, idleMs, lifetimeMs: null },
  };
}

/** Each start is a job of its own, with a name of its own. */
export function slurmLink(spec: SlurmSpec, shell: PlaceShell, file: string, times: LinkTimes = {}): GpuLink {
  const { idleMs = IDLE_MS, lookMs } = times;
  return {
    ready: async follower => {
      const hash = await copied(shell, file, spec.folder, follower);
      if (!hash.ok) return hash;
      const token = randomBytes(8).toString('hex');
      const [name, hello] = [`lanescape-${token}`, `hello-${token}`];
      const program = shell.program(jobScript(spec, name, `${idleWord(idleMs)} LANESCAPE_HELLO=${hello}`, hash.value));
      return ok({ program, attend: of => attendJob({ shell, spec, name, hello, lookMs }, of) });
    },
    ...{ isUsersProgram: true, noiseBytes: NOISE_BYTES, idleMs, lifetimeMs: spec.minutes * MINUTE_MS - MARGIN_MS },
  };
}

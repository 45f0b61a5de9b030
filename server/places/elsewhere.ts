/** Opens the places of the file that are not this machine. */
import { findProgram } from '../exec/containment.ts';
import type { Exec } from '../exec/exec.ts';
import type { PtxBinaries } from '../runners/binaries.ts';
import type { SlurmSpec, SshSpec } from './place-file.ts';
import type { LinkTimes } from './place-link.ts';
import { hereShell, type PlaceShell, sshShell } from './place-shell.ts';
import { RemoteGpu } from './remote-gpu.ts';

/** What a test may replace. */
export interface ElsewhereParts {
  /** Path of `ssh`. */
  readonly ssh?: string;
  /** Path of the GPU process. */
  readonly program?: string;
  readonly times?: LinkTimes;
}

interface Shared {
  readonly exec: Exec;
  readonly binaries: PtxBinaries;
  readonly nvcc: { readonly version: string; readonly archs: readonly string[] };
}

/** null: the place is behind ssh, and this machine has none. */
export function shellOf({ host }: { readonly host?: string }, exec: Exec, ssh = findProgram('ssh')): PlaceShell | null {
  if (host === undefined) return hereShell(exec);
  return ssh === null ? null : sshShell(exec, ssh, host);
}

export function elsewhere(
  spec: SshSpec | SlurmSpec,
  { exec, binaries, nvcc }: Shared,
  { ssh, program, times = {} }: ElsewhereParts = {},
): RemoteGpu[] {
  const shell = shellOf(spec, exec, ssh);
  return shell === null ? [] : [new RemoteGpu({ spec, exec, shell, binaries, nvcc, program: program ?? null, times })];
}

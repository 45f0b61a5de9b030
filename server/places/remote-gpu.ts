/** A GPU that is not this machine's. What it is, its own process says when it first runs. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { CompileFailure } from '../../src/contract/api.ts';
import type { RunnerDevice } from '../../src/contract/run-job.ts';
import type { HardwareCounters } from '../../src/trace/hardware-counters.ts';
import type { Exec } from '../exec/exec.ts';
import type { Binaries } from '../runners/binaries.ts';
import type { GpuPlace, KnownGpu } from '../runners/gpu-place.ts';
import { GpuTurns } from '../runners/gpu-turns.ts';
import { ResidentRunner } from '../runners/resident-runner.ts';
import { failure } from '../runners/run-failures.ts';
import type { RunFollower, Runner, RunnerFailure } from '../runners/runner.ts';
import type { SlurmSpec, SshSpec } from './place-file.ts';
import { type LinkTimes, slurmLink, sshLink } from './place-link.ts';
import type { PlaceShell } from './place-shell.ts';

export interface RemoteGpuParts {
  readonly spec: SshSpec | SlurmSpec;
  readonly exec: Exec;
  readonly shell: PlaceShell;
  readonly binaries: Binaries;
  /** Release of the compiler, and the architectures for which it compiles. */
  readonly nvcc: { readonly version: string; readonly archs: readonly string[] };
  /** A stand-in for the GPU process; null: the real one is built. */
  readonly program: string | null;
  readonly times?: LinkTimes;
}

/** A turn is waited for as long as a job may wait. */
const SSH_STALE_MS = 60_000;
const MINUTE_MS = 60_000;

export class RemoteGpu implements GpuPlace {
  readonly #parts: RemoteGpuParts;
  readonly #turns: GpuTurns;
  readonly width: number;
  #runner: Promise<Result<ResidentRunner, CompileFailure>> | null = null;
  #known: KnownGpu | null = null;

  constructor(parts: RemoteGpuParts) {
    this.#parts = parts;
    const { spec } = parts;
    this.width = spec.kind === 'slurm' ? spec.jobs : 1;
    const staleMs = spec.kind === 'slurm' ? spec.waitMinutes * MINUTE_MS : SSH_STALE_MS;
    this.#turns = new GpuTurns({ width: this.width, staleMs });
  }

  get name(): string {
    return this.#parts.spec.name;
  }

  get kind(): 'ssh' | 'slurm' {
    return this.#parts.spec.kind;
  }

  get binaries(): Binaries {
    return this.#parts.binaries;
  }

  get archs(): readonly string[] {
    return this.#parts.nvcc.archs;
  }

  get known(): KnownGpu | null {
    return this.#known;
  }

  async find(follower: RunFollower): Promise<Result<KnownGpu, RunnerFailure>> {
    if (this.#known !== null) return ok(this.#known);
    const runner = await this.runner(() => {});
    if (!runner.ok) return err(failure('build', runner.error.message));
    const device = await runner.value.device(follower);
    if (!device.ok) return device;
    const unfit = unfitWords(device.value, this.#parts.nvcc);
    if (unfit !== null) return err(failure('refused', unfit));
    const { name, driver = '', arch } = device.value;
    this.#known = { name, driver, arch };
    return ok(this.#known);
  }

  async runner(onBuild: () => void): Promise<Result<Runner, CompileFailure>> {
    if (this.#runner === null) onBuild();
    this.#runner ??= this.#make();
    const runner = await this.#runner;
    if (!runner.ok) this.#runner = null;
    return runner;
  }

  async count(): Promise<Result<readonly HardwareCounters[], string>> {
    return err("counters are read on the server's own machine only");
  }

  async close(): Promise<void> {
    const runner = await this.#runner;
    if (runner?.ok) await runner.value.close();
    await this.#parts.shell.close();
  }

  async #make(): Promise<Result<ResidentRunner, CompileFailure>> {
    const { exec, spec, shell, binaries, program, times } = this.#parts;
    // Which GPU there is, the process itself will say: so it has code for all of them.
    const built =
      program === null ? await binaries.runner(familyArchs(this.archs), new AbortController().signal) : ok(program);
    if (!built.ok) return built;
    const link =
      spec.kind === 'ssh' ? sshLink(spec, shell, built.value, times) : slurmLink(spec, shell, built.value, times);
    return ok(new ResidentRunner({ exec, link, turns: this.#turns, width: this.width }));
  }
}

/**
 * One architecture for each family: machine code runs on every later GPU of its family (CUDA programming guide, "Binary
 * Compatibility"). Hopper's with its own features, since it is the only one of its family.
 */
export function familyArchs(archs: readonly string[]): string[] {
  const plain = archs.filter(arch => /^sm_\d+$/.test(arch));
  const family = (arch: string): number => Math.floor(Number(arch.slice(3)) / 10);
  const least = plain.filter(arch =>
    plain.every(other => family(other) !== family(arch) || Number(other.slice(3)) >= Number(arch.slice(3))),
  );
  return least.map(arch => (arch === 'sm_90' && archs.includes('sm_90a') ? 'sm_90a' : arch));
}

/** Why nothing that this compiler makes runs there; null if it does. A driver runs code of its own CUDA release and older ones. */
export function unfitWords(
  { cudaVersion, arch, name }: Pick<RunnerDevice, 'cudaVersion' | 'arch' | 'name'>,
  { version, archs }: RemoteGpuParts['nvcc'],
): string | null {
  const [driverMajor, nvccMajor] = [Math.floor(cudaVersion / 1000), Number(version.split('.')[0])];
  if (driverMajor < nvccMajor)
    return `the driver there runs code of CUDA ${driverMajor}, and nvcc ${version} here makes code of CUDA ${nvccMajor}: an older toolkit is needed here, or a newer driver there`;
  return archs.includes(arch)
    ? null
    : `nvcc ${version} here does not know the ${name} there (${arch}): a newer toolkit is needed here`;
}

/** A GPU that is not this machine's. What it is, its own process says when it first runs. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { CompileFailure } from '../../src/contract/api.ts';
import type { RunnerDevice } from '../../src/contract/run-job.ts';
import type { HardwareCounters } from '../../src/trace/hardware-counters.ts';
import type { Exec } from '../exec/exec.ts';
import type { Binaries, PtxBinaries } from '../runners/binaries.ts';
import type { GpuPlace, KnownGpu } from '../runners/gpu-place.ts';
import { GpuTurns } from '../runners/gpu-turns.ts';
import { type ClosableRunner, KeptRunner } from '../runners/kept-runner.ts';
import { ResidentRunner } from '../runners/resident-runner.ts';
import { failure } from '../runners/run-failures.ts';
import type { RunFollower, Runner, RunnerFailure } from '../runners/runner.ts';
import type { SlurmSpec, SshSpec } from './place-file.ts';
import { type LinkTimes, slurmLink, sshLink } from './place-link.ts';
import type { PlaceShell } from './place-shell.ts';
import { type ArrayParts, SlurmArray } from './slurm-array.ts';

export interface RemoteGpuParts {
  readonly spec: SshSpec | SlurmSpec;
  readonly exec: Exec;
  readonly shell: PlaceShell;
  readonly binaries: PtxBinaries;
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
  readonly #runner = new KeptRunner(() => this.#make());
  #known: KnownGpu | null = null;
  #isPtx = false;

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
    const { binaries } = this.#parts;
    return this.#isPtx ? { ...binaries, ...binaries.asPtx } : binaries;
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
    if (!runner.ok) return err(failure('build', buildWords(runner.error)));
    const device = await runner.value.device(follower);
    if (!device.ok) return device;
    const code = codeFor(device.value, this.#parts.nvcc);
    if (!code.ok) return err(failure('refused', code.error));
    const { name, driver = '' } = device.value;
    const { arch, kind } = code.value;
    this.#isPtx = kind === 'ptx';
    this.#known = { name, driver, arch, ...(kind === 'own' ? {} : { isPlain: true }) };
    return ok(this.#known);
  }

  runner(onBuild: () => void): Promise<Result<Runner, CompileFailure>> {
    return this.#runner.get(onBuild);
  }

  async count(): Promise<Result<readonly HardwareCounters[], string>> {
    return err("counters are read on the server's own machine only");
  }

  async close(): Promise<void> {
    await this.#runner.close();
    await this.#parts.shell.close();
  }

  async #make(): Promise<Result<ClosableRunner, CompileFailure>> {
    const { exec, spec, shell, binaries, program, times } = this.#parts;
    // Which GPU there is, the process itself will say: so it has code for all of them.
    const built =
      program === null
        ? await binaries.runner(familyArchs(this.archs), newest(this.archs), new AbortController().signal)
        : ok(program);
    if (!built.ok) return built;
    const link =
      spec.kind === 'ssh' ? sshLink(spec, shell, built.value, times) : slurmLink(spec, shell, built.value, times);
    const resident = new ResidentRunner({ exec, link, turns: this.#turns, width: this.width });
    return ok(spec.kind === 'ssh' ? resident : withArrays(resident, { spec, shell, program: built.value, times }));
  }
}

/** With the first line of what the compiler said. */
const buildWords = ({ message, diagnostics }: CompileFailure): string =>
  [message, ...diagnostics.split('\n').slice(0, 1)]
    .filter(text => text !== '')
    .join(': ')
    .slice(0, 300);

/**
 * What comes as one of many goes as an array of jobs, where the place has more than one at once. A process without a
 * job must not hold one of the GPUs that an array waits for.
 */
function withArrays(resident: ResidentRunner, parts: ArrayParts): ClosableRunner {
  const array = new SlurmArray(parts);
  return {
    device: follower => resident.device(follower),
    ceilings: async signal => {
      const measured = await resident.ceilings(signal);
      if (array.isBusy) await resident.rest();
      return measured;
    },
    compare: async (order, follower) => {
      if (order.isOfMany !== true || parts.spec.jobs === 1) return resident.compare(order, follower);
      await resident.rest();
      return array.compare(order, follower);
    },
    close: async () => {
      await Promise.all([array.close(), resident.close()]);
    },
  };
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

const numberOf = (arch: string): number => Number(arch.slice(3));
const isPlain = (arch: string): boolean => /^sm_\d+$/.test(arch);

/** The last plain one, or nothing. */
const newest = (archs: readonly string[]): string[] =>
  archs
    .filter(isPlain)
    .sort((a, b) => numberOf(a) - numberOf(b))
    .slice(-1);

export interface CodeFor {
  readonly arch: string;
  /** Machine code of the GPU's own architecture; of an older one of its family; or PTX, which its driver compiles. */
  readonly kind: 'own' | 'family' | 'ptx';
}

/**
 * What this compiler makes for a GPU; the error says why nothing does. A driver takes machine code of its own CUDA release
 * and older ones, also of later minor ones, but no PTX of later ones (CUDA compatibility guide, "Minor Version
 * Compatibility").
 */
export function codeFor(
  { cudaVersion, arch, name }: Pick<RunnerDevice, 'cudaVersion' | 'arch' | 'name'>,
  { version, archs }: RemoteGpuParts['nvcc'],
): Result<CodeFor, string> {
  const [major, minor] = version.split('.').map(Number);
  const [driverMajor, driverMinor] = [Math.floor(cudaVersion / 1000), Math.floor((cudaVersion % 1000) / 10)];
  const tooOld = `the driver there runs code of CUDA ${driverMajor}.${driverMinor}, and nvcc ${version} makes code of CUDA ${major}.${minor}`;
  const remedy = 'an older toolkit is needed, or a newer driver there';
  if (driverMajor < major) return err(`${tooOld}: ${remedy}`);
  if (archs.includes(arch)) return ok({ arch, kind: 'own' });
  const [older] = newest(archs.filter(each => numberOf(each) < numberOf(arch)));
  if (older === undefined)
    return err(`nvcc ${version} makes no code for the ${name} there (${arch}): an older toolkit is needed`);
  if (Math.floor(numberOf(older) / 10) === Math.floor(numberOf(arch) / 10)) return ok({ arch: older, kind: 'family' });
  if (driverMajor === major && driverMinor < minor)
    return err(
      `nvcc ${version} does not know the ${name} there (${arch}), so its driver must compile; ${tooOld}: ${remedy}`,
    );
  return ok({ arch: older, kind: 'ptx' });
}

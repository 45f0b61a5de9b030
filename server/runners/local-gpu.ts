/** This machine's GPU: the architecture to compile for, and its only runner, which is built when it is first needed. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { CompileFailure, Gpu } from '../../src/contract/api.ts';
import type { HardwareCounters } from '../../src/trace/hardware-counters.ts';
import type { Exec } from '../exec/exec.ts';
import type { CompileOptions } from '../toolchain/compile.ts';
import type { Binaries } from './binaries.ts';
import { countLaunches } from './counter-run.ts';
import type { GpuProgram } from './gpu-process.ts';
import { GpuTurns } from './gpu-turns.ts';
import type { JobOrder } from './job-order.ts';
import { LocalRunner } from './local-runner.ts';
import type { Runner } from './runner.ts';

export interface LocalGpuParts {
  readonly compiler: CompileOptions;
  readonly binaries: Binaries;
  readonly gpu: Gpu;
  /** A stand-in for the GPU process; null: the real one is built. */
  readonly program: GpuProgram | null;
  /** The same for the program that starts captured launches. */
  readonly replayProgram: GpuProgram | null;
  /** null: there is none. */
  readonly profiler: GpuProgram | null;
}

/**
 * The GPU's architecture, with its architecture-specific features if it has some. @param archs the compiler's
 * architectures.
 */
export const archOf = ({ arch }: Gpu, archs: readonly string[]): string =>
  archs.includes(`${arch}a`) ? `${arch}a` : arch;

export class LocalGpu {
  readonly #parts: LocalGpuParts;
  readonly turns = new GpuTurns();
  #runner: Promise<Result<Runner, CompileFailure>> | null = null;

  constructor(parts: LocalGpuParts) {
    this.#parts = parts;
  }

  get binaries(): Binaries {
    return this.#parts.binaries;
  }

  /** The compiler's architectures. */
  get archs(): readonly string[] {
    return this.#parts.compiler.nvcc.archs;
  }

  get arch(): string {
    return archOf(this.#parts.gpu, this.archs);
  }

  get exec(): Exec {
    return this.#parts.compiler.exec;
  }

  get found(): Gpu {
    return this.#parts.gpu;
  }

  get name(): string {
    return this.#parts.gpu.name;
  }

  get driver(): string {
    return this.#parts.gpu.driver;
  }

  /**
   * Two runners would be two processes on one GPU, so all callers get the same one. `onBuild` is called if it has to be
   * built.
   */
  async runner(onBuild: () => void): Promise<Result<Runner, CompileFailure>> {
    if (this.#runner === null) onBuild();
    this.#runner ??= this.#make();
    const runner = await this.#runner;
    if (!runner.ok) this.#runner = null;
    return runner;
  }

  /** The counters of each launch, in order; the error says why there are none. */
  async count(order: JobOrder, signal: AbortSignal): Promise<Result<readonly HardwareCounters[], string>> {
    const program = await this.#program();
    if (!program.ok) return err(program.error.message);
    const { profiler, compiler } = this.#parts;
    return countLaunches({ exec: compiler.exec, profiler, program: program.value }, order, signal);
  }

  /** The program of `cuda/replay`, built when it is first needed. */
  async replay(): Promise<Result<GpuProgram, CompileFailure>> {
    const { binaries, replayProgram } = this.#parts;
    if (replayProgram !== null) return ok(replayProgram);
    const built = await binaries.replay(new AbortController().signal);
    return built.ok ? ok({ file: built.value, argv: [] }) : built;
  }

  async #make(): Promise<Result<Runner, CompileFailure>> {
    const program = await this.#program();
    return program.ok ? ok(new LocalRunner({ exec: this.exec, program: program.value, turns: this.turns })) : program;
  }

  async #program(): Promise<Result<GpuProgram, CompileFailure>> {
    const { binaries, program } = this.#parts;
    if (program !== null) return ok(program);
    // The first caller must not cancel it, since others wait for it too.
    const built = await binaries.runner(this.arch, new AbortController().signal);
    return built.ok ? ok({ file: built.value, argv: [] }) : built;
  }
}

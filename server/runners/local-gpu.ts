/** This machine's GPU: the architecture to compile for, and its only runner, which is built when it is first needed. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { CompileFailure, Gpu } from '../../src/contract/api.ts';
import type { HardwareCounters } from '../../src/trace/hardware-counters.ts';
import type { Exec } from '../exec/exec.ts';
import type { CompileOptions } from '../toolchain/compile.ts';
import type { Binaries } from './binaries.ts';
import { countLaunches } from './counter-run.ts';
import { directLink, type GpuProgram } from './gpu-link.ts';
import { archOf, type GpuPlace } from './gpu-place.ts';
import { GpuTurns } from './gpu-turns.ts';
import type { JobOrder } from './job-order.ts';
import { KeptRunner } from './kept-runner.ts';
import { ResidentRunner } from './resident-runner.ts';
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
  /** What the user calls this machine. */
  readonly name: string;
}

export class LocalGpu implements GpuPlace {
  readonly #parts: LocalGpuParts;
  readonly turns = new GpuTurns();
  readonly kind = 'local';
  readonly width = 1;
  readonly #runner = new KeptRunner(() => this.#make());

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

  get exec(): Exec {
    return this.#parts.compiler.exec;
  }

  get name(): string {
    return this.#parts.name;
  }

  get known(): Gpu {
    return this.#parts.gpu;
  }

  async find(): Promise<Result<Gpu, never>> {
    return ok(this.#parts.gpu);
  }

  runner(onBuild: () => void): Promise<Result<Runner, CompileFailure>> {
    return this.#runner.get(onBuild);
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

  close(): Promise<void> {
    return this.#runner.close();
  }

  async #make(): Promise<Result<ResidentRunner, CompileFailure>> {
    const program = await this.#program();
    return program.ok
      ? ok(new ResidentRunner({ exec: this.exec, link: directLink(program.value), turns: this.turns }))
      : program;
  }

  async #program(): Promise<Result<GpuProgram, CompileFailure>> {
    const { binaries, program } = this.#parts;
    if (program !== null) return ok(program);
    // The first caller must not cancel it, since others wait for it too.
    const built = await binaries.runner([archOf(this.#parts.gpu, this.archs)], [], new AbortController().signal);
    return built.ok ? ok({ file: built.value, argv: [] }) : built;
  }
}

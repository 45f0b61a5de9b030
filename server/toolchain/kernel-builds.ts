/** Compiles the shipped kernels as a request says: kernel, variant, parameters, architecture. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Build, CompileFailure, CompileRequest } from '../../src/contract/api.ts';
import type { History } from '../runs/history.ts';
import { type BuildCache, buildKey } from './build-cache.ts';
import { type BuildPlan, type Catalog, planBuild } from './build-plan.ts';
import type { Admitted, Builder, BuildRefusal, Follower, NotKept } from './builder.ts';
import { ptxCommand } from './command-line.ts';
import { badOutput, type CompileOptions, compile } from './compile.ts';
import { type KernelSources, readKernelSources } from './kernel-sources.ts';
import { parseResourceUsage } from './ptxas-report.ts';

export interface KernelBuildsParts {
  readonly builder: Builder;
  readonly catalog: Catalog;
  /** null without nvcc. */
  readonly compiler: CompileOptions | null;
  readonly cache: BuildCache<Build>;
  readonly history: History;
  /** Folder with `cuda/`. */
  readonly checkout: string;
}

export class KernelBuilds {
  readonly #parts: KernelBuildsParts;

  constructor(parts: KernelBuildsParts) {
    this.#parts = parts;
  }

  async submit(request: CompileRequest, follower: Follower<Build>): Promise<Result<Admitted, BuildRefusal>> {
    const { builder, catalog, compiler, cache, checkout } = this.#parts;
    if (compiler === null) return err({ kind: 'noCompiler' });
    const plan = planBuild(catalog, compiler.nvcc.archs, request);
    if (!plan.ok) return err({ kind: 'badInput', ...plan.error });
    const sources = await readKernelSources(checkout, plan.value);
    const order = {
      key: buildKey(sources.hash, compiler.nvcc.version),
      cache,
      compile: (signal: AbortSignal) => compileKernel(compiler, plan.value, sources, signal),
      record: (result: Result<Build, CompileFailure>, durationMs: number) => this.#record(request, result, durationMs),
    };
    return builder.submit(order, follower);
  }

  async #record(request: CompileRequest, result: Result<Build, CompileFailure>, durationMs: number): Promise<NotKept> {
    const outcome = result.ok
      ? ({ kind: 'built', ...withoutPtx(result.value) } as const)
      : ({ kind: 'failed', ...result.error } as const);
    const kept = await this.#parts.history.ask('addBuild', { kind: 'build', request, durationMs, outcome });
    return kept.ok ? null : kept.error.message;
  }
}

const withoutPtx = ({ ptx: _, ...numbers }: Build): Omit<Build, 'ptx'> => numbers;

async function compileKernel(
  compiler: CompileOptions,
  { spec, arch }: BuildPlan,
  { files, flags, hash }: KernelSources,
  signal: AbortSignal,
): Promise<Result<Build, CompileFailure>> {
  const compiled = await compile(compiler, { files, argv: ptxCommand(spec, arch), arch }, signal);
  if (!compiled.ok) return compiled;
  const { ptx, report, diagnostics } = compiled.value;
  const usage = parseResourceUsage(report, spec.entry);
  if (usage === null) return err(badOutput(`ptxas reports nothing about an entry "${spec.entry}"`));
  return ok({ ptx, ...usage, nvcc: compiler.nvcc.version, flags: [...flags], sourceHash: hash, diagnostics });
}

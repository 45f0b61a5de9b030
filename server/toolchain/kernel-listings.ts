/** Machine code of the shipped kernels, as text: their PTX assembled with line numbers, and disassembled. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Build, CompileFailure, CompileRequest, SassBuild } from '../../src/contract/api.ts';
import { parseSass, sassText } from '../../src/trace/sass-listing.ts';
import type { Limits } from '../exec/containment.ts';
import { type BuildCache, buildKey, memoryCache } from './build-cache.ts';
import { type BuildPlan, type Catalog, planBuild } from './build-plan.ts';
import type { Admitted, Builder, BuildRefusal, Follower } from './builder.ts';
import { CUBIN_FILE, listedCubinCommand, PTX_FILE, ptxCommand } from './command-line.ts';
import { badOutput, type CompileOptions, compile, runNvcc } from './compile.ts';
import { findDisassembler } from './find-disassembler.ts';
import { type KernelSources, readKernelSources } from './kernel-sources.ts';

export interface KernelListingsParts {
  readonly builder: Builder;
  readonly catalog: Catalog;
  /** null without nvcc. */
  readonly compiler: CompileOptions | null;
  /** The cache of the kernels' builds, so that nothing is compiled twice. */
  readonly cache: BuildCache<Build>;
  readonly checkout: string;
}

const MAX_KEPT = 64;
const MAX_LISTING_BYTES = 8 << 20;
const LIMITS: Limits = { cpuSeconds: 30, fileBytes: 64 << 20, processes: 64, memoryBytes: 4 * 2 ** 30 };

export class KernelListings {
  readonly #parts: KernelListingsParts;
  readonly #kept = memoryCache<SassBuild>(MAX_KEPT);

  constructor(parts: KernelListingsParts) {
    this.#parts = parts;
  }

  async submit(request: CompileRequest, follower: Follower<SassBuild>): Promise<Result<Admitted, BuildRefusal>> {
    const { builder, catalog, compiler, checkout } = this.#parts;
    if (compiler === null) return err({ kind: 'noCompiler' });
    const plan = planBuild(catalog, compiler.nvcc.archs, request);
    if (!plan.ok) return err({ kind: 'badInput', ...plan.error });
    const sources = await readKernelSources(checkout, plan.value);
    const order = {
      key: buildKey(sources.hash, compiler.nvcc.version),
      cache: this.#kept,
      compile: (signal: AbortSignal) => this.#listing(compiler, plan.value, sources, signal),
      // A build is recorded in the history, a listing is not.
      record: async () => null,
    };
    return builder.submit(order, follower);
  }

  async #listing(
    compiler: CompileOptions,
    plan: BuildPlan,
    sources: KernelSources,
    signal: AbortSignal,
  ): Promise<Result<SassBuild, CompileFailure>> {
    const known = await this.#parts.cache.find(buildKey(sources.hash, compiler.nvcc.version));
    const { spec, arch } = plan;
    const built =
      known === null
        ? await compile(compiler, { files: sources.files, argv: ptxCommand(spec, arch), arch }, signal)
        : ok(known);
    if (!built.ok) return built;
    return disassemble(compiler, plan, built.value.ptx, signal);
  }
}

const ABSENT = badOutput('the CUDA toolkit of this machine has neither nvdisasm nor cuobjdump');

async function disassemble(
  compiler: CompileOptions,
  { spec, arch }: BuildPlan,
  ptx: string,
  signal: AbortSignal,
): Promise<Result<SassBuild, CompileFailure>> {
  const disassembler = findDisassembler(compiler.nvcc.path);
  if (disassembler === null) return err(ABSENT);
  const { exec, timeoutMs, sight } = compiler;
  const view = sight && { ...sight, results: [] };
  return exec.inFolder(async folder => {
    await writeFile(join(folder, PTX_FILE), ptx, { flag: 'wx' });
    const step = { folder, at: 'ptxas', argv: listedCubinCommand(arch), output: CUBIN_FILE } as const;
    const assembled = await runNvcc(compiler, { ...step, leftMs: timeoutMs, signal });
    if (!assembled.ok) return assembled;
    const { file, argv, name } = disassembler;
    const job = { file, argv, folder, timeoutMs, maxOutputBytes: MAX_LISTING_BYTES, limits: LIMITS, view, signal };
    const { end, stdout } = await exec.run(job);
    if (end.kind === 'cancelled') return err({ at: 'cancelled', message: 'cancelled', diagnostics: '' });
    if (end.kind !== 'exited' || end.code !== 0) return err(badOutput(`${name} failed`));
    const listing = parseSass(stdout, spec.entry);
    if (!listing.ok) return err(badOutput(listing.error));
    return ok({ sass: sassText(listing.value), by: name, nvcc: compiler.nvcc.version });
  });
}

/**
 * The parts of the server that take time to find: the compiler, the GPU, and earlier builds. The link does not wait for
 * them.
 */
import { join } from 'node:path';
import type { MachineInfo } from '../src/contract/api.ts';
import type { Exec } from './exec/exec.ts';
import { type ElsewhereParts, elsewhere } from './places/elsewhere.ts';
import { type FarNvcc, findFarNvcc } from './places/far-nvcc.ts';
import type { PlaceSpec } from './places/place-file.ts';
import { openBinaries } from './runners/binaries.ts';
import type { GpuProgram } from './runners/gpu-link.ts';
import { type GpuPlace, GpuPlaces } from './runners/gpu-place.ts';
import { KernelRuns } from './runners/kernel-runs.ts';
import { LaunchRuns } from './runners/launch-runs.ts';
import { LocalGpu } from './runners/local-gpu.ts';
import { PieceStore } from './runners/piece-store.ts';
import { findProfiler } from './runners/profiler.ts';
import type { DataFolder } from './runs/data-folder.ts';
import type { History } from './runs/history.ts';
import { countRecordedRuns } from './runs/recorded-runs.ts';
import { openBuildCache } from './toolchain/build-cache.ts';
import type { Catalog } from './toolchain/build-plan.ts';
import { Builder } from './toolchain/builder.ts';
import type { CompileOptions } from './toolchain/compile.ts';
import { confined } from './toolchain/confined-compiler.ts';
import { findGpus } from './toolchain/find-gpus.ts';
import { findNvcc, nvccCandidates } from './toolchain/find-nvcc.ts';
import { KernelBuilds } from './toolchain/kernel-builds.ts';
import { KernelListings } from './toolchain/kernel-listings.ts';
import { SourceBuilds } from './toolchain/source-builds.ts';

export interface JobServices {
  /** As it is now: what a GPU elsewhere is becomes known when it is first used. */
  readonly machine: MachineInfo;
  readonly places: GpuPlaces;
  readonly kernels: KernelBuilds;
  readonly listings: KernelListings;
  /** null without `--allow-source`. */
  readonly sources: SourceBuilds | null;
  readonly runs: KernelRuns;
  readonly launches: LaunchRuns;
}

/** What a test may replace. */
export interface JobServicesParts {
  readonly catalog: Catalog;
  /** Paths at which nvcc may be. */
  readonly nvccCandidates?: readonly string[];
  readonly compileTimeoutMs?: number;
  /**
   * A GPU, the process that runs on it, and the profiler. Without them: nvidia-smi, the process of `cuda/runner` and ncu.
   */
  readonly gpu?: {
    readonly found: MachineInfo['gpus'][number];
    readonly program: GpuProgram;
    readonly profiler?: GpuProgram;
    /** Starts a captured launch. */
    readonly replay?: GpuProgram;
  };
  /** Stand-ins for what places need. */
  readonly elsewhere?: ElsewhereParts;
}

export interface JobServicesSetup {
  readonly exec: Exec;
  readonly history: History;
  readonly data: DataFolder;
  /** Folder with `cuda/`, `dist/` and `public/`. */
  readonly checkout: string;
  readonly allowSource: boolean;
  readonly places: readonly PlaceSpec[];
}

const COMPILE_TIMEOUT_MS = 60_000;

/** Rejects when a folder cannot be used, or when text cannot be compiled safely. */
export async function openJobServices(setup: JobServicesSetup, parts: JobServicesParts): Promise<JobServices> {
  const { exec, history, data, checkout, allowSource } = setup;
  const cache = await openBuildCache(data.builds);
  const { compiler, machine, far } = await lookAround(setup, parts);
  const builder = new Builder();
  const shared = { builder, history, checkout };
  const compiling = { ...shared, catalog: parts.catalog, compiler, cache };
  const kernels = new KernelBuilds(compiling);
  const sources = allowSource
    ? new SourceBuilds({ ...shared, compiler: far === null ? await confine(compiler) : null })
    : null;
  const places = compiler === null ? [] : await openPlaces(compiler, machine, setup, parts);
  const all = new GpuPlaces(places, far);
  const runs = new KernelRuns({ catalog: parts.catalog, kernels, history, places: all });
  const here = places.find(place => place instanceof LocalGpu) ?? null;
  const launches = new LaunchRuns(here, new PieceStore(join(exec.folder, 'pieces')));
  const listings = new KernelListings(compiling);
  return {
    ...{ kernels, listings, sources, runs, launches, places: all },
    get machine() {
      return { ...machine, places: all.infos };
    },
  };
}

async function lookAround(
  { exec, checkout, allowSource, places }: JobServicesSetup,
  parts: JobServicesParts,
): Promise<{ compiler: CompileOptions | null; machine: MachineInfo; far: FarNvcc | null }> {
  const [here, gpus] = await Promise.all([
    findNvcc(exec, parts.nvccCandidates ?? nvccCandidates()),
    parts.gpu ? [parts.gpu.found] : findGpus(exec),
  ]);
  const far = here === null ? await findFarNvcc(exec, places, parts.elsewhere?.ssh) : null;
  const nvcc = here ?? far?.nvcc ?? null;
  const machine: MachineInfo = {
    nvcc: nvcc && { version: nvcc.version, ...(far === null ? {} : { place: far.place }) },
    gpus,
    archs: [...(nvcc?.archs ?? [])],
    recordedRuns: countRecordedRuns(checkout),
    allowSource,
    places: [],
  };
  const timeoutMs = parts.compileTimeoutMs ?? COMPILE_TIMEOUT_MS;
  const compiler = nvcc && { nvcc, exec, timeoutMs, sight: null, elsewhere: far?.run ?? null };
  return { compiler, machine, far };
}

/** In the order of the file. This machine without a GPU is none. */
async function openPlaces(
  compiler: CompileOptions,
  { gpus: [gpu] }: MachineInfo,
  { checkout, data, exec, places }: JobServicesSetup,
  parts: JobServicesParts,
): Promise<GpuPlace[]> {
  const binaries = await openBinaries(data.binaries, compiler, checkout);
  const profiler = parts.gpu ? (parts.gpu.profiler ?? null) : profilerOn(compiler);
  const { program = null, replay: replayProgram = null } = parts.gpu ?? {};
  return places.flatMap((spec): GpuPlace[] => {
    if (spec.kind !== 'local') return elsewhere(spec, { exec, binaries, nvcc: compiler.nvcc }, parts.elsewhere);
    if (gpu === undefined) return [];
    return [new LocalGpu({ compiler, binaries, gpu, program, replayProgram, profiler, name: spec.name })];
  });
}

function profilerOn({ nvcc }: CompileOptions): GpuProgram | null {
  const file = findProfiler(nvcc.path);
  return file === null ? null : { file, argv: [] };
}

async function confine(compiler: CompileOptions | null): Promise<CompileOptions | null> {
  if (compiler === null) return null;
  const inView = await confined(compiler);
  if (!inView.ok) throw new Error(`--allow-source: ${inView.error}`);
  return inView.value;
}

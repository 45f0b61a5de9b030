/** All of the server that works without a socket: what was found on this machine, who compiles, what is kept. */
import { join } from 'node:path';
import type { Gpu, MachineInfo } from '../src/contract/api.ts';
import { findCheckout } from './checkout.ts';
import { createExec, type Exec } from './exec/exec.ts';
import { openBinaries } from './runners/binaries.ts';
import type { GpuProgram } from './runners/gpu-process.ts';
import { KernelRuns } from './runners/kernel-runs.ts';
import { LocalGpu } from './runners/local-gpu.ts';
import { findProfiler } from './runners/profiler.ts';
import { defaultDataFolder, makeDataFolder } from './runs/data-folder.ts';
import { HistoryStore } from './runs/history-store.ts';
import { countRecordedRuns } from './runs/recorded-runs.ts';
import { openBuildCache } from './toolchain/build-cache.ts';
import type { Catalog } from './toolchain/build-plan.ts';
import { Builder } from './toolchain/builder.ts';
import type { CompileOptions } from './toolchain/compile.ts';
import { confined } from './toolchain/confined-compiler.ts';
import { findGpus } from './toolchain/find-gpus.ts';
import { findNvcc, nvccCandidates } from './toolchain/find-nvcc.ts';
import { KernelBuilds, type KernelBuildsParts } from './toolchain/kernel-builds.ts';
import { KernelListings } from './toolchain/kernel-listings.ts';
import { SourceBuilds } from './toolchain/source-builds.ts';

export interface BackstageParts {
  readonly catalog: Catalog;
  /** Folder with `cuda/`, `dist/` and `public/`. */
  readonly checkout?: string;
  /** Where nvcc may be. */
  readonly nvccCandidates?: readonly string[];
  readonly compileTimeoutMs?: number;
  /** A GPU, what runs on it, and what counts there; nvidia-smi, the process of `cuda/runner` and ncu when absent. */
  readonly gpu?: { readonly found: Gpu; readonly program: GpuProgram; readonly profiler?: GpuProgram };
}

interface BackstageOptions {
  readonly dataDir?: string;
  readonly allowSource?: boolean;
}

export interface Backstage {
  readonly machine: MachineInfo;
  readonly kernels: KernelBuilds;
  readonly listings: KernelListings;
  readonly sources: SourceBuilds | null;
  readonly runs: KernelRuns;
  readonly history: HistoryStore;
  readonly checkout: string;
  readonly dataFolder: string;
  close(): Promise<void>;
}

const COMPILE_TIMEOUT_MS = 60_000;

/** Rejects when the data folder cannot be used, or text that is to be compiled cannot be compiled safely. */
export async function openBackstage(options: BackstageOptions, parts: BackstageParts): Promise<Backstage> {
  const { dataDir: dataFolder = defaultDataFolder(), allowSource = false } = options;
  makeDataFolder(dataFolder);
  const history = new HistoryStore(join(dataFolder, 'history.sqlite'));
  const exec = await createExec(join(dataFolder, 'work'));
  const close = async (): Promise<void> => {
    await exec.close();
    history.close();
  };
  try {
    const checkout = parts.checkout ?? findCheckout();
    const cache = await openBuildCache(join(dataFolder, 'builds'));
    const { compiler, machine } = await lookAround(exec, parts, { checkout, allowSource });
    const builder = new Builder();
    const shared = { builder, history, checkout };
    const { kernels, listings } = compilersOf({ ...shared, catalog: parts.catalog, compiler, cache });
    const sources = allowSource ? new SourceBuilds({ ...shared, compiler: await confine(compiler) }) : null;
    const gpu = compiler && (await openGpu(compiler, machine, { parts, checkout, dataFolder }));
    const runs = new KernelRuns({ ...parts, kernels, store: history.runs, ceilings: history.ceilings, gpu });
    return { machine, kernels, listings, sources, runs, history, checkout, dataFolder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const compilersOf = (parts: KernelBuildsParts) => ({
  kernels: new KernelBuilds(parts),
  listings: new KernelListings(parts),
});

async function lookAround(
  exec: Exec,
  parts: BackstageParts,
  { checkout, allowSource }: { readonly checkout: string; readonly allowSource: boolean },
): Promise<{ compiler: CompileOptions | null; machine: MachineInfo }> {
  const [nvcc, gpus] = await Promise.all([
    findNvcc(exec, parts.nvccCandidates ?? nvccCandidates()),
    parts.gpu ? [parts.gpu.found] : findGpus(exec),
  ]);
  const machine: MachineInfo = {
    nvcc: nvcc && { version: nvcc.version },
    gpus,
    archs: [...(nvcc?.archs ?? [])],
    recordedRuns: countRecordedRuns(checkout),
    allowSource,
  };
  const timeoutMs = parts.compileTimeoutMs ?? COMPILE_TIMEOUT_MS;
  return { compiler: nvcc && { nvcc, exec, timeoutMs, sight: null }, machine };
}

async function openGpu(
  compiler: CompileOptions,
  { gpus: [gpu] }: MachineInfo,
  {
    parts,
    checkout,
    dataFolder,
  }: { readonly parts: BackstageParts; readonly checkout: string; readonly dataFolder: string },
): Promise<LocalGpu | null> {
  if (gpu === undefined) return null;
  const binaries = await openBinaries(join(dataFolder, 'binaries'), compiler, checkout);
  const profiler = parts.gpu ? (parts.gpu.profiler ?? null) : profilerOn(compiler);
  return new LocalGpu({ compiler, binaries, gpu, program: parts.gpu?.program ?? null, profiler });
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

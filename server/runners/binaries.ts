/**
 * What nvcc makes for a GPU: the GPU process, and the machine code of kernels. They are stored by content, so a run whose
 * code was built before starts at once. Each is made in a job's folder and then renamed, so no reader finds a partial
 * file.
 */
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { CompileFailure } from '../../src/contract/api.ts';
import type { BuildSpec } from '../../src/kernels/kernel.ts';
import { keepResult } from '../exec/result-file.ts';
import {
  CUBIN_FILE,
  cubinCommand,
  kernelCubinCommand,
  PTX_FILE,
  ptxCommand,
  REPLAY_FILE,
  RUNNER_FILE,
  replayCommand,
  runnerCommand,
} from '../toolchain/command-line.ts';
import { badOutput, type CompileOptions, LIMITS, runNvcc } from '../toolchain/compile.ts';
import {
  hashSources,
  readReplaySources,
  readRunnerSources,
  readSourceTree,
  writeSourceTree,
} from '../toolchain/source-tree.ts';

/** How many are kept from one start of the server to the next. */
const MAX_FILES = 500;

/** The GPU process has code for several architectures, each of which takes as long as a kernel. */
const RUNNER_TIMEOUT_MS = 300_000;

/** The error is what the compiler said. */
type Built = Promise<Result<string, CompileFailure>>;

export interface Binaries {
  /** Path of the GPU process for these architectures, and for what is newer than the others. */
  runner(archs: readonly string[], newer: readonly string[], signal: AbortSignal): Built;
  /** Path of the program that starts captured launches. */
  replay(signal: AbortSignal): Built;
  /** Path of the machine code of a PTX. */
  cubin(ptx: string, arch: string, signal: AbortSignal): Built;
  /** Path of the machine code of a kernel that is no variant, so that its PTX is not needed. */
  kernel(spec: BuildSpec, arch: string, signal: AbortSignal): Built;
}

/** The same as PTX, from which a driver makes the code of a GPU that the compiler does not know. */
export interface PtxBinaries extends Binaries {
  readonly asPtx: Pick<Binaries, 'cubin' | 'kernel'>;
}

/** @param folder must be on the same disk as the jobs' folders. */
export async function openBinaries(folder: string, compiler: CompileOptions, checkout: string): Promise<PtxBinaries> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await prune(folder);
  const pathOf: PathOf = (kind, ...parts) => join(folder, `${keyOf(...parts, compiler.nvcc.version)}.${kind}`);
  return {
    asPtx: ptxBinaries(compiler, checkout, pathOf),
    runner: async (archs, newer, signal) => {
      const sources = await readRunnerSources(checkout);
      const argv = runnerCommand(archs, newer);
      const files = { output: RUNNER_FILE, path: pathOf('runner', hashSources(sources, argv)) };
      const patient = { ...compiler, timeoutMs: RUNNER_TIMEOUT_MS };
      return kept(patient, { at: 'nvcc', argv, ...files, signal, prepare: at => writeSourceTree(at, sources) });
    },
    replay: async signal => {
      const sources = await readReplaySources(checkout);
      const argv = replayCommand();
      const files = { output: REPLAY_FILE, path: pathOf('replay', hashSources(sources, argv)) };
      return kept(compiler, { at: 'nvcc', argv, ...files, signal, prepare: at => writeSourceTree(at, sources) });
    },
    cubin: (ptx, arch, signal) => {
      const argv = cubinCommand(arch);
      const files = { output: CUBIN_FILE, path: pathOf('cubin', ptx, ...argv) };
      return kept(compiler, { at: 'ptxas', argv, ...files, signal, prepare: at => writePtx(at, ptx) });
    },
    kernel: async (spec, arch, signal) => {
      const argv = kernelCubinCommand(spec, arch);
      const sources = await readSourceTree(checkout, spec.source);
      const files = { output: CUBIN_FILE, path: pathOf('cubin', hashSources(sources, argv)) };
      return kept(compiler, { at: 'nvcc', argv, ...files, signal, prepare: at => writeSourceTree(at, sources) });
    },
  };
}

type PathOf = (kind: string, ...parts: readonly string[]) => string;

/** A driver knows PTX as text, so nothing is assembled. */
function ptxBinaries(compiler: CompileOptions, checkout: string, pathOf: PathOf): PtxBinaries['asPtx'] {
  return {
    cubin: async (ptx, _arch, _signal) => {
      const path = pathOf('ptx', ptx);
      await compiler.exec.inFolder(async at => {
        await writePtx(at, ptx);
        await rename(join(at, PTX_FILE), path);
      });
      return ok(path);
    },
    kernel: async (spec, arch, signal) => {
      const argv = ptxCommand(spec, arch);
      const sources = await readSourceTree(checkout, spec.source);
      const files = { output: PTX_FILE, path: pathOf('ptx', hashSources(sources, argv)) };
      return kept(compiler, { at: 'nvcc', argv, ...files, signal, prepare: at => writeSourceTree(at, sources) });
    },
  };
}

const keyOf = (...parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const writePtx = (folder: string, ptx: string): Promise<void> => writeFile(join(folder, PTX_FILE), ptx, { flag: 'wx' });

async function kept(compiler: CompileOptions, making: Making): Built {
  const isThere = await access(making.path).then(
    () => true,
    () => false,
  );
  if (!isThere) return make(compiler, making);
  const now = new Date();
  await utimes(making.path, now, now);
  return ok(making.path);
}

interface Making {
  readonly at: 'nvcc' | 'ptxas';
  readonly argv: readonly string[];
  /** The name in the job's folder, and the path to which it goes. */
  readonly output: string;
  readonly path: string;
  readonly signal: AbortSignal;
  /** Writes the files to be compiled into the job's folder. */
  prepare(folder: string): Promise<void>;
}

function make(compiler: CompileOptions, { at, argv, output, path, signal, prepare }: Making): Built {
  return compiler.exec.inFolder(async folder => {
    await prepare(folder);
    const step = await runNvcc(compiler, { folder, at, argv, output, signal, leftMs: compiler.timeoutMs });
    if (!step.ok) return step;
    if (!(await keepResult(join(folder, output), LIMITS.fileBytes)))
      return err(badOutput(`${at} succeeded but left no ${output}`));
    await rename(join(folder, output), path);
    return ok(path);
  });
}

/** Removes those that have been unused for longest. */
async function prune(folder: string): Promise<void> {
  const names = await readdir(folder);
  const aged = await Promise.all(names.map(async name => ({ name, ms: (await stat(join(folder, name))).mtimeMs })));
  const old = aged.sort((a, b) => b.ms - a.ms).slice(MAX_FILES);
  for (const { name } of old) await rm(join(folder, name), { force: true });
}

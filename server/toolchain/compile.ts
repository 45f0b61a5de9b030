/** Two runs of nvcc in one new folder: source to PTX, then PTX to cubin (for registers, spills and shared bytes). */
import { join } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { CompileFailure } from '../../src/contract/api.ts';
import type { Limits, Sight } from '../exec/containment.ts';
import type { Exec } from '../exec/exec.ts';
import type { JobEnd, JobResult } from '../exec/job.ts';
import { readResult } from '../exec/result-file.ts';
import { cubinCommand, PTX_FILE } from './command-line.ts';
import { plainDiagnostics } from './diagnostics.ts';
import type { Nvcc } from './find-nvcc.ts';
import { namesTooManyFiles, withRelativeFiles } from './ptx-text.ts';
import { atSourceLines } from './ptxas-lines.ts';
import { type SourceFile, writeSourceTree } from './source-tree.ts';

export interface CompileOptions {
  readonly nvcc: Nvcc;
  readonly exec: Exec;
  /** For both runs together. */
  readonly timeoutMs: number;
  /** What nvcc may see besides its folder; null: everything that the user sees. */
  readonly sight: Sight | null;
  /** null: nvcc runs on this machine. */
  readonly elsewhere: NvccElsewhere | null;
}

/** Does a step on another machine: the files of its folder go there, and what nvcc writes comes into it. */
export type NvccElsewhere = (step: NvccStep) => Promise<JobResult>;

export interface Compilation {
  readonly files: readonly SourceFile[];
  /** nvcc's arguments for the first run, which writes `PTX_FILE`. */
  readonly argv: readonly string[];
  readonly arch: string;
}

interface Compiled {
  /** Has at least one entry. File names are as in the checkout. */
  readonly ptx: string;
  /** What `ptxas -v` printed. */
  readonly report: string;
  /** What both runs printed. */
  readonly diagnostics: string;
}

const MAX_OUTPUT_BYTES = 1 << 20;
const MAX_PTX_BYTES = 4 << 20;
export const LIMITS: Limits = { cpuSeconds: 60, fileBytes: 64 << 20, processes: 256, memoryBytes: 4 * 2 ** 30 };

export interface NvccStep {
  readonly folder: string;
  readonly at: 'nvcc' | 'ptxas';
  readonly argv: readonly string[];
  /** The file that it writes, if that file is needed. */
  readonly output: string | null;
  /** What is left of the time for all steps. */
  readonly leftMs: number;
  readonly signal: AbortSignal;
}

export function compile(
  options: CompileOptions,
  { files, argv, arch }: Compilation,
  signal: AbortSignal,
): Promise<Result<Compiled, CompileFailure>> {
  const deadline = performance.now() + options.timeoutMs;
  return options.exec.inFolder(async folder => {
    const step = (order: Pick<NvccStep, 'at' | 'argv' | 'output'>) =>
      runNvcc(options, { ...order, folder, signal, leftMs: Math.max(1, deadline - performance.now()) });
    await writeSourceTree(folder, files);
    const front = await step({ at: 'nvcc', argv, output: PTX_FILE });
    if (!front.ok) return err(await withSourceLines(folder, front.error));
    const ptx = (await readResult(join(folder, PTX_FILE), MAX_PTX_BYTES))?.toString('utf8');
    if (ptx === undefined) return err(badOutput('nvcc succeeded but left no PTX, or one that is too large'));
    if (!ptx.includes('.entry')) return err(badOutput('the PTX has no kernel: is there a __global__ function?'));
    if (namesTooManyFiles(ptx)) return err(badOutput('the PTX names more source files than a compiler does'));
    const back = await step({ at: 'ptxas', argv: cubinCommand(arch), output: null });
    if (!back.ok) return err(await withSourceLines(folder, back.error));
    const relative = withRelativeFiles(ptx, folder);
    const diagnostics = atSourceLines(plainDiagnostics(`${front.value}\n${back.value}`, folder), relative);
    return ok({ ptx: relative, report: back.value, diagnostics });
  });
}

/** nvcc leaves the PTX behind of which ptxas complains. */
async function withSourceLines(folder: string, failure: CompileFailure): Promise<CompileFailure> {
  const ptx = (await readResult(join(folder, PTX_FILE), MAX_PTX_BYTES))?.toString('utf8') ?? '';
  return { ...failure, diagnostics: atSourceLines(failure.diagnostics, withRelativeFiles(ptx, folder)) };
}

/** What nvcc printed, if it succeeded. */
export async function runNvcc(
  { nvcc, exec, timeoutMs, sight, elsewhere }: CompileOptions,
  step: NvccStep,
): Promise<Result<string, CompileFailure>> {
  const { folder, at, argv, output, leftMs, signal } = step;
  const view = sight && { ...sight, results: output === null ? [] : [output] };
  const limits = { folder, maxOutputBytes: MAX_OUTPUT_BYTES, limits: LIMITS, view };
  const { end, stdout, stderr } =
    elsewhere === null
      ? await exec.run({ file: nvcc.path, argv, ...limits, timeoutMs: leftMs, signal })
      : await elsewhere(step);
  const printed = `${stderr}\n${stdout}`;
  if (end.kind === 'exited' && end.code === 0) return ok(printed);
  return err({ ...failureOf(end, at, timeoutMs), diagnostics: plainDiagnostics(printed, folder) });
}

export const badOutput = (message: string): CompileFailure => ({ at: 'output', message, diagnostics: '' });

function failureOf(end: JobEnd, at: 'nvcc' | 'ptxas', timeoutMs: number): Omit<CompileFailure, 'diagnostics'> {
  switch (end.kind) {
    case 'exited':
      return { at, message: `${at} ended with code ${end.code}` };
    case 'killed':
      return { at, message: `${at} was ended by ${end.signal}` };
    case 'notStarted':
      return { at, message: `${at} could not be started` };
    case 'timedOut':
      return { at: 'timeout', message: `the compilation was ended after ${timeoutMs / 1000} s` };
    case 'flooded':
      return { at: 'output', message: `${at} printed more than ${MAX_OUTPUT_BYTES} bytes on ${end.stream}` };
    case 'cancelled':
      return { at: 'cancelled', message: 'cancelled' };
  }
}

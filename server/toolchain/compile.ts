/** Two runs of nvcc in one fresh folder: source to PTX, PTX to cubin (for registers, spills and shared bytes). */
import { join } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Build, CompileFailure } from '../../src/contract/api.ts';
import type { Limits } from '../exec/containment.ts';
import type { Exec } from '../exec/exec.ts';
import type { JobEnd } from '../exec/job.ts';
import type { BuildPlan } from './build-plan.ts';
import { cubinCommand, PTX_FILE, ptxCommand } from './command-line.ts';
import { plainDiagnostics } from './diagnostics.ts';
import type { Nvcc } from './find-nvcc.ts';
import { readPtx, withRelativeFiles } from './ptx-text.ts';
import { parseResourceUsage } from './ptxas-report.ts';
import { type SourceFile, writeSourceTree } from './source-tree.ts';

export interface Sources {
  readonly files: readonly SourceFile[];
  readonly flags: readonly string[];
  readonly hash: string;
}

export interface CompileOptions {
  readonly nvcc: Nvcc;
  readonly exec: Exec;
  /** For both runs together. */
  readonly timeoutMs: number;
}

const MAX_OUTPUT_BYTES = 1 << 20;
const LIMITS: Limits = { cpuSeconds: 60, fileBytes: 64 << 20, processes: 256 };

type Step = Result<string, CompileFailure>;

export function compile(
  { nvcc, exec, timeoutMs }: CompileOptions,
  plan: BuildPlan,
  sources: Sources,
  signal: AbortSignal,
): Promise<Result<Build, CompileFailure>> {
  const deadline = performance.now() + timeoutMs;
  return exec.inFolder(async folder => {
    const step = async (at: 'nvcc' | 'ptxas', argv: readonly string[]): Promise<Step> => {
      const left = Math.max(1, deadline - performance.now());
      const job = { file: nvcc.path, argv, folder, timeoutMs: left, maxOutputBytes: MAX_OUTPUT_BYTES, limits: LIMITS };
      const { end, stdout, stderr } = await exec.run({ ...job, signal });
      const printed = `${stderr}\n${stdout}`;
      if (end.kind === 'exited' && end.code === 0) return ok(printed);
      return err({ ...failureOf(end, at, timeoutMs), diagnostics: plainDiagnostics(printed, folder) });
    };
    await writeSourceTree(folder, sources.files);
    const front = await step('nvcc', ptxCommand(plan.spec, plan.arch));
    if (!front.ok) return front;
    const ptx = await readPtx(join(folder, PTX_FILE));
    if (ptx === null) return err(badOutput('nvcc ended well but left no PTX of reasonable size'));
    const back = await step('ptxas', cubinCommand(plan.arch));
    if (!back.ok) return back;
    const usage = parseResourceUsage(back.value, plan.spec.entry);
    if (usage === null) return err(badOutput(`ptxas reports nothing of an entry "${plan.spec.entry}"`));
    const diagnostics = plainDiagnostics(`${front.value}\n${back.value}`, folder);
    const { flags, hash: sourceHash } = sources;
    return ok({
      ptx: withRelativeFiles(ptx, folder),
      ...usage,
      nvcc: nvcc.version,
      flags: [...flags],
      sourceHash,
      diagnostics,
    });
  });
}

const badOutput = (message: string): CompileFailure => ({ at: 'output', message, diagnostics: '' });

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

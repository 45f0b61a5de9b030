/** The program and the launch that `--ptx` and `--launch` name; a document of the workbench, or a capture, holds both. */
import { err, ok, type Result } from '../src/base/result.ts';
import type { WorkbenchDocument } from '../src/contract/workbench-document.ts';
import { launchedEntry } from '../src/ptx/launch/geometry.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import type { Launch } from '../src/trace/launch.ts';
import { readCapturedProgram } from './captured-program.ts';
import { parsePtx, readLaunchFile, readPtx } from './files.ts';
import type { VerbProblem } from './verb.ts';

interface ProgramOptions {
  readonly ptx: string | undefined;
  readonly launch: string | undefined;
  readonly capture: string | undefined;
}

export interface LaunchProgram {
  readonly launch: Launch;
  /** The PTX and what was read of it. */
  readonly text: string;
  readonly module: Module;
  /** Names the PTX in messages: its file, or the document's own name for it. */
  readonly ptxName: string;
  /** Null if `--launch` names a launch description alone. */
  readonly document: WorkbenchDocument | null;
}

export async function readProgram(
  { ptx: path, launch: launchPath, capture }: ProgramOptions,
  maxSeconds: number,
): Promise<Result<LaunchProgram, VerbProblem>> {
  if (capture !== undefined) {
    if (path !== undefined || launchPath !== undefined)
      return err('--capture has PTX and launch: leave --ptx and --launch out');
    const program = await readCapturedProgram(capture, maxSeconds);
    if (!program.ok) return program;
    const { launch, source } = program.value.document;
    return ok({ launch, ptxName: source.name, ...program.value });
  }
  if (launchPath === undefined) return err('--launch FILE is missing; see --help');
  const endsAt = performance.now() + maxSeconds * 1000;
  const file = await readLaunchFile(launchPath);
  if (!file.ok) return file;
  const document = file.value.kind === 'document' ? file.value.document : null;
  const { launch } = file.value.kind === 'document' ? file.value.document : file.value;
  const choose = launchedEntry(launch.entry);
  if (path !== undefined) {
    const ptx = await readPtx(path, maxSeconds, choose);
    return ptx.ok ? ok({ launch, document, ptxName: path, ...ptx.value }) : ptx;
  }
  if (document === null) return err('--ptx FILE is missing: the compiled module, as nvcc -ptx writes it');
  const { language, name, text } = document.source;
  if (language === 'cuda')
    return err(`${launchPath}: ${name} is CUDA: compile it with nvcc -ptx -lineinfo, and name the result with --ptx`);
  const ptx = parsePtx(name, text, { maxSeconds, endsAt, choose });
  return ptx.ok ? ok({ launch, document, ptxName: name, ...ptx.value }) : ptx;
}

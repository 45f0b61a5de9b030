/** The program and the launch that `--ptx` and `--launch` name; a document of the workbench, or a capture, holds both. */
import { err, ok, type Result } from '../src/base/result.ts';
import type { WorkbenchDocument } from '../src/contract/workbench-document.ts';
import { launchedEntry } from '../src/ptx/launch/geometry.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import type { Launch } from '../src/trace/launch.ts';
import { readCapturedProgram } from './captured-program.ts';
import { parsePtx, readLaunchFile, readPtx } from './files.ts';
import {
  type GuessOptions,
  givenGuessOption,
  guessProgram,
  type KernelGuess,
  parameterNames,
  ptxNameOf,
} from './guessed-program.ts';
import type { VerbProblem } from './verb.ts';

interface ProgramOptions extends GuessOptions {
  readonly ptx: readonly string[];
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
  /** Names of the kernel's parameters; empty where nothing of the launch is guessed. */
  readonly names: readonly string[];
  /** Null if a launch was given. */
  readonly guess: KernelGuess | null;
}

const NO_KERNEL = '--ptx FILE or --capture PATH is missing; without --launch FILE, a launch is guessed; see --help';

export async function readProgram(
  options: ProgramOptions,
  maxSeconds: number,
): Promise<Result<LaunchProgram, VerbProblem>> {
  const { ptx: paths, launch: launchPath, capture } = options;
  const guess = givenGuessOption(options);
  if (guess !== undefined && (launchPath ?? capture) !== undefined)
    return err(`--${guess} is for a launch that is guessed: leave it out, or --launch and --capture`);
  if (capture !== undefined) {
    if (paths.length > 0 || launchPath !== undefined)
      return err('--capture has PTX and launch: leave --ptx and --launch out');
    const program = await readCapturedProgram(capture, maxSeconds);
    if (!program.ok) return program;
    const { launch, source } = program.value.document;
    return ok({ launch, ptxName: source.name, names: [], guess: null, ...program.value });
  }
  if (launchPath === undefined) {
    if (paths.length === 0) return err(NO_KERNEL);
    const guessed = await guessProgram(paths, options, maxSeconds);
    return guessed.ok
      ? ok({ launch: guessed.value.document.launch, ptxName: ptxNameOf(paths), ...guessed.value })
      : guessed;
  }
  const endsAt = performance.now() + maxSeconds * 1000;
  const file = await readLaunchFile(launchPath);
  if (!file.ok) return file;
  const document = file.value.kind === 'document' ? file.value.document : null;
  const { launch } = file.value.kind === 'document' ? file.value.document : file.value;
  const choose = launchedEntry(launch.entry);
  if (paths.length > 0) {
    const ptx = await readPtx(paths, maxSeconds, choose);
    return ptx.ok ? ok(withNames({ launch, document, ptxName: ptxNameOf(paths), ...ptx.value })) : ptx;
  }
  if (document === null) return err('--ptx FILE is missing: the compiled module, as nvcc -ptx writes it');
  const { language, name, text } = document.source;
  if (language === 'cuda')
    return err(`${launchPath}: ${name} is CUDA: compile it with nvcc -ptx -lineinfo, and name the result with --ptx`);
  const ptx = parsePtx([{ path: name, text }], { maxSeconds, endsAt, choose });
  return ptx.ok ? ok(withNames({ launch, document, ptxName: name, ...ptx.value })) : ptx;
}

/** Only findings that come of a guess name parameters. */
const withNames = (program: Omit<LaunchProgram, 'names' | 'guess'>): LaunchProgram => {
  const { document, module, launch } = program;
  const isGuessed = document !== null && document.guessed.length > 0;
  return { ...program, guess: null, names: isGuessed ? parameterNames(module, launch.entry) : [] };
};

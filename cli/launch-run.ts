/**
 * Runs a launch on the emulator: reads files, returns an inspection. It runs in slices, so that it can be observed,
 * limited and interrupted.
 */
import { err, ok, type Result } from '../src/base/result.ts';
import type { WorkbenchDocument } from '../src/contract/workbench-document.ts';
import type { GuessedPaths } from '../src/inspect/guessed-launch.ts';
import { startInspection } from '../src/inspect/index.ts';
import type { Inspection, InspectionOptions, InspectionRun } from '../src/inspect/inspection.ts';
import type { AccessObserver, EmulationProgress, LaunchError } from '../src/ptx/emulation.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import type { Launch } from '../src/trace/launch.ts';
import { ctasOf, secondsOf } from './counts.ts';
import { fieldProblem } from './files.ts';
import { GUESS_OPTIONS, type GuessOptions, type KernelGuess } from './guessed-program.ts';
import { interruptible } from './interrupt.ts';
import { readProgram } from './launch-program.ts';
import { localSources } from './local-sources.ts';
import { emulationWords, ProgressLine } from './progress-line.ts';
import { type RunningInspection, startThreaded } from './threaded-inspection.ts';
import type { VerbProblem } from './verb.ts';

export const LAUNCH_OPTIONS = {
  ptx: {
    kind: 'list',
    value: 'FILE',
    help: 'the compiled module, as nvcc -ptx writes it; more of them are linked; a document that holds PTX needs none',
  },
  launch: {
    kind: 'value',
    value: 'FILE',
    help: 'the launch description, JSON; or a document that the workbench saved; without it, one is guessed',
  },
  ...GUESS_OPTIONS,
  capture: {
    kind: 'value',
    value: 'PATH',
    help: 'a launch that `lanescape capture` recorded, folder or .tar, instead of --ptx and --launch',
  },
  ctas: {
    kind: 'value',
    value: 'LIST',
    help: 'run only these CTAs, by linear number, such as 0,8-11; default: all',
  },
  'max-seconds': {
    kind: 'value',
    value: 'S',
    help: 'stop after this time (reading the files included) and fail; default: 60 for a guessed launch, else none',
  },
  'first-fault': { kind: 'flag', help: 'stop at the first fault; otherwise all are collected' },
} as const;

export interface LaunchOptions extends GuessOptions {
  readonly ptx: readonly string[];
  readonly launch: string | undefined;
  readonly capture: string | undefined;
  readonly ctas: string | undefined;
  readonly 'max-seconds': string | undefined;
  readonly 'first-fault': boolean;
}

/** A launch that is ready to run. */
export interface PreparedLaunch {
  readonly launch: Launch;
  readonly module: Module;
  /** Names the PTX in messages: its file, or the document's own name for it. */
  readonly ptxName: string;
  readonly options: InspectionOptions;
  /** Null if the launch came without one. */
  readonly document: WorkbenchDocument | null;
  readonly guesses: GuessedPaths;
  /** What the launch was guessed from; null if it was given. */
  readonly guess: KernelGuess | null;
  readonly inspection: RunningInspection;
  /** A time of `performance.now()`; reading the files counts, too. */
  readonly endsAt: number;
  readonly isUsualTime: boolean;
}

export interface LaunchRun {
  readonly launch: Launch;
  readonly ptxName: string;
  readonly document: WorkbenchDocument | null;
  /** What of the launch is guessed. */
  readonly guesses: GuessedPaths;
  readonly inspection: Inspection;
  /** How far the run came when the time was over; null if it ended by itself. */
  readonly stopped: EmulationProgress | null;
  /** Whether it is the time that a guess has where nobody names another. */
  readonly isUsualTime: boolean;
}

/** Numbers of a guess may lead a kernel into a loop that does not end. */
export const GUESS_SECONDS = 60;

/** @param observe called for every access, in the order of execution; the object is reused from call to call. */
export async function prepareLaunch(
  options: LaunchOptions,
  observe: AccessObserver | null,
): Promise<Result<PreparedLaunch, VerbProblem>> {
  const startedAt = performance.now();
  const ctas = ctasOf(options.ctas);
  if (!ctas.ok) return ctas;
  const maxSeconds = secondsOf(options['max-seconds']);
  if (!maxSeconds.ok) return maxSeconds;
  const program = await readProgram(options, maxSeconds.value);
  if (!program.ok) return program;
  const { launch, text, module, ptxName, document, names, guess } = program.value;
  const guesses = { launch, guessed: document?.guessed ?? [], names };
  const sources = await localSources(module.files);
  const chosen = { ...inspectionOptions(options, ctas.value, document), sources };
  const started = observe
    ? alone(startInspection(module, launch, chosen, observe))
    : startThreaded(module, { ptx: text, launch, options: chosen });
  const isUsualTime = guess !== null && options['max-seconds'] === undefined;
  const endsAt = startedAt + (isUsualTime ? GUESS_SECONDS : maxSeconds.value) * 1000;
  if (started.ok) {
    const inspection = started.value;
    return ok({ launch, module, ptxName, document, guesses, guess, endsAt, isUsualTime, options: chosen, inspection });
  }
  const { field, message } = started.error;
  return err(
    field === 'ctas' ? `--ctas: ${message}` : fieldProblem(options.capture ?? options.launch ?? '', started.error),
  );
}

/** Options of the inspection; the command line takes precedence over the document. */
function inspectionOptions(
  options: LaunchOptions,
  given: readonly number[] | null,
  document: WorkbenchDocument | null,
): InspectionOptions {
  const ctas = given ?? document?.ctas ?? null;
  const { sharedBaseBytes } = document ?? {};
  return {
    faults: options['first-fault'] ? 'first' : 'all',
    tracedCtas: [],
    ...(ctas === null ? {} : { ctas }),
    ...(sharedBaseBytes === undefined ? {} : { sharedBaseBytes }),
    ...(document?.capture ? { tensors: document.capture.parts } : {}),
  };
}

export async function runLaunch({
  launch,
  ptxName,
  document,
  guesses,
  inspection,
  endsAt,
  isUsualTime,
}: PreparedLaunch): Promise<LaunchRun | 'interrupted'> {
  const end = await runToEnd(inspection, endsAt);
  if (end === 'interrupted') return end;
  return { launch, ptxName, document, guesses, inspection: inspection.finish(), stopped: end, isUsualTime };
}

/** If accesses are observed one by one, they must come from one run without helping threads. */
const alone = (started: Result<InspectionRun, LaunchError>): Result<RunningInspection, LaunchError> =>
  started.ok
    ? ok({
        async run(sliceWarpInstructions, goesOn) {
          for (;;) {
            const progress = started.value.run(sliceWarpInstructions);
            if (progress.done || !(await goesOn(progress))) return;
          }
        },
        finish: () => started.value.finish(),
      })
    : started;

/** Some ten milliseconds of work; an interrupt waits no longer than that. */
export const SLICE_WARP_INSTRUCTIONS = 50_000;

/** How far the run came when the time was over; null if it ended before. */
const runToEnd = (inspection: RunningInspection, endsAt: number): Promise<EmulationProgress | null | 'interrupted'> =>
  interruptible(async interrupted => {
    const line = new ProgressLine(process.stderr);
    let stopped: EmulationProgress | null | 'interrupted' = null;
    const goesOn = async (progress: EmulationProgress): Promise<boolean> => {
      if (performance.now() >= endsAt) stopped = progress;
      else if (await interrupted()) stopped = 'interrupted';
      else line.show(() => emulationWords(progress));
      return stopped === null;
    };
    try {
      await inspection.run(SLICE_WARP_INSTRUCTIONS, goesOn);
      return stopped;
    } finally {
      line.clear();
    }
  });

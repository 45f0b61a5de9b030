/** Runs a launch on the emulator: files in, summary out, in slices so that it can be watched and interrupted. */
import { err, ok, type Result } from '../src/base/result.ts';
import { SummaryBuilder, type TraceSummary } from '../src/model/banks/trace-summary.ts';
import type { AccessObserver, Emulation, EmulationResult } from '../src/ptx/emulation.ts';
import { startEmulation } from '../src/ptx/index.ts';
import type { Launch } from '../src/trace/launch.ts';
import { fieldProblem, readLaunch, readModule } from './files.ts';
import { interruptible } from './interrupt.ts';
import { ProgressLine } from './progress-line.ts';

export const LAUNCH_OPTIONS = {
  ptx: { kind: 'value', value: 'FILE', required: true, help: 'the compiled module, as nvcc --ptx writes it' },
  launch: { kind: 'value', value: 'FILE', required: true, help: 'the launch description, JSON' },
} as const;

export interface LaunchFiles {
  readonly ptx: string;
  readonly launch: string;
}

/** Ready to run. */
export interface PreparedLaunch {
  readonly launch: Launch;
  readonly emulation: Emulation;
  readonly summary: SummaryBuilder;
}

export interface LaunchRun {
  readonly launch: Launch;
  readonly result: EmulationResult;
  readonly summary: TraceSummary;
}

/** `observe` will see every access; the object it gets is reused. */
export async function prepareLaunch(
  files: LaunchFiles,
  observe: AccessObserver,
): Promise<Result<PreparedLaunch, string>> {
  const module = await readModule(files.ptx);
  if (!module.ok) return module;
  const launch = await readLaunch(files.launch);
  if (!launch.ok) return launch;
  const summary = new SummaryBuilder();
  const started = startEmulation(module.value, launch.value, {
    faults: 'all',
    observe: access => {
      summary.add(access);
      observe(access);
    },
  });
  if (!started.ok) return err(fieldProblem(files.launch, started.error));
  return ok({ launch: launch.value, emulation: started.value, summary });
}

export async function runLaunch({ launch, emulation, summary }: PreparedLaunch): Promise<LaunchRun | 'interrupted'> {
  if (!(await runsToEnd(emulation))) return 'interrupted';
  return { launch, result: emulation.result(), summary: summary.finish() };
}

/** Some ten milliseconds of work: an interrupt waits no longer. */
const SLICE_WARP_INSTRUCTIONS = 50_000;

/** False when Ctrl-C came first. */
const runsToEnd = (emulation: Emulation): Promise<boolean> =>
  interruptible(async interrupted => {
    const line = new ProgressLine(process.stderr);
    try {
      for (;;) {
        const progress = emulation.run(SLICE_WARP_INSTRUCTIONS);
        if (progress.done) return true;
        line.show(progress);
        if (await interrupted()) return false;
      }
    } finally {
      line.clear();
    }
  });

/** The door of a replay: a launch on the emulator, then one of its CTAs on the clock of the model. */
import { err, ok, type Result } from '../../base/result.ts';
import type { EmulationOptions, EmulationProgress, LaunchError } from '../../ptx/emulation.ts';
import { startLogged } from '../../ptx/events/start-logged.ts';
import type { LoadedModule } from '../../ptx/launch/loaded-module.ts';
import type { Fault } from '../../trace/fault.ts';
import type { Launch } from '../../trace/launch.ts';
import type { Resources } from '../../trace/scenario.ts';
import type { ReplayRefusal } from './kernel-scenario.ts';
import { type Replay, replay } from './replay.ts';

export interface ReplayOptions extends Pick<EmulationOptions, 'sharedBaseBytes' | 'maxWarpInstructions'> {
  /** Linear number of the CTA to replay. Its cluster runs, and nothing else of the grid. */
  readonly cta: number;
  /** Numbers of the model. */
  readonly resources: Resources;
}

export interface KernelReplay extends Replay {
  /** What the emulator found; where a kernel is wrong, the events end early. */
  readonly faults: readonly Fault[];
}

export interface ReplayRun {
  /** As `Emulation.run`. */
  run(warpInstructions: number): EmulationProgress;
  /** After `run` said done. */
  finish(): Result<KernelReplay, ReplayRefusal>;
}

/** Nothing has run yet. */
export function startReplay(
  loaded: LoadedModule,
  launch: Launch,
  { cta, resources, ...limits }: ReplayOptions,
): Result<ReplayRun, LaunchError> {
  const options = { ...limits, ctas: [cta], check: false, faults: 'all' } as const;
  const started = startLogged(loaded, launch, options, cta);
  if (!started.ok) return started;
  const emulation = started.value;
  return ok({ run: budget => emulation.run(budget), finish: () => finish(cta) });

  function finish(number: number): Result<KernelReplay, ReplayRefusal> {
    const events = emulation.events();
    if (events === null) return err({ kind: 'replay', message: `CTA ${number} has not started.` });
    const replayed = replay(events, resources, emulation.lineOf);
    return replayed.ok ? ok({ ...replayed.value, faults: emulation.result().faults }) : replayed;
  }
}

/** The door of a replay: a launch on the emulator, then one of its CTAs on the clock of the model, as often as numbers change. */
import { err, ok, type Result } from '../../base/result.ts';
import type { EmulationOptions, EmulationProgress, LaunchError } from '../../ptx/emulation.ts';
import { type LoggedEmulation, startLogged } from '../../ptx/events/start-logged.ts';
import type { LoadedModule } from '../../ptx/launch/loaded-module.ts';
import type { Fault } from '../../trace/fault.ts';
import type { Launch } from '../../trace/launch.ts';
import type { Resources, Scenario } from '../../trace/scenario.ts';
import { type ReplayRefusal, unevenBarrier } from './kernel-scenario.ts';
import { type Replay, replay } from './replay.ts';
import { resourcesFor } from './resources-for.ts';
import { wholeCluster } from './whole-cluster.ts';

export interface ReplayOptions extends Pick<EmulationOptions, 'sharedBaseBytes' | 'maxWarpInstructions'> {
  /** Linear number of the CTA to replay. Its cluster runs, and nothing else of the grid. */
  readonly cta: number;
}

/** Events of a CTA, without times. */
export interface LoggedKernel {
  /** Faults that the emulator found; the events of a wrong kernel end early. */
  readonly faults: readonly Fault[];
  /**
   * `resources`: numbers of the model; null: the defaults for its kind of products and barriers. `preset`: what the kernel should
   * do; its roles and rings get the preset's names.
   */
  play(resources: Resources | null, preset?: Scenario | null): Result<Replay, ReplayRefusal>;
}

export interface ReplayRun {
  /** Runs on, as `Emulation.run` does. */
  run(warpInstructions: number): EmulationProgress;
  /** To be called after `run` returned done. */
  finish(): Result<LoggedKernel, ReplayRefusal>;
}

/** Starts a replay; nothing has run yet. */
export function startReplay(
  loaded: LoadedModule,
  launch: Launch,
  { cta, ...limits }: ReplayOptions,
): Result<ReplayRun, LaunchError> {
  const options = { ...limits, ctas: [cta], check: false, faults: 'all' } as const;
  const started = startLogged(loaded, launch, options, cta);
  if (!started.ok) return started;
  const emulation = started.value;
  return ok({ run: budget => emulation.run(budget), finish: () => loggedKernel(emulation, cta) });
}

/** Keeps nothing of the emulator's memory. */
function loggedKernel(emulation: LoggedEmulation, cta: number): Result<LoggedKernel, ReplayRefusal> {
  const { lineOf, callOf } = emulation;
  const { faults } = emulation.result();
  const [own, cluster] = [emulation.events(), emulation.cluster()];
  if (own === null || cluster === null) return err({ kind: 'replay', message: `CTA ${cta} has not started.` });
  const events = unevenBarrier(own) === null ? own : wholeCluster(cluster);
  return ok({
    faults,
    play: (resources, preset = null) => replay(events, resources ?? resourcesFor(events), { lineOf, callOf }, preset),
  });
}

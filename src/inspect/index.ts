/** The door of an inspection: a launch on the emulator, with everything that the models say of it. */
import { ok, type Result } from '../base/result.ts';
import type { AccessObserver, LaunchError } from '../ptx/emulation.ts';
import { startEmulation } from '../ptx/index.ts';
import type { Module } from '../ptx/parse/ast.ts';
import type { Launch } from '../trace/launch.ts';
import type { InspectionOptions, InspectionRun } from './inspection.ts';
import { Inspector, inspectionOf } from './inspector.ts';

/**
 * Starts an inspection; nothing has run yet. `observe` gets every access, in arrays that are reused: copy what you
 * keep.
 */
export function startInspection(
  module: Module,
  launch: Launch,
  options: InspectionOptions,
  observe?: AccessObserver,
): Result<InspectionRun, LaunchError> {
  const inspector = new Inspector(options, observe);
  const started = startEmulation(module, launch, inspector.emulationOptions);
  if (!started.ok) return started;
  const emulation = started.value;
  return ok({
    run: budget => emulation.run(budget),
    finish: () =>
      inspectionOf(
        { launch, options, touches: inspector.touches },
        emulation.result(),
        inspector.lines,
        inspector.takeRows(),
      ),
  });
}

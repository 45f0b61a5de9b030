/** The door of the emulator, with all of its rows. A page, which fetches rows on demand, comes in by `launch/start.ts`. */

import { ok, type Result } from '../base/result.ts';
import type { Launch } from '../trace/launch.ts';
import type { Emulation, EmulationResult, LaunchError } from './emulation.ts';
import { InlinedCalls } from './isa/inlined-calls.ts';
import { BEYOND_CORE } from './launch/beyond-core.ts';
import type { LoadedModule } from './launch/loaded-module.ts';
import type { PreparedOptions } from './launch/prepare.ts';
import { startLoaded } from './launch/start.ts';
import type { Module } from './parse/ast.ts';

export const fullyLoaded = (module: Module): LoadedModule => ({
  module: BEYOND_CORE.withGridBarrier(module),
  table: BEYOND_CORE.table,
  beyondCore: BEYOND_CORE,
  inlinedCalls: new InlinedCalls(module),
});

/** Makes a kernel ready to run; nothing has run yet. Faults of the kernel come with the result. */
export const startEmulation = (
  module: Module,
  launch: Launch,
  options: PreparedOptions = {},
): Result<Emulation, LaunchError> => startLoaded(fullyLoaded(module), launch, options);

/** Runs a launch to its end, or to the fault that ends it. */
export function emulate(
  module: Module,
  launch: Launch,
  options: PreparedOptions = {},
): Result<EmulationResult, LaunchError> {
  const started = startEmulation(module, launch, options);
  if (!started.ok) return started;
  started.value.run(Number.POSITIVE_INFINITY);
  return ok(started.value.result());
}

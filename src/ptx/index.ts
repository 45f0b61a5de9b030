/** The door of the emulator. */
import { ok, type Result } from '../base/result.ts';
import type { Launch } from '../trace/launch.ts';
import type { Emulation, EmulationOptions, EmulationResult, LaunchError } from './emulation.ts';
import { GridEmulation } from './launch/grid-emulation.ts';
import { prepare } from './launch/prepare.ts';
import type { Module } from './parse/ast.ts';

/** Makes a kernel ready to run; nothing has run yet. Faults of the kernel come with the result. */
export function startEmulation(
  module: Module,
  launch: Launch,
  options: EmulationOptions = {},
): Result<Emulation, LaunchError> {
  const prepared = prepare(module, launch, options);
  if (!prepared.ok) return prepared;
  const { grid, device } = prepared.value;
  return ok(new GridEmulation(grid, () => device.contents()));
}

/** Runs a launch to its end, or to the fault that ends it. */
export function emulate(
  module: Module,
  launch: Launch,
  options: EmulationOptions = {},
): Result<EmulationResult, LaunchError> {
  const started = startEmulation(module, launch, options);
  if (!started.ok) return started;
  started.value.run(Number.POSITIVE_INFINITY);
  return ok(started.value.result());
}

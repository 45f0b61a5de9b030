/** The door of the emulator. */
import { err, ok, type Result } from '../base/result.ts';
import type { Launch } from '../trace/launch.ts';
import { watchFactory } from './checks/watch-factory.ts';
import type { Emulation, EmulationOptions, EmulationResult, LaunchError } from './emulation.ts';
import { decoded } from './launch/decoded.ts';
import { DeviceLayout } from './launch/device-layout.ts';
import { DeviceMemory } from './launch/device-memory.ts';
import { checkGeometry, checkMemory, checkSharedBase, chooseEntry, chosenCtas } from './launch/geometry.ts';
import { GridEmulation } from './launch/grid-emulation.ts';
import { LaunchRefusal } from './launch/launch-error.ts';
import { parameterMemory } from './launch/parameters.ts';
import { Grid } from './machine/grid.ts';
import { lowestPcFirst } from './machine/lowest-pc-first.ts';
import { postDominator } from './machine/post-dominator.ts';
import type { Module } from './parse/ast.ts';

/** Makes a kernel ready to run; nothing has run yet. Faults of the kernel come with the result. */
export function startEmulation(
  module: Module,
  launch: Launch,
  options: EmulationOptions = {},
): Result<Emulation, LaunchError> {
  try {
    return ok(prepare(module, launch, options));
  } catch (refusal) {
    if (refusal instanceof LaunchRefusal) return err(refusal.error);
    throw refusal;
  }
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

function prepare(module: Module, launch: Launch, options: EmulationOptions): Emulation {
  const entry = chooseEntry(module, launch.entry);
  checkGeometry(entry, launch);
  const { sharedBaseBytes = 0 } = options;
  checkSharedBase(sharedBaseBytes);
  const ctas = chosenCtas(launch.grid, options.ctas);
  const layout = new DeviceLayout(module, launch);
  const program = decoded(module, entry, sharedBaseBytes, layout);
  checkMemory(module, launch, program);
  const params = parameterMemory(entry, launch, layout.addresses);
  const device = new DeviceMemory(layout, launch);
  const grid = new Grid({
    files: module.files,
    program,
    launch,
    sharedBaseBytes,
    device,
    params,
    options,
    ctas,
    reconvergence: options.reconvergence === 'postDominator' ? postDominator(program) : lowestPcFirst,
    watch: watchFactory(options, program),
  });
  return new GridEmulation(grid, () => device.contents());
}

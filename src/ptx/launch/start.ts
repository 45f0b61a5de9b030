import { ok, type Result } from '../../base/result.ts';
import type { Launch } from '../../trace/launch.ts';
import type { Emulation, EmulationOptions, LaunchError } from '../emulation.ts';
import { GridEmulation } from './grid-emulation.ts';
import type { LoadedModule } from './loaded-module.ts';
import { prepare, runAgain } from './prepare.ts';

/** Makes a kernel ready to run; nothing has run yet. Faults of the kernel come with the result. */
export function startLoaded(
  loaded: LoadedModule,
  launch: Launch,
  options: EmulationOptions,
): Result<Emulation, LaunchError> {
  const prepared = prepare(loaded, launch, options);
  if (!prepared.ok) return prepared;
  const { grid, device } = prepared.value;
  return ok(new GridEmulation(grid, () => device.contents(), runAgain(loaded, launch, options)));
}

import { ok, type Result } from '../../base/result.ts';
import type { Launch } from '../../trace/launch.ts';
import type { LaunchError } from '../emulation.ts';
import { GridEmulation } from './grid-emulation.ts';
import type { LoadedModule } from './loaded-module.ts';
import { type PreparedOptions, prepare, runAgain } from './prepare.ts';

/** Makes a kernel ready to run; nothing has run yet. Faults of the kernel come with the result. */
export function startLoaded(
  loaded: LoadedModule,
  launch: Launch,
  options: PreparedOptions,
): Result<GridEmulation, LaunchError> {
  const prepared = prepare(loaded, launch, options);
  if (!prepared.ok) return prepared;
  const { grid, device } = prepared.value;
  const again = runAgain(loaded, launch, options);
  return ok(new GridEmulation(grid, () => device.contents(), again, loaded.beyondCore?.doubtsOf ?? null));
}

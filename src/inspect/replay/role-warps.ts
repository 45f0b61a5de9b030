/** One warp of each role of a CTA: what a trace needs where all warps of a role do the same. */
import type { LoadedModule } from '../../ptx/launch/loaded-module.ts';
import type { Launch } from '../../trace/launch.ts';
import { firstWarps } from './first-warps.ts';
import { type ReplayOptions, startReplay } from './index.ts';

/** Runs the CTA's cluster to its end. Null where its events tell no roles. */
export function warpsOfRoles(loaded: LoadedModule, launch: Launch, options: ReplayOptions): number[] | null {
  const started = startReplay(loaded, launch, options);
  if (!started.ok) return null;
  while (!started.value.run(Number.POSITIVE_INFINITY).done);
  const logged = started.value.finish();
  const played = logged.ok ? logged.value.play(null) : logged;
  return played.ok ? firstWarps(played.value.roles) : null;
}

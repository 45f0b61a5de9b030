/** A launch of which one CTA's events are written down. */
import { ok, type Result } from '../../base/result.ts';
import type { Launch } from '../../trace/launch.ts';
import type { Emulation, LaunchError } from '../emulation.ts';
import { GridEmulation } from '../launch/grid-emulation.ts';
import type { LoadedModule } from '../launch/loaded-module.ts';
import { type PreparedOptions, prepare } from '../launch/prepare.ts';
import { watchBoth } from '../machine/watch-both.ts';
import { EventLog } from './event-log.ts';
import { type KernelCall, kernelCall, kernelLines } from './kernel-lines.ts';
import { type ClusterLogs, listenerAt } from './listeners.ts';
import type { CtaEvents } from './warp-event.ts';

export interface LoggedEmulation extends Emulation {
  /** Null where the CTA has not started. To be asked when the run has ended: a CTA that has not ended goes on without. */
  events(): CtaEvents | null;
  /** The same of all CTAs of its cluster, by rank. */
  cluster(): readonly CtaEvents[] | null;
  /** Line of the kernel's own file behind the instruction at a pc; 0: unknown. */
  lineOf(pc: number): number;
  /** The function through which the kernel came there. */
  callOf(pc: number): KernelCall;
}

/** `cta`: linear number of the CTA whose events are wanted; the run must contain it. Instructions are counted always. */
export function startLogged(
  loaded: LoadedModule,
  launch: Launch,
  options: PreparedOptions,
  cta: number,
): Result<LoggedEmulation, LaunchError> {
  let logs: ClusterLogs | null = null;
  const prepared = prepare(loaded, launch, { ...options, profile: true }, (watch, place) => {
    if (place.cluster.every(({ number }) => number !== cta)) return watch;
    logs ??= new Map(place.cluster.map(each => [each, new EventLog(each)]));
    return watchBoth(listenerAt(logs, place), watch);
  });
  if (!prepared.ok) return prepared;
  const { grid, device } = prepared.value;
  const cluster = () => logs && Array.from(logs.values(), log => log.finish());
  const emulation = new GridEmulation(grid, () => device.contents(), null, null);
  return ok({
    run: budget => emulation.run(budget),
    result: () => emulation.result(),
    events: () => cluster()?.find(events => events.cta === cta) ?? null,
    cluster,
    lineOf: kernelLines(grid.program),
    callOf: pc => kernelCall(grid.program.operations[pc]),
  });
}

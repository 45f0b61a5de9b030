/**
 * Replay: runs the order of events of a compiled kernel on the clock of a model. Dependencies, bytes and FLOP come from
 * the PTX; times follow from the numbers of the model, and none is a measurement.
 */
import { ok, type Result } from '../../base/result.ts';
import { withHabits } from '../../model/pipeline/deadlock.ts';
import type { PipelineRun } from '../../model/pipeline/pipeline-run.ts';
import { simulate } from '../../model/pipeline/simulate.ts';
import type { CtaEvents } from '../../ptx/events/warp-event.ts';
import type { Resources } from '../../trace/scenario.ts';
import { type KernelScenario, kernelScenario, type ReplayRefusal } from './kernel-scenario.ts';
import { type KernelPlaces, type RoleSource, sourceOf } from './role-source.ts';
import { spanPcs } from './span-pcs.ts';

export interface Replay extends KernelScenario {
  readonly run: PipelineRun;
  /** Sources, indexed as the scenario's roles. */
  readonly sources: readonly RoleSource[];
}

export function replay(events: CtaEvents, resources: Resources, places: KernelPlaces): Result<Replay, ReplayRefusal> {
  const kernel = kernelScenario(events, resources);
  if (!kernel.ok) return kernel;
  const { scenario, roles } = kernel.value;
  const run = simulate(scenario);
  const pcs = spanPcs(run.spans, kernel.value);
  const warpOf = new Map(scenario.roles.map(({ name }, i) => [name, roles[i].warps]));
  const spans = run.spans.map((span, i) => {
    const warps = warpOf.get(span.role)!;
    const line = places.lineOf(pcs[i]);
    return {
      ...span,
      source: 'emulated' as const,
      ...(warps.length === 1 && { warp: warps[0] }),
      ...(line > 0 && { line }),
    };
  });
  const barrierEvents = run.barrierEvents.map(event => ({ ...event, source: 'emulated' as const }));
  const habits = new Map(scenario.roles.map(({ name }, i) => [name, roles[i].habits]));
  const deadlock = run.deadlock && withHabits(run.deadlock, habits);
  const sources = scenario.roles.map(({ steps }, i) => sourceOf(steps, roles[i].pcs, places));
  return ok({ ...kernel.value, sources, run: { ...run, spans, barrierEvents, deadlock } });
}

/**
 * Replay: runs the order of events of a compiled kernel on the clock of a model. Dependencies, bytes and FLOP come from
 * the PTX; times follow from the numbers of the model, and none is a measurement.
 */
import { ok, type Result } from '../../base/result.ts';
import { withHabits } from '../../model/pipeline/deadlock.ts';
import type { PipelineRun } from '../../model/pipeline/pipeline-run.ts';
import { simulate } from '../../model/pipeline/simulate.ts';
import type { CtaEvents } from '../../ptx/events/warp-event.ts';
import type { Resources, Scenario } from '../../trace/scenario.ts';
import { fedAs } from './beside/operand-bytes.ts';
import { namedAs } from './beside/ring-names.ts';
import { type KernelScenario, kernelScenario, type ReplayRefusal } from './kernel-scenario.ts';
import { type KernelPlaces, type RoleSource, sourceOf } from './role-source.ts';
import { spanPcs } from './span-pcs.ts';

export interface Replay extends KernelScenario {
  readonly run: PipelineRun;
  /** Sources, indexed as the scenario's roles. */
  readonly sources: readonly RoleSource[];
}

/** `preset`: what the kernel should do, whose names it gets, and whose products' operands; null: nothing is known of it. */
export function replay(
  events: CtaEvents,
  resources: Resources,
  places: KernelPlaces,
  preset: Scenario | null = null,
): Result<Replay, ReplayRefusal> {
  const kernel = kernelScenario(events, resources);
  if (!kernel.ok) return kernel;
  const { roles } = kernel.value;
  const scenario = preset === null ? kernel.value.scenario : fedAs(calledAs(kernel.value.scenario, preset), preset);
  const run = simulate(scenario);
  const pcs = spanPcs(run.spans, { scenario, roles });
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
  return ok({ scenario, roles, sources, run: { ...run, spans, barrierEvents, deadlock } });
}

/** Rings of several operands have numbers in a kernel, and names in a preset. */
function calledAs(kernel: Scenario, preset: Scenario): Scenario {
  const known = new Set(kernel.barriers.map(({ name }) => name));
  return preset.barriers.every(({ name }) => known.has(name)) ? kernel : namedAs(kernel, preset);
}

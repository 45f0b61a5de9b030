/** The phases of an access one by one: which lanes are served together, and on which banks their words lie. */
import type { Result } from '../../base/result.ts';
import type { PhaseCost } from '../../model/banks/bank-model.ts';
import type { AccessCost } from '../../model/swizzle/access-cost.ts';
import type { LinearRequest } from '../../model/swizzle/accesses.ts';

/** An access of one tile and of another; where it is none, why. */
export interface AccessCosts {
  readonly before: Result<AccessCost, string>;
  readonly after: Result<AccessCost, string>;
}

/** Some lanes of one of an access's requests. */
export interface PhaseLanes {
  readonly request: number;
  readonly lanes: readonly number[];
}

export interface AccessPhase extends PhaseLanes {
  /** Null where the access is none. */
  readonly before: PhaseCost | null;
  readonly after: PhaseCost | null;
}

/** Phases that have an active lane. */
export function phasesOf({ before, after }: AccessCosts): AccessPhase[] {
  const known = before.ok ? before.value : after.ok ? after.value : null;
  if (known === null) return [];
  return known.requests.flatMap(({ offsets, cost }, request) =>
    cost.phases.flatMap((phase, at) => {
      const lanes = phase.lanes.filter(lane => offsets[lane] !== null);
      if (lanes.length === 0) return [];
      return [{ request, lanes, before: phaseAt(before, request, at), after: phaseAt(after, request, at) }];
    }),
  );
}

const phaseAt = (cost: Result<AccessCost, string>, request: number, phase: number): PhaseCost | null =>
  cost.ok ? cost.value.requests[request].cost.phases[phase] : null;

/** Requests of only these lanes; all requests if the current access has no such phase. */
export function requestsOfPhase(
  requests: readonly LinearRequest[],
  phase: PhaseLanes | null,
): readonly LinearRequest[] {
  const request = phase === null ? undefined : requests.at(phase.request);
  if (phase === null || request === undefined) return requests;
  const offsets = request.offsets.map((offset, lane) => (phase.lanes.includes(lane) ? offset : null));
  return [{ ...request, offsets }];
}

/** 'lanes 0–7'; of several requests, which one: each is a matrix. */
export const phaseName = ({ request, lanes }: PhaseLanes, phases: readonly PhaseLanes[]): string =>
  phases.some(phase => phase.request > 0) ? `matrix ${request}` : lanesText(lanes);

/** 'lanes 0–7', 'lane 5', 'lanes 0, 2, 4'. */
export function lanesText(lanes: readonly number[]): string {
  const [first, last] = [lanes[0], lanes[lanes.length - 1]];
  if (lanes.length === 1) return `lane ${first}`;
  return last - first === lanes.length - 1 ? `lanes ${first}–${last}` : `lanes ${lanes.join(', ')}`;
}

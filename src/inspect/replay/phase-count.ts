/**
 * The phase of an mbarrier that an arrival or a copy is meant for: the one in which it came. If a phase got more
 * arrivals than it takes, some warp did not wait: then each role is assumed to have equally many of them in every
 * phase.
 */
import type { CtaEvents, WarpAction, WarpEvent } from '../../ptx/events/warp-event.ts';
import type { ReplayRole } from './replay-role.ts';

type Placed = Pick<Extract<WarpAction, { kind: 'arrive' | 'bulkCopy' }>, 'kind' | 'barrier' | 'phase'>;

/**
 * For each mbarrier that got too many arrivals in a phase: the number of phases that all its arrivals would complete.
 */
export function crowdedPhases(roles: readonly ReplayRole[], { mbarriers }: CtaEvents): ReadonlyMap<number, number> {
  const [all, byPhase] = [new Map<number, number>(), new Map<string, number>()];
  const crowded = new Set<number>();
  for (const { action } of roles.flatMap(({ events }) => events)) {
    if (action.kind !== 'arrive') continue;
    const { barrier, phase, count } = action;
    const inPhase = (byPhase.get(`${barrier} ${phase}`) ?? 0) + count;
    byPhase.set(`${barrier} ${phase}`, inPhase);
    all.set(barrier, (all.get(barrier) ?? 0) + count);
    if (inPhase > mbarriers.get(barrier)!) crowded.add(barrier);
  }
  return new Map([...crowded].map(barrier => [barrier, all.get(barrier)! / mbarriers.get(barrier)!]));
}

export class PhaseCount {
  readonly #phases: ReadonlyMap<number, number>;
  readonly #totals: ReadonlyMap<string, number>;
  readonly #done = new Map<string, number>();

  /** `phases`: as `crowdedPhases` gives them; `events`: of the role. */
  constructor(phases: ReadonlyMap<number, number>, events: readonly WarpEvent[]) {
    const totals = new Map<string, number>();
    for (const { action } of events) {
      if (action.kind !== 'arrive' && action.kind !== 'bulkCopy') continue;
      const key = `${action.kind} ${action.barrier}`;
      totals.set(key, (totals.get(key) ?? 0) + 1);
    }
    this.#phases = phases;
    this.#totals = totals;
  }

  /** Phase of the role's next action of that kind at that barrier. `phase` is the one in which the action happened. */
  next({ kind, barrier, phase }: Placed): number {
    const phases = this.#phases.get(barrier);
    if (phases === undefined) return phase;
    const key = `${kind} ${barrier}`;
    const done = this.#done.get(key) ?? 0;
    this.#done.set(key, done + 1);
    return Math.floor((done * Math.max(1, phases)) / this.#totals.get(key)!);
  }
}

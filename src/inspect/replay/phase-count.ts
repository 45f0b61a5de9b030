/** The phase of an mbarrier that an arrival or a copy belongs to: each role has equally many of them in every phase. */
import type { CtaEvents, WarpEvent } from '../../ptx/events/warp-event.ts';
import type { ReplayRole } from './replay-role.ts';

type Kind = 'arrive' | 'bulkCopy';

/** Of each mbarrier: how many phases all the arrivals make. */
export function phasesOf(roles: readonly ReplayRole[], { mbarriers }: CtaEvents): ReadonlyMap<number, number> {
  const phases = new Map<number, number>();
  for (const { action } of roles.flatMap(({ events }) => events)) {
    if (action.kind !== 'arrive') continue;
    const { barrier, count } = action;
    phases.set(barrier, (phases.get(barrier) ?? 0) + count / mbarriers.get(barrier)!);
  }
  return phases;
}

export class PhaseCount {
  readonly #phases: ReadonlyMap<number, number>;
  readonly #totals: ReadonlyMap<string, number>;
  readonly #done = new Map<string, number>();

  /** `phases`: as `phasesOf` gives them; `events`: of the role. */
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

  /** Of the role's next action of that kind there. */
  next(kind: Kind, barrier: number): number {
    const key = `${kind} ${barrier}`;
    const done = this.#done.get(key) ?? 0;
    this.#done.set(key, done + 1);
    const phases = this.#phases.get(barrier) ?? 0;
    return Math.floor((done * Math.max(1, phases)) / this.#totals.get(key)!);
  }
}

/** Where a role stands in rings of mbarriers. The full ring and the empty ring of the same slots share a place. */
import type { BarrierWaitPlace } from '../../trace/scenario.ts';
import { type MbarrierRing, positionIn } from './barrier-rings.ts';
import type { ReplayRole } from './replay-role.ts';

/** For each empty ring: the full ring of the same slots. */
export type RingPairs = ReadonlyMap<MbarrierRing, MbarrierRing>;

/** Whoever fills a stage waits for its empty barrier before: the ring whose full barrier comes next most often. */
export function ringPairs(roles: readonly ReplayRole[], rings: readonly MbarrierRing[]): RingPairs {
  const votes = new Map<MbarrierRing, Map<MbarrierRing, number>>();
  for (const { events } of roles) {
    let awaited: MbarrierRing | null = null;
    for (const { action } of events) {
      if (action.kind !== 'wait' && action.kind !== 'arrive' && action.kind !== 'bulkCopy') continue;
      const { ring } = positionIn(rings, action.barrier);
      if (action.kind === 'wait') awaited = ring.kind === 'empty' ? ring : null;
      else if (awaited !== null && ring.kind === 'full' && ring.stages === awaited.stages) {
        const of = votes.get(awaited) ?? new Map<MbarrierRing, number>();
        votes.set(awaited, of.set(ring, (of.get(ring) ?? 0) + 1));
        awaited = null;
      }
    }
  }
  const pairs = [...votes].map(([empty, of]) => [empty, [...of].sort(([, a], [, b]) => b - a)[0][0]] as const);
  // A ring has one partner, and a role that waits for its bytes begins with the first phase.
  return new Map(
    pairs.filter(([, full], i) => !full.hasPhaseBefore && pairs.findIndex(([, other]) => other === full) === i),
  );
}

/** Places of one role. */
export class RingPlaces {
  readonly #pairs: RingPairs;
  /** Rings at which the role waits. */
  readonly #awaited: ReadonlySet<MbarrierRing>;

  constructor({ events }: Pick<ReplayRole, 'events'>, rings: readonly MbarrierRing[], pairs: RingPairs) {
    this.#pairs = pairs;
    this.#awaited = new Set(
      events.flatMap(({ action }) => (action.kind === 'wait' ? positionIn(rings, action.barrier).ring : [])),
    );
  }

  place(ring: MbarrierRing): BarrierWaitPlace {
    const full = this.#fullOf(ring);
    const waitsAt = this.#pairOf(full).find(each => this.#awaited.has(each)) ?? full;
    return { name: full.name, stages: ring.stages, parity: waitsAt.hasPhaseBefore ? 1 : 0 };
  }

  /** A phase before the first one is at the start. Arrivals belong to the round that the role is in. */
  index(ring: MbarrierRing, stage: number, phase: number, does: 'wait' | 'other' = 'other'): number {
    const isBefore = ring.hasPhaseBefore && (does === 'wait' || this.#fullOf(ring) === ring);
    return (phase + (isBefore ? 1 : 0)) * ring.stages + stage;
  }

  /** Itself, where a role waits at both or there is no partner. */
  #fullOf(ring: MbarrierRing): MbarrierRing {
    const full = this.#pairs.get(ring);
    return full === undefined || this.#pairOf(full).every(each => this.#awaited.has(each)) ? ring : full;
  }

  #pairOf(full: MbarrierRing): readonly MbarrierRing[] {
    const empty = [...this.#pairs].find(([, other]) => other === full)?.[0];
    return empty === undefined ? [full] : [full, empty];
  }
}

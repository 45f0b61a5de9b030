/** What the roles of a compiled kernel share: its rings and barriers. */
import { LANES } from '../../base/hardware.ts';
import type { CtaEvents } from '../../ptx/events/warp-event.ts';
import type { BarrierName, BarrierRing, BufferRing } from '../../trace/scenario.ts';
import { barrierRings, type MbarrierRing } from './barrier-rings.ts';
import { namedBarriers } from './named-barriers.ts';
import { crowdedPhases } from './phase-count.ts';
import type { ReplayRole } from './replay-role.ts';
import { type RingPairs, ringPairs } from './ring-places.ts';
import { type SlotRing, slotRings } from './slot-rings.ts';

/** The barrier of the cluster, at which the CTA's own warps stand for all. */
export const CLUSTER_BARRIER = 'cluster';

export class KernelRings {
  readonly mbarriers: readonly MbarrierRing[];
  readonly pairs: RingPairs;
  readonly named: readonly BarrierName[];
  readonly slots: readonly SlotRing[];
  readonly crowded: ReadonlyMap<number, number>;
  readonly #roles: readonly ReplayRole[];

  constructor(roles: readonly ReplayRole[], events: CtaEvents) {
    this.#roles = roles;
    this.mbarriers = barrierRings(roles, events.mbarriers);
    this.pairs = ringPairs(roles, this.mbarriers);
    this.named = namedBarriers(roles);
    this.crowded = crowdedPhases(roles, events);
    this.slots = slotRings(roles, this.mbarriers, this.crowded);
  }

  get barriers(): BarrierRing[] {
    const warps = this.#warpsWith(({ events }) => events.some(({ action }) => action.kind === 'clusterArrive'));
    return [
      ...this.mbarriers.map(({ name, stages, count }) => ({ name, stages, count })),
      ...(warps > 0 ? [{ name: CLUSTER_BARRIER, stages: 1, count: warps }] : []),
    ];
  }

  get buffers(): BufferRing[] {
    return this.slots.map(({ name, stages, bytes, overlays = [] }) =>
      overlays.length === 0 ? { name, stages, bytes } : { name, stages, bytes, overlays },
    );
  }

  /** Roles that come to a barrier of the CTA for the `use`th time, where it waits for all. */
  threadsAt(id: number, use: number): number {
    const comesThere = ({ events }: ReplayRole): boolean =>
      events.filter(({ action }) => action.kind === 'barrier' && action.id === id).length > use;
    return LANES * this.#warpsWith(comesThere);
  }

  #warpsWith(isMeant: (role: ReplayRole) => boolean): number {
    return this.#roles.filter(isMeant).reduce((sum, { warps }) => sum + warps.length, 0);
  }
}

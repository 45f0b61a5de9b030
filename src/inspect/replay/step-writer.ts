/** Writes the steps of one role, and keeps track of its places. */
import type { Stretch } from '../../ptx/events/warp-event.ts';
import type { Role, Step } from '../../trace/scenario.ts';
import { positionIn } from './barrier-rings.ts';
import type { KernelRings } from './kernel-rings.ts';
import { PhaseCount } from './phase-count.ts';
import type { ReplayRole } from './replay-role.ts';
import { RingPlaces } from './ring-places.ts';
import { RolePlaces } from './role-places.ts';
import { RoleSlots, type SlotUse } from './role-slots.ts';

export class StepWriter {
  readonly role: ReplayRole;
  readonly rings: KernelRings;
  readonly slots: RoleSlots;
  readonly phases: PhaseCount;
  /** For each mbarrier: bytes that were announced without an arrival. */
  readonly announced = new Map<number, number>();
  /**
   * For each barrier of the CTA: how often the role was there. `clusterPhases`: phases of the cluster's barrier for
   * which it has waited.
   */
  readonly visits = new Map<number, number>();
  clusterPhases = 0;
  /** Work of the open group of products; the open group of stores follows. */
  products = { flop: 0, reads: [] as Stretch[] };
  stores = { bytes: 0, from: [] as Stretch[] };
  /** Instruction of the event whose steps are being written, and how many of the role's warps take part. */
  pc = 0;
  eventWarps = 0;
  readonly pcs: number[] = [];
  readonly places = new RolePlaces();
  readonly #ringPlaces: RingPlaces;
  readonly #steps: Step[] = [];

  constructor(role: ReplayRole, rings: KernelRings) {
    this.role = role;
    this.rings = rings;
    this.#ringPlaces = new RingPlaces(role, rings.mbarriers, rings.pairs);
    this.slots = new RoleSlots(role, rings, this.places, this.#ringPlaces);
    this.phases = new PhaseCount(rings.crowded, role.events);
  }

  get written(): Role {
    const { name, warps } = this.role;
    return { name, warps: warps.length, places: this.places.places, steps: this.#steps };
  }

  add(...steps: readonly Step[]): void {
    for (const step of steps) {
      this.#steps.push(step);
      this.pcs.push(this.pc);
    }
  }

  use({ moves, refs }: SlotUse): SlotUse['refs'] {
    this.add(...moves);
    return refs;
  }

  /** Name and place of an mbarrier, with the role's place moved there. */
  at(byteOffset: number, phase: number, does?: 'wait'): { readonly barrier: string; readonly at: string } {
    const { ring, stage } = positionIn(this.rings.mbarriers, byteOffset);
    const place = this.#ringPlaces.place(ring);
    this.add(...this.places.moveTo(place, this.#ringPlaces.index(ring, stage, phase, does)));
    return { barrier: ring.name, at: place.name };
  }

  /** The warps' own instructions. */
  work(instructions: number, reads: readonly Stretch[], writes: readonly Stretch[]): void {
    const read = this.use(this.slots.touched(reads, 'read'));
    const written = this.use(this.slots.touched(writes, 'write'));
    if (instructions === 0 && read.length + written.length === 0) return;
    const touches = { ...(read.length > 0 && { reads: read }), ...(written.length > 0 && { writes: written }) };
    this.add({ do: 'alu', instructions, ...touches });
  }

  multiply(flop: number, reads: readonly Stretch[]): void {
    const slots = this.use(this.slots.touched(reads, 'read'));
    this.add({ do: 'mma', flop, reads: slots });
  }
}

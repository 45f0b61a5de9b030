/** The slots that a role's bytes lie in, and the step of the ring that they belong to. */
import type { Stretch } from '../../ptx/events/warp-event.ts';
import type { SlotRef, Step } from '../../trace/scenario.ts';
import type { MbarrierRing } from './barrier-rings.ts';
import type { KernelRings } from './kernel-rings.ts';
import type { ReplayRole } from './replay-role.ts';
import type { RingPairs, RingPlaces } from './ring-places.ts';
import type { RolePlaces } from './role-places.ts';
import type { SlotRing } from './slot-rings.ts';
import { overlap, united } from './stretches.ts';

/** Slots, and the steps that take the role's places there. */
export interface SlotUse {
  readonly moves: readonly Step[];
  readonly refs: readonly SlotRef[];
}

interface Slot {
  readonly ring: SlotRing;
  readonly stage: number;
}

export class RoleSlots {
  readonly #rings: readonly SlotRing[];
  /** Memory that the engine's stores read, of any role. */
  readonly #stored: readonly Stretch[];
  readonly #places: RolePlaces;
  readonly #ringPlaces: RingPlaces;
  /** For each ring of mbarriers and stage: the last phase for which the role has waited. */
  readonly #waited = new Map<MbarrierRing, number[]>();
  /** For each mbarrier: phases of the role's arrivals that are still to come. */
  readonly #ahead: ReadonlyMap<number, number[]>;
  /** Mbarriers with the phases that the role waits for, at any time. */
  readonly #waits: ReadonlySet<string>;
  readonly #pairs: RingPairs;
  /** For each ring of the role's own groups and stage: number of groups so far. */
  readonly #groups = new Map<SlotRing, number[]>();
  /** What it wrote where rings had been, as their stages were given back for the last time. */
  #scratch: readonly Stretch[] = [];
  /** Slots of the groups that are open. */
  #open: Slot[] = [];

  constructor(role: ReplayRole, { slots, pairs }: KernelRings, places: RolePlaces, ringPlaces: RingPlaces) {
    // Rings that are filled by barriers, and the role's own rings.
    this.#rings = slots.filter(({ barriers, roles }) => barriers !== null || roles.includes(role.name));
    this.#stored = united(slots.filter(({ holds }) => holds === 'stores').flatMap(ring => ring.slots.flat()));
    this.#places = places;
    this.#ringPlaces = ringPlaces;
    this.#ahead = arrivalsOf(role);
    this.#waits = waitsOf(role);
    this.#pairs = pairs;
  }

  waited(ring: MbarrierRing, stage: number, phase: number): void {
    const phases = this.#waited.get(ring) ?? [];
    phases[stage] = phase;
    this.#waited.set(ring, phases);
  }

  arrived(barrier: number): void {
    this.#ahead.get(barrier)?.shift();
  }

  /** Slots that the role reads or writes itself, of those that it has waited for or fills. */
  touched(stretches: readonly Stretch[], does: 'read' | 'write'): SlotUse {
    // A write to memory that the engine's stores also read belongs to those stores.
    const isMeant = (slot: Slot) => does === 'read' || !slot.ring.barriers?.isFilled || this.#isAlone(slot);
    const slots = this.#at(this.#ofRings(stretches, does))
      .filter(isMeant)
      .map(slot => ({ ...slot, index: this.#index(slot, does) }));
    const known = slots.filter(({ index }) => index >= 0);
    return this.#use(does === 'write' ? known : known.filter(slot => !isUnder(slot, known)));
  }

  /**
   * Without the bytes that the role writes after it gave a stage back for the last time, and reads again: its ring is at
   * an end there, and its memory serves for something else.
   */
  #ofRings(stretches: readonly Stretch[], does: 'read' | 'write'): readonly Stretch[] {
    if (does === 'read') return stretches.filter(stretch => !overlap([stretch], this.#scratch));
    const ended = this.#at(stretches).filter(slot => this.#isGivenBack(slot));
    const own = stretches.filter(stretch => ended.some(({ ring, stage }) => overlap(ring.slots[stage], [stretch])));
    this.#scratch = united([...this.#scratch, ...own]);
    return stretches.filter(stretch => !own.includes(stretch));
  }

  /** Memory of another ring is that ring's. */
  #isGivenBack(slot: Slot): boolean {
    const { barriers } = slot.ring;
    const empty =
      barriers?.isFilled && this.#isAlone(slot) && [...this.#pairs].find(([, full]) => full === barriers)?.[0];
    return !!empty && this.#ahead.get(barrierAt(empty, slot.stage))?.length === 0;
  }

  #isAlone({ ring, stage }: Slot): boolean {
    return ring.overlays?.length === 0 && !overlap(ring.slots[stage], this.#stored);
  }

  /** Use of the slots in which copies or stores of the open group are. */
  ofGroup(stretches: readonly Stretch[], holds: SlotRing['holds']): SlotUse {
    const slots = this.#at(stretches).filter(({ ring }) => ring.barriers === null && ring.holds === holds);
    for (const slot of slots) if (!this.#open.some(open => isSame(open, slot))) this.#open.push(slot);
    return this.#use(slots.map(slot => ({ ...slot, index: this.#groupsOf(slot) * slot.ring.stages + slot.stage })));
  }

  closeGroup(holds: SlotRing['holds']): void {
    for (const { ring, stage } of this.#open) {
      if (ring.holds !== holds) continue;
      const groups = this.#groups.get(ring) ?? [];
      groups[stage] = (groups[stage] ?? 0) + 1;
      this.#groups.set(ring, groups);
    }
    this.#open = this.#open.filter(({ ring }) => ring.holds !== holds);
  }

  #at(stretches: readonly Stretch[]): Slot[] {
    if (stretches.length === 0) return [];
    return this.#rings.flatMap(ring =>
      ring.slots.flatMap((slot, stage) => (overlap(slot, stretches) ? [{ ring, stage }] : [])),
    );
  }

  #groupsOf({ ring, stage }: Slot): number {
    return this.#groups.get(ring)?.[stage] ?? 0;
  }

  /** Below 0: the step is not known. A later store is written for the next group. */
  #index(slot: Slot, does: 'read' | 'write'): number {
    const { ring, stage } = slot;
    if (ring.barriers === null) {
      const isAhead = ring.holds === 'stores' && does === 'write';
      return (this.#groupsOf(slot) - (isAhead ? 0 : 1)) * ring.stages + stage;
    }
    const phase = this.#phaseOf(ring.barriers, stage, does);
    return phase < 0 ? -1 : this.#ringPlaces.index(ring.barriers, stage, phase);
  }

  /**
   * Phase of a use: a read belongs to the phase that was waited for last; a write of threads belongs to their next
   * arrival.
   */
  #phaseOf(ring: MbarrierRing, stage: number, does: 'read' | 'write'): number {
    const waited = this.#waited.get(ring)?.[stage] ?? -1;
    if (does === 'read') return this.#toldByOthers(ring, stage, waited) ?? waited;
    return ring.isFilled ? waited : (this.#ahead.get(barrierAt(ring, stage))?.[0] ?? -1);
  }

  /** The phase that the role releases next, where it never waits for it itself: another has, and gave it its turn. */
  #toldByOthers(ring: MbarrierRing, stage: number, waited: number): number | null {
    const empty = [...this.#pairs].find(([, full]) => full === ring)?.[0];
    const next = empty && this.#ahead.get(barrierAt(empty, stage))?.[0];
    if (next === undefined || next <= waited) return null;
    return this.#waits.has(`${barrierAt(ring, stage)} ${next}`) ? null : next;
  }

  /** Slots of one ring that are in use at the same time need separate places. */
  #use(slots: readonly (Slot & { readonly index: number })[]): SlotUse {
    const [moves, refs]: [Step[], SlotRef[]] = [[], []];
    const used = new Map<SlotRing, number>();
    for (const { ring, index } of slots) {
      const before = used.get(ring) ?? 0;
      used.set(ring, before + 1);
      const place = ring.barriers ? this.#ringPlaces.place(ring.barriers) : ({ ...ring, parity: 0 } as const);
      const at = before === 0 ? place.name : `${place.name} + ${before}`;
      moves.push(...this.#places.moveTo({ name: at, stages: ring.stages, parity: place.parity }, index));
      refs.push({ buffer: ring.name, at });
    }
    return { moves, refs };
  }
}

function arrivalsOf({ events }: ReplayRole): ReadonlyMap<number, number[]> {
  const phases = new Map<number, number[]>();
  for (const { action } of events) {
    if (action.kind !== 'arrive') continue;
    const own = phases.get(action.barrier);
    if (own === undefined) phases.set(action.barrier, [action.phase]);
    else own.push(action.phase);
  }
  return phases;
}

/** Data stored from here has left: the role has waited for what was copied over it. */
const isUnder = ({ ring, stage }: Slot, others: readonly Slot[]): boolean =>
  ring.barriers === null &&
  others.some(other => other.ring.barriers !== null && overlap(ring.slots[stage], other.ring.slots[other.stage]));

const waitsOf = ({ events }: ReplayRole): ReadonlySet<string> =>
  new Set(events.flatMap(({ action }) => (action.kind === 'wait' ? `${action.barrier} ${action.phase}` : [])));

const barrierAt = ({ firstByte, strideBytes }: MbarrierRing, stage: number): number => firstByte + stage * strideBytes;

const isSame = (a: Slot, b: Slot): boolean => a.ring === b.ring && a.stage === b.stage;

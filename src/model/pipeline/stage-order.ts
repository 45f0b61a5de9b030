/**
 * Checks that barriers, and not luck, order each use of a slot after the one before it. It uses vector clocks: each
 * role counts its releases from 1, and each slot counts, for each role, that role's writes which have landed. So an
 * overrun is found whatever the latencies are, even if the timing of this run hides it.
 */
import type { BufferRing } from '../../trace/scenario.ts';

/** The slot is read by wgmma or the copy engine until the role has waited for it. */
const STILL_READ = 2 ** 31 - 1;
/** The slot was overwritten through another buffer that lies in the same memory. */
const FOREIGN = -2;
const NOTHING = -1;

/** One piece of shared memory of a ring, with the roles that use it. */
class Slot {
  /** Index of the step whose bytes it holds, or is being filled with. */
  holds = NOTHING;
  /**
   * For each role: reads that are not over; the first release after its last read, 0 before the first read; writes that
   * have begun.
   */
  readonly openReads: Int32Array;
  readonly readUntil: Int32Array;
  readonly writes: Int32Array;
  overlaid: Slot[] = [];
  readonly name: string;
  readonly firstEntry: number;

  constructor(name: string, firstEntry: number, roles: number) {
    this.name = name;
    this.firstEntry = firstEntry;
    this.openReads = new Int32Array(roles);
    this.readUntil = new Int32Array(roles);
    this.writes = new Int32Array(roles);
  }
}

/**
 * Knowledge of a role: for each role its last known release, 0 if none; then for each slot and role the last known
 * landing.
 */
export type StageKnowledge = Int32Array;

/** A write in flight. Whoever learns that it has landed adds it to its knowledge. */
export interface CopyLanding {
  readonly entry: number;
  readonly count: number;
}

export interface Misuse {
  /** overrun: a slot is written that may still be read or filled, or holds a later step; underrun: read before it is full. */
  readonly kind: 'overrun' | 'underrun';
  readonly message: string;
}

export class StageOrder {
  readonly #roles: readonly string[];
  readonly #known: readonly StageKnowledge[];
  readonly #slots = new Map<string, readonly Slot[]>();

  constructor(roles: readonly string[], buffers: readonly BufferRing[]) {
    this.#roles = roles;
    let entry = roles.length;
    for (const { name, stages } of buffers) {
      const slots = Array.from({ length: stages }, (_, stage) => {
        const slot = new Slot(`${name}[${stage}]`, entry, roles.length);
        entry += roles.length;
        return slot;
      });
      this.#slots.set(name, slots);
    }
    for (const { name, overlays = [] } of buffers) for (const other of overlays) this.#overlay(name, other);
    this.#known = roles.map((_, role) => new Int32Array(entry).fill(1, role, role + 1));
  }

  #overlay(a: string, b: string): void {
    for (const one of this.#slots.get(a)!)
      for (const other of this.#slots.get(b)!) {
        one.overlaid.push(other);
        other.overlaid.push(one);
      }
  }

  /** The knowledge that a role passes on with an arrival. What it does later is not part of it. */
  release(role: number): StageKnowledge {
    const known = this.#known[role];
    const passedOn = known.slice();
    known[role]++;
    return passedOn;
  }

  acquire(role: number, knowledge: StageKnowledge): void {
    join(this.#known[role], knowledge);
  }

  newKnowledge(): StageKnowledge {
    return new Int32Array(this.#known[0].length);
  }

  beginRead(role: number, buffer: string, stage: number, index: number): Misuse | null {
    const slot = this.#slots.get(buffer)![stage];
    slot.openReads[role]++;
    slot.readUntil[role] = STILL_READ;
    const reads = `${this.#roles[role]} reads ${slot.name} for step ${index}`;
    if (slot.holds > index) return { kind: 'overrun', message: `${reads}, which step ${slot.holds} has overwritten` };
    if (slot.holds === FOREIGN) return { kind: 'overrun', message: `${reads}, which another buffer has overwritten` };
    if (slot.holds !== index)
      return {
        kind: 'underrun',
        message: `${reads}, which holds ${slot.holds < 0 ? 'nothing' : `step ${slot.holds}`}`,
      };
    if (this.#knowsWrites(role, slot)) return null;
    return { kind: 'underrun', message: `${reads} without having waited for its bytes` };
  }

  endRead(role: number, buffer: string, stage: number): void {
    const slot = this.#slots.get(buffer)![stage];
    if (--slot.openReads[role] === 0) slot.readUntil[role] = this.#known[role][role];
  }

  /** Several roles may fill a slot for the same step together. */
  beginWrite(
    role: number,
    buffer: string,
    stage: number,
    index: number,
  ): { landing: CopyLanding; misuse: Misuse | null } {
    const slot = this.#slots.get(buffer)![stage];
    const misuse = this.#misuseOfWrite(role, slot, index);
    slot.holds = index;
    for (const other of slot.overlaid) other.holds = FOREIGN;
    return { landing: { entry: slot.firstEntry + role, count: ++slot.writes[role] }, misuse };
  }

  landed(role: number, landing: CopyLanding): void {
    learn(this.#known[role], landing);
  }

  #misuseOfWrite(role: number, slot: Slot, index: number): Misuse | null {
    const known = this.#known[role];
    const writes = `${this.#roles[role]} writes ${slot.name} for step ${index}`;
    for (const touched of [slot, ...slot.overlaid]) {
      const reader = touched.readUntil.findIndex((until, other) => until > known[other]);
      if (reader >= 0)
        return { kind: 'overrun', message: `${writes} while ${this.#roles[reader]} may still read ${touched.name}` };
      const isSameFill = touched === slot && slot.holds === index;
      if (!isSameFill && !this.#knowsWrites(role, touched))
        return { kind: 'overrun', message: `${writes} while ${touched.name} may still be filled` };
    }
    return null;
  }

  #knowsWrites(role: number, slot: Slot): boolean {
    const known = this.#known[role];
    return slot.writes.every((count, writer) => known[slot.firstEntry + writer] >= count);
  }
}

export function join(into: StageKnowledge, from: StageKnowledge): void {
  for (let i = 0; i < into.length; i++) if (from[i] > into[i]) into[i] = from[i];
}

export function learn(into: StageKnowledge, { entry, count }: CopyLanding): void {
  into[entry] = Math.max(into[entry], count);
}

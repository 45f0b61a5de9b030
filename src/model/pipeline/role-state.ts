/** The state of a role during the simulation. */
import type { Role, SlotRef } from '../../trace/scenario.ts';
import { type PlainStep, RingPlace, unrolled } from './steps.ts';

/** Copies, products or stores that continue while the role goes on. */
export interface PendingGroup {
  /** Infinity as long as it is not known. */
  end: number;
  /** The span that ends last. */
  readonly span: number;
  /** Tells the role, after its wait, what it then knows. */
  readonly retire: () => void;
}

export interface Waiting {
  readonly since: number;
  readonly barrier: string;
  readonly stage?: number;
  /** The parity that the role waits for; null if there are no phases. */
  readonly parity: 0 | 1 | null;
  /** How many registers the role waits for, if it waits for registers. */
  readonly registers?: number;
  /** What is missing, in words. */
  readonly missing: () => string;
  /** Whether remaining steps of a role could still bring it. */
  readonly canCome: () => boolean;
}

export interface SlotPlace {
  readonly buffer: string;
  readonly stage: number;
  readonly index: number;
}

export class RoleState {
  readonly number: number;
  readonly spec: Role;
  readonly steps: Iterator<PlainStep, undefined>;
  /** The span whose end gave the role its present time. */
  cause = -1;
  waiting: Waiting | null = null;
  /** Waits for groups whose end is not known; called when one of its own has ended. */
  groupEnded: (() => void) | null = null;
  registers: number;
  readonly products: PendingGroup[] = [];
  readonly copies: PendingGroup[] = [];
  readonly stores: PendingGroup[] = [];
  /** Asynchronous copies that belong to no group yet. */
  readonly uncommitted: PendingGroup[] = [];
  readonly #places: ReadonlyMap<string, RingPlace>;

  constructor(spec: Role, number: number) {
    this.spec = spec;
    this.number = number;
    this.steps = unrolled(spec.steps);
    this.registers = spec.registers ?? 0;
    this.#places = new Map(spec.places.map(place => [place.name, new RingPlace(place)]));
  }

  get name(): string {
    return this.spec.name;
  }

  place(name: string): RingPlace {
    return this.#places.get(name)!;
  }

  slot({ buffer, at }: SlotRef): SlotPlace {
    const { stage, index } = this.place(at);
    return { buffer, stage, index };
  }
}

/**
 * Describes what a role of a scenario does, step by step. Two scenarios of one kernel agree if these texts are equal.
 */
import { type PlainStep, RingPlace, type StepOf, unrolled } from '../../model/pipeline/steps.ts';
import type { BarrierRing, Role, SlotRef } from '../../trace/scenario.ts';

/** `amount`: bytes, FLOP, or the share of a phase; 0 of what has none. */
export interface StoryEvent {
  readonly what: string;
  readonly amount: number;
}

export const roleStory = (role: Role, barriers: readonly BarrierRing[]): string[] =>
  roleEvents(role, barriers).map(({ what, amount }) => (amount > 0 ? `${what}: ${amount}` : what));

/** Equal neighbours are added up: a stage may arrive in one copy or in several. */
type Part = { -readonly [Name in keyof StoryEvent]: StoryEvent[Name] };

/**
 * Events of a role, without instructions, registers, and waits for the CTA or the cluster before anything else.
 * Arrivals are given as shares of a phase, so that a CTA of a cluster compares with a CTA alone.
 */
export function roleEvents(role: Role, barriers: readonly BarrierRing[]): readonly StoryEvent[] {
  const standing = new Standing(role, barriers);
  const parts: Part[] = [];
  for (const step of unrolled(role.steps)) {
    const part = partOf(step, standing);
    if (part === null) continue;
    const last = parts.at(-1);
    if (last?.what === part.what && part.amount > 0) last.amount += part.amount;
    else parts.push(part);
  }
  const start = parts.findIndex(({ what }) => !/^(bar \d+ sync|\w+ cluster)/.test(what));
  return start < 0 ? [] : parts.slice(start);
}

class Standing {
  readonly #places: ReadonlyMap<string, RingPlace>;
  readonly #counts: ReadonlyMap<string, number>;

  constructor({ places }: Role, barriers: readonly BarrierRing[]) {
    this.#places = new Map(places.map(place => [place.name, new RingPlace(place)]));
    this.#counts = new Map(barriers.map(({ name, count }) => [name, count]));
  }

  place(at: string): RingPlace {
    return this.#places.get(at)!;
  }

  /** 'full[2]'. */
  barrier({ barrier, at }: { readonly barrier: string; readonly at: string }): string {
    return `${barrier}[${this.place(at).stage}]`;
  }

  slot({ buffer, at }: SlotRef): string {
    return `${buffer}[${this.place(at).stage}]`;
  }

  share(barrier: string, arrivals: number): number {
    return arrivals / this.#counts.get(barrier)!;
  }
}

type Name = PlainStep['do'];
type Teller<N extends Name> = (standing: Standing, step: StepOf<N>) => Part | null;

const event = (what: string, amount = 0): Part => ({ what, amount });

const TELLERS: { readonly [N in Name]: Teller<N> } = {
  wait: (standing, step) => event(`wait ${standing.barrier(step)} parity ${standing.place(step.at).parity}`),
  arrive: (standing, step) => event(`arrive ${standing.barrier(step)}`, standing.share(step.barrier, step.count ?? 1)),
  expect: (standing, step) => event(`expect ${standing.barrier(step)}`, step.bytes),
  copy: (standing, step) => event(`copy ${standing.slot(step)} for ${step.barrier}`, step.bytes),
  copyAsync: (standing, step) => event(`copy ${standing.slot(step)}`, step.bytes),
  commit: () => event('commit'),
  waitCopies: (_, { pending }) => event(`waitCopies ${pending}`),
  mma: (standing, { reads, flop }) =>
    event(
      `mma ${reads
        .map(ref => standing.slot(ref))
        .sort()
        .join(' ')}`,
      flop,
    ),
  waitProducts: (_, { pending }) => event(`waitProducts ${pending}`),
  exp: (_, { count }) => event('exp', count),
  alu: () => null,
  store: (standing, { from, bytes }) => event(from ? `store ${standing.slot(from)}` : 'store', bytes),
  waitStores: (_, { pending }) => event(`waitStores ${pending}`),
  barSync: (_, { id, threads }) => event(`bar ${id} sync ${threads}`),
  barArrive: (_, { id, threads }) => event(`bar ${id} arrive ${threads}`),
  setRegisters: () => null,
  next(standing, { at, by = 1 }) {
    standing.place(at).index += by;
    return null;
  },
};

function partOf(step: PlainStep, standing: Standing): Part | null {
  const tell = TELLERS[step.do] as (standing: Standing, step: PlainStep) => Part | null;
  return tell(standing, step);
}

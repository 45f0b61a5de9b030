/** A role's steps one after the other, and where it stands in its rings. */
import type { BarrierWaitPlace, Role, Step } from '../../trace/scenario.ts';

export type PlainStep = Exclude<Step, { do: 'loop' }>;
export type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>;

/** Loops unrolled, as they are asked for. */
export function* unrolled(steps: readonly Step[]): Generator<PlainStep, undefined> {
  for (const step of steps) {
    if (step.do !== 'loop') yield step;
    else for (let i = 0; i < step.times; i++) yield* unrolled(step.steps);
  }
}

/** Each step once, however often a loop takes it. */
export const plainSteps = (steps: readonly Step[]): PlainStep[] =>
  steps.flatMap(step => (step.do === 'loop' ? plainSteps(step.steps) : [step]));

export const threadsOf = (role: Pick<Role, 'warps'>): number => 32 * role.warps;

export class RingPlace {
  /** Counts through all rounds. */
  index = 0;
  readonly #place: BarrierWaitPlace;

  constructor(place: BarrierWaitPlace) {
    this.#place = place;
  }

  get stage(): number {
    return this.index % this.#place.stages;
  }

  get parity(): 0 | 1 {
    const rounds = Math.floor(this.index / this.#place.stages);
    return (rounds % 2 === 0 ? this.#place.parity : 1 - this.#place.parity) as 0 | 1;
  }
}

/** Gives a role's steps one after another, and its places in its rings. */
import type { BarrierWaitPlace, Role, Step } from '../../trace/scenario.ts';

export type PlainStep = Exclude<Step, { do: 'loop' }>;
export type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>;

/** The steps with loops unrolled, one at a time as the caller asks for them. */
export function* unrolled(steps: readonly Step[]): Generator<PlainStep, undefined> {
  for (const step of steps) {
    if (step.do !== 'loop') yield step;
    else for (let i = 0; i < step.times; i++) yield* unrolled(step.steps);
  }
}

/** Each step once, even if a loop repeats it. */
export const plainSteps = (steps: readonly Step[]): PlainStep[] =>
  steps.flatMap(step => (step.do === 'loop' ? plainSteps(step.steps) : [step]));

export const threadsOf = (role: Pick<Role, 'warps'>): number => 32 * role.warps;

export class RingPlace {
  /** Counts through all rounds of the ring. */
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

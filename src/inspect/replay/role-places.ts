/** The place of a role in each ring while its steps are written. */
import type { BarrierWaitPlace, Step } from '../../trace/scenario.ts';

interface Standing extends BarrierWaitPlace {
  index: number;
}

export class RolePlaces {
  readonly #standings = new Map<string, Standing>();

  get places(): BarrierWaitPlace[] {
    return [...this.#standings.values()].map(({ name, stages, parity }) => ({ name, stages, parity }));
  }

  /** The steps to there; `place` is made when it is first needed. */
  moveTo(place: BarrierWaitPlace, index: number): Step[] {
    const { name } = place;
    const standing = this.#standings.get(name) ?? { ...place, index: 0 };
    this.#standings.set(name, standing);
    const by = index - standing.index;
    standing.index = index;
    if (by === 0) return [];
    return [by === 1 ? { do: 'next', at: name } : { do: 'next', at: name, by }];
  }
}

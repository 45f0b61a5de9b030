/** The effects that rows name, with their loops over the lanes of a warp. A page loads those of the core first. */
import { assert } from '../../base/assert.ts';
import type { Lanes, Slots } from '../machine/operation.ts';
import { CORE_HANDLERS } from './core-handlers.generated.ts';
import type { Effect } from './effect.ts';
import { CORE } from './effects/core.ts';

/** Returns the bits of a predicate; the other results are stored. */
export type Loop = (lanes: Lanes, slots: Slots, mask: number) => number;

export interface EffectSet {
  /** Undefined where there is none of that name. */
  named(name: string): Effect | undefined;
  loopOf(effect: Effect): Loop;
}

type CoreName = keyof typeof CORE;

const CORE_LOOPS = new Map<Effect, Loop>(
  (Object.keys(CORE) as CoreName[]).map(name => [CORE[name], CORE_HANDLERS[name]]),
);

/** Effects for modules in which every instruction is in a form of the core (`launch/loaded-module.ts`). */
export const CORE_EFFECTS: EffectSet = {
  named: name => CORE[name as CoreName],
  loopOf: effect => {
    const loop = CORE_LOOPS.get(effect);
    assert(loop !== undefined, 'a form of the core has an effect of the core');
    return loop;
  },
};

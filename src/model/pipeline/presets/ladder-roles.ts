/** Roles and turns of the attention ladder's versions with a producer. */
import { WARPGROUP_WARPS } from '../../../base/hardware.ts';
import type { BarrierName, Role, Step } from '../../../trace/scenario.ts';
import {
  groupNumbers,
  type Ladder,
  outputBytes,
  partBytes,
  readPlaces,
  registersOf,
  turnThreads,
} from './ladder-shape.ts';
import { barArrive, barSync, loop, next } from './step-words.ts';

/** Each waits at a barrier of its own number. */
export const takeTurn = ({ isPingPong }: Ladder, group: number): readonly Step[] =>
  isPingPong ? [barSync(group, turnThreads)] : [];
export const passTurn = ({ isPingPong, groups }: Ladder, group: number): readonly Step[] =>
  isPingPong ? [barArrive((group % groups) + 1, turnThreads)] : [];

export const consumer = (
  shape: Ladder,
  group: number,
  steps: readonly Step[],
  more: Role['places'] = [],
  queryStages = 1,
): Role => {
  const [atLaunch, , many] = registersOf(shape);
  return {
    name: `consumer ${group}`,
    warps: WARPGROUP_WARPS,
    registers: atLaunch,
    places: [...readPlaces(queryStages), ...more],
    steps: [{ do: 'setRegisters', count: many }, ...steps],
  };
};

export const turnNames = (shape: Ladder): { readonly namedBarriers?: readonly BarrierName[] } =>
  shape.isPingPong ? { namedBarriers: groupNumbers(shape).map(id => ({ id, name: `turn of consumer ${id}` })) } : {};

/** Shared memory to global memory, once what left before has been read. */
export const sendParts = (shape: Ladder, group: number): readonly Step[] =>
  loop(outputBytes(shape) / partBytes(shape), [
    { do: 'waitStores', pending: 0 },
    { do: 'alu', instructions: partBytes(shape) / 512, writes: [{ buffer: `out ${group}`, at: 'out' }] },
    { do: 'store', bytes: partBytes(shape), from: { buffer: `out ${group}`, at: 'out' } },
    next('out'),
  ]);

/** Short names for common groups of steps. */
import type { SlotRef, Step } from '../../../trace/scenario.ts';

export const wait = (barrier: string, at: string): Step => ({ do: 'wait', barrier, at });
export const arrive = (barrier: string, at: string, count = 1): Step => ({ do: 'arrive', barrier, at, count });
export const next = (at: string, by = 1): Step => ({ do: 'next', at, by });
export const mma = (flop: number, ...reads: readonly SlotRef[]): Extract<Step, { do: 'mma' }> => ({
  do: 'mma',
  flop,
  reads,
});
export const waitProducts = (pending: number): Step => ({ do: 'waitProducts', pending });
export const barSync = (id: number, threads: number): Step => ({ do: 'barSync', id, threads });
export const barArrive = (id: number, threads: number): Step => ({ do: 'barArrive', id, threads });
export const alu = (instructions: number): Step => ({ do: 'alu', instructions });
export const slot = (buffer: string, at: string): SlotRef => ({ buffer, at });

/** Empty if `times` is 0. */
export const loop = (times: number, steps: readonly Step[]): readonly Step[] =>
  times < 1 ? [] : [{ do: 'loop', times, steps }];

/** Announces a copy and starts it. */
export const fill = (buffer: string, barrier: string, at: string, bytes: number): readonly Step[] => [
  { do: 'expect', barrier, at, bytes },
  { do: 'copy', buffer, barrier, at, bytes },
];

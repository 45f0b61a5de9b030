/** What a run doubts, and what holds of it where nobody asks. */
import { DEVICE_ARENA_BASE } from '../../trace/device-addresses.ts';
import type { Fault } from '../../trace/fault.ts';
import { spaceOf } from '../machine/fault-sites.ts';

/** Subject of a doubt: an answer about one subject says nothing about the others. */
export type Doubtful =
  | 'inMemory'
  | 'inStacks'
  | 'inDevice'
  | 'inRegisters'
  | 'underCopies'
  | 'race'
  | 'sharedRace'
  | 'rounding';

export function doubtful(doubt: Fault): Doubtful {
  if (doubt.kind === 'race' && 'seen' in doubt) return 'rounding';
  if (doubt.kind === 'race') return spaceOf(doubt) === 'shared' ? 'sharedRace' : 'race';
  if (doubt.kind === 'missingWait') return 'underCopies';
  if (doubt.kind === 'uninitialisedRead' && doubt.ofStack) return 'inStacks';
  if (doubt.kind === 'uninitialisedRead' && doubt.address >= DEVICE_ARENA_BASE) return 'inDevice';
  return doubt.kind === 'uninitialisedRead' || doubt.kind === 'outOfBounds' ? 'inMemory' : 'inRegisters';
}

/** Memory counts and registers do not: compilers leave registers undefined on purpose, memory seldom. */
export const unasked = (doubt: Fault): Fault[] => (doubtful(doubt) === 'inRegisters' ? [] : [asFault(doubt)]);

/** A race that may be rounding has words for that, which a fault lacks. */
export function asFault(doubt: Fault & { readonly seen?: string }): Fault {
  if (doubt.kind !== 'race') return doubt;
  const { seen: _, ...race } = doubt;
  return race;
}

/**
 * Races of a plain load with atomics, where a compare-and-swap of the same word follows the load, or a branch past it: what takes a
 * minimum begins so, and leaves where there is nothing to do. The load brings a word from one side of the write or from the other.
 */

import type { Fault, FaultPlace } from '../../trace/fault.ts';
import { swappedLoads } from '../checks/confirmed-loads.ts';
import type { Race } from '../checks/visit-counts.ts';
import { mistakeOf } from '../machine/fault-sites.ts';
import type { Grid } from '../machine/grid.ts';
import type { Decision } from './repeated-runs.ts';

/** Names of the races of which no finding is of another sort. */
export function swappedRaces(races: readonly Race[], { program }: Grid): string[] {
  const lines = new Set([...swappedLoads(program)].map(pc => program.operations[pc].source.ptxLine));
  if (lines.size === 0) return [];
  const isLoad = ({ ptxLine }: FaultPlace): boolean => lines.has(ptxLine);
  const isSwapped = ({ place, other }: Race): boolean =>
    (isLoad(place) && isAtomic(other.place)) || (isLoad(other.place) && isAtomic(place));
  const others = new Set(races.filter(race => !isSwapped(race)).map(mistakeOf));
  return [...new Set(races.map(mistakeOf))].filter(race => !others.has(race));
}

/**
 * What is decided about races, but for those of loads with compare-and-swaps in a debug build, where the way of the word to the swap
 * leads over the stack and through calls: with no output that depends on the load, the swap has confirmed it.
 */
export function confirmedBySwaps({ program }: Grid, decide: (doubt: Fault) => Decision): (doubt: Fault) => Decision {
  if (!program.isDebug) return decide;
  const isSwap = ({ instruction }: FaultPlace): boolean => /^(@!?%\S+ )?atom\..*\bcas\b/.test(instruction);
  return doubt => {
    const decision = decide(doubt);
    const isOfSwap = doubt.kind === 'race' && (isSwap(doubt.place) || isSwap(doubt.other.place));
    return isOfSwap && HARMLESS.has(decision) ? 'silent' : decision;
  };
}

const HARMLESS: ReadonlySet<Decision> = new Set(['unused', 'ahead', 'branched']);

const isAtomic = ({ instruction }: FaultPlace): boolean => /^(@!?%\S+ )?(atom|red)\./.test(instruction);

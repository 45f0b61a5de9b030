/**
 * Races of a plain load with atomics, where a compare-and-swap of the same word follows the load, or a branch past it: what takes a
 * minimum begins so, and leaves where there is nothing to do. The load brings a word from one side of the write or from the other.
 */

import type { FaultPlace } from '../../trace/fault.ts';
import { swappedLoads } from '../checks/confirmed-loads.ts';
import type { Race } from '../checks/visit-counts.ts';
import { mistakeOf } from '../machine/fault-sites.ts';
import type { Grid } from '../machine/grid.ts';

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

const isAtomic = ({ instruction }: FaultPlace): boolean => /^(@!?%\S+ )?(atom|red)\./.test(instruction);

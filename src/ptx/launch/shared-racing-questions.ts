/** Loads of shared memory that race with stores: whether anything depends on what they bring, for all races together and for each. */
import { SharedRacingLoads } from '../checks/shared-racing-loads.ts';
import { mistakeOf } from '../machine/fault-sites.ts';
import type { Grid } from '../machine/grid.ts';
import { type AskedRun, consequence, OTHER_WORDS, type Questions, type RunAgain, racesAbout } from './repeated-runs.ts';

/** More races than these are judged together. */
const MOST_ALONE = 8;

export function* sharedRacingQuestions(first: Grid, again: RunAgain): Questions {
  const races = racesAbout(first, 'sharedRace');
  const sharedLoads = new SharedRacingLoads(races, first);
  const trialsOf = (race: string | null): AskedRun[] =>
    OTHER_WORDS.map(word => ({
      start: () => again({ change: program => sharedLoads.bringing(program, word, race) }),
      judge: grid => consequence(first, grid),
    }));
  yield [
    {
      start: () => again({ racing: { sharedLoads }, change: program => sharedLoads.counting(program) }),
      judge: () => 'nothing',
    },
  ];
  if (!sharedLoads.isWhole) return () => 'fault';
  if ((yield trialsOf(null)) === 'nothing') return () => 'ahead';
  const harmless = new Set<string>();
  const keys = [...new Set(races.map(mistakeOf))];
  if (keys.length > 1 && keys.length <= MOST_ALONE)
    for (const race of keys) if ((yield trialsOf(race)) === 'nothing') harmless.add(race);
  return doubt => (harmless.has(mistakeOf(doubt)) ? 'ahead' : 'fault');
}

/** Loads of shared memory that race with stores: whether anything depends on what they bring, for all races together and for each. */
import { SharedRacingLoads } from '../checks/shared-racing-loads.ts';
import { mistakeOf } from '../machine/fault-sites.ts';
import type { Grid } from '../machine/grid.ts';
import {
  type AskedRun,
  branchedAs,
  consequence,
  type Decision,
  OTHER_WORDS,
  type Questions,
  type RunAgain,
  racesAbout,
  unusedAs,
} from './repeated-runs.ts';
import { confirmedBySwaps, swappedRaces } from './swapped-races.ts';

/** More races than these are judged together. */
const MOST_ALONE = 8;

export function* sharedRacingQuestions(first: Grid, again: RunAgain): Questions {
  const races = racesAbout(first, 'sharedRace');
  const sharedLoads = new SharedRacingLoads(races, first);
  const trialsOf = (race: string | null): AskedRun[] =>
    [null, ...OTHER_WORDS].map(word => ({
      start: () => again({ change: program => sharedLoads.bringing(program, word, race) }),
      judge: grid => consequence(first, grid),
    }));
  yield [
    {
      start: () => again({ racing: { sharedLoads }, change: program => sharedLoads.counting(program) }),
      judge: () => 'nothing',
    },
  ];
  if (!sharedLoads.hasAny && !sharedLoads.isFull) return () => 'fault';
  const unusedOf = (race: string): Decision =>
    unusedAs(sharedLoads.isLoadedByWriters(race) ? 'silent' : 'ahead', race, sharedLoads);
  const ofAll = yield trialsOf(null);
  if (ofAll === 'nothing') return confirmedBySwaps(first, doubt => unusedOf(mistakeOf(doubt)));
  const decisions = new Map<string, Decision>();
  const keys = [...new Set(races.map(mistakeOf))];
  for (const race of keys) if (unusedOf(race) === 'unknown') decisions.set(race, 'unknown');
  for (const race of swappedRaces(races, first)) {
    if (decisions.has(race) || !sharedLoads.has(race)) continue;
    if ((yield trialsOf(race).slice(0, 1)) !== 'result') decisions.set(race, 'swapped');
  }
  const unjudged = keys.filter(race => !decisions.has(race));
  const isAlone = keys.length > 1 && unjudged.length <= MOST_ALONE;
  for (const race of unjudged) {
    const depends = isAlone ? yield trialsOf(race) : ofAll;
    if (depends === 'nothing') decisions.set(race, unusedOf(race));
    else if (depends === 'path') decisions.set(race, branchedAs(race, sharedLoads));
  }
  return confirmedBySwaps(first, doubt => decisions.get(mistakeOf(doubt)) ?? 'fault');
}

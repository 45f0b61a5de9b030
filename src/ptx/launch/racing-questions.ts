/**
 * Plain loads that race with writes: whether anything depends on what they bring, for all races together and, where something does,
 * for each by itself; and whether a flag without release and acquire orders the load before the write.
 */
import { hasFlags } from '../checks/global-record.ts';
import { RacingLoads } from '../checks/racing-loads.ts';
import { mistakeOf, raceBetween } from '../machine/fault-sites.ts';
import { placeOf } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import type { Operation } from '../machine/operation.ts';
import {
  type AskedRun,
  branchedAs,
  type Consequence,
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
const MOST_ALONE = 16;

export function* racingQuestions(first: Grid, again: RunAgain): Questions {
  const races = new Set(racesAbout(first, 'race').map(mistakeOf));
  const loads = new RacingLoads(racesAbout(first, 'race'), first.program, first.files);
  const found = yield [finding(loads, again)];
  if (found !== 'nothing' || (!loads.hasAny && !loads.isFull)) return () => 'fault';
  const unusedOf = (race: string): Decision => unusedAs('unused', race, loads);
  const ofAll = yield trialsOf(first, loads, again, null);
  if (ofAll === 'nothing') return confirmedBySwaps(first, doubt => unusedOf(mistakeOf(doubt)));
  const decisions = new Map<string, Decision>();
  for (const race of races) if (unusedOf(race) === 'unknown') decisions.set(race, 'unknown');
  const readFirst = [...races].filter(race => loads.loadsBefore(race).size > 0);
  if (readFirst.length > 0 && hasFlags(first.program)) {
    const remaining = new Set<string>();
    yield [
      withLateLoads(new Set(readFirst.flatMap(race => [...loads.loadsBefore(race)])), again, remaining, first.files),
    ];
    for (const race of readFirst) if (!remaining.has(race)) decisions.set(race, 'relaxed');
  }
  for (const race of swappedRaces(racesAbout(first, 'race'), first)) {
    if (decisions.has(race) || !loads.has(race)) continue;
    if ((yield trialsOf(first, loads, again, race).slice(0, 1)) !== 'result') decisions.set(race, 'swapped');
  }
  const unjudged = [...races].filter(race => !decisions.has(race));
  const isAlone = races.size > 1 && unjudged.length <= MOST_ALONE;
  for (const race of unjudged) {
    const depends = isAlone ? yield trialsOf(first, loads, again, race) : ofAll;
    if (depends === 'nothing') decisions.set(race, unusedOf(race));
    else if (depends === 'path') decisions.set(race, branchedAs(race, loads));
  }
  return confirmedBySwaps(first, doubt => decisions.get(mistakeOf(doubt)) ?? 'fault');
}

/** Finds the racing loads, lane by lane. */
const finding = (racingLoads: RacingLoads, again: RunAgain): AskedRun => ({
  start: () => again({ racing: { racingLoads }, change: program => racingLoads.counting(program) }),
  judge: () => 'nothing',
});

/** Trials that give other words for what the loads of one race, or of all, bring: at first those from the other side of the write. */
const trialsOf = (first: Grid, loads: RacingLoads, again: RunAgain, race: string | null): AskedRun[] =>
  [null, ...OTHER_WORDS].map(word => ({
    start: () => again({ change: program => loads.bringing(program, word, race) }),
    judge: (grid): Consequence => consequence(first, grid),
  }));

/** A run in which the loads count when their values are used, and all flags order; tells which races remain. */
function withLateLoads(
  pcs: ReadonlySet<number>,
  again: RunAgain,
  remaining: Set<string>,
  files: Grid['files'],
): AskedRun {
  const overtaken = (load: Operation, write: Operation): void => {
    remaining.add(raceBetween('device', placeOf(files, load), placeOf(files, write)));
  };
  return {
    start: () => again({ late: { pcs, overtaken } }),
    judge({ log }) {
      for (const fault of [...log.doubts, ...log.faults]) remaining.add(mistakeOf(fault));
      return 'nothing';
    },
  };
}

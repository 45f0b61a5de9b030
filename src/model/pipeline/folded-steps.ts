/** Steps that repeat as loops: a scenario that was read off a kernel's events has every round by itself. */
import type { Scenario, Step } from '../../trace/scenario.ts';

/** Steps of one round, at most: beyond it a search costs more than the file is shorter. */
const LONGEST_ROUND = 96;

/** The same steps in the same order, with what repeats at once as a loop, and loops of loops. */
export function foldedSteps(steps: readonly Step[]): readonly Step[] {
  const folded = foldedOnce(steps);
  return folded.length === steps.length ? folded : foldedSteps(folded);
}

export const foldedScenario = (scenario: Scenario): Scenario => ({
  ...scenario,
  roles: scenario.roles.map(role => ({ ...role, steps: foldedSteps(role.steps) })),
});

function foldedOnce(steps: readonly Step[]): Step[] {
  const numbers = numbered(steps);
  const folded: Step[] = [];
  for (let at = 0; at < steps.length; ) {
    const { round, times } = bestRound(numbers, at);
    if (times < 2) folded.push(steps[at++]);
    else {
      folded.push({ do: 'loop', times, steps: steps.slice(at, at + round) });
      at += round * times;
    }
  }
  return folded;
}

/** Equal steps have equal numbers. */
function numbered(steps: readonly Step[]): number[] {
  const known = new Map<string, number>();
  return steps.map(step => {
    const key = JSON.stringify(step);
    const number = known.get(key) ?? known.size;
    known.set(key, number);
    return number;
  });
}

/** The round from there on that saves most steps; the shortest of several. */
function bestRound(numbers: readonly number[], at: number): { readonly round: number; readonly times: number } {
  let best = { round: 1, times: 1 };
  for (let round = 1; round <= LONGEST_ROUND && at + 2 * round <= numbers.length; round++) {
    const times = timesOf(numbers, at, round);
    // A loop is a step itself.
    if (round * (times - 1) - 1 > best.round * (best.times - 1) - (best.times > 1 ? 1 : 0)) best = { round, times };
  }
  return best;
}

function timesOf(numbers: readonly number[], at: number, round: number): number {
  let end = at + round;
  while (end < numbers.length && numbers[end] === numbers[end - round]) end++;
  return Math.floor((end - at) / round);
}

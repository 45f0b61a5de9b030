/** Sentences for the command and the page that say what runs in other orders of warps and CTAs showed. */
import { err, ok, type Result } from '../base/result.ts';
import type { ScheduleDifference, ScheduleTrials } from '../ptx/launch/schedules.ts';
import type { Launch } from '../trace/launch.ts';
import { elementAt } from '../trace/launch-bytes.ts';

/** The orders that were tried. `differs` is null if all of them gave the same outputs. */
export interface OrdersTried {
  readonly tried: number;
  readonly differs:
    | (Pick<ScheduleDifference, 'schedule' | 'found' | 'takesTurns'> & { readonly message: string })
    | null;
}

/** The error is the fault in which the usual order ended: there is nothing to compare other orders with. */
export function ordersTried(trials: ScheduleTrials, launch: Launch): Result<OrdersTried, string> {
  const { tried, difference, usual, usualFault } = trials;
  if (usualFault !== null) return err(usualFault);
  if (difference === null || usual === null) return ok({ tried, differs: null });
  return ok({
    tried,
    differs: {
      schedule: difference.schedule,
      message: differenceWords(difference, launch, usual),
      found: difference.found,
      takesTurns: difference.takesTurns,
    },
  });
}

function differenceWords({ what }: ScheduleDifference, launch: Launch, usual: ReadonlyMap<string, Uint8Array>): string {
  if (what.kind === 'fault') return what.message;
  const { buffer, index, bytes } = what;
  const { type } = launch.buffers.find(({ name }) => name === buffer)!;
  const [got, first] = [bytes, usual.get(buffer)!].map(of => String(elementAt(of, type, index)));
  return `${buffer}[${index}] is ${got} instead of ${first}`;
}

/** The gravest race of the usual order: a fault is behind the difference, unless atomics are; a hazard may be. */
export type RaceFound = 'fault' | 'hazard' | null;

export const raceFound = (findings: readonly { readonly kind: string; readonly rank: string }[]): RaceFound => {
  const races = findings.filter(({ kind }) => kind === 'race');
  return races.some(({ rank }) => rank === 'fault') ? 'fault' : races.length > 0 ? 'hazard' : null;
};

const TURNS = 'atomics or reductions may take turns in another order, as sums of floats, queues and locks do';

/** One sentence without its full stop. */
export function ordersWords({ tried, differs }: OrdersTried, race: RaceFound): string {
  const orders = `${tried} other order${tried === 1 ? '' : 's'} of warps and CTAs`;
  if (differs === null) return `${orders} left the same outputs`;
  const why = causeWords(differs, race);
  return `outputs depend on the order of warps and CTAs: in order ${differs.schedule}, ${differs.message}; ${why}`;
}

function causeWords({ message, found, takesTurns }: NonNullable<OrdersTried['differs']>, race: RaceFound): string {
  if (race === 'fault' && !takesTurns) return 'the race that is named here is the cause';
  if (race !== null) return `the race that is named here may be the cause, or ${TURNS}`;
  if (found === null) return `no race was found: ${TURNS}`;
  // A fault that ends the order is its message already.
  return found === message
    ? 'other orders do not end so'
    : `the checkers find in that order: ${found.replace(/\.$/, '')}`;
}

/** What runs in other orders of warps and CTAs showed, as sentences for the command and the page. */
import { err, ok, type Result } from '../base/result.ts';
import type { ScheduleDifference, ScheduleTrials } from '../ptx/launch/schedules.ts';
import type { Launch } from '../trace/launch.ts';
import { elementAt } from '../trace/launch-bytes.ts';

/** The orders that were tried. `differs` is null if all of them gave the same outputs. */
export interface OrdersTried {
  readonly tried: number;
  readonly differs: { readonly schedule: number; readonly message: string; readonly found: string | null } | null;
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

/** One sentence without its full stop. `isRacing`: a race was found, which is then behind the difference. */
export function ordersWords({ tried, differs }: OrdersTried, isRacing: boolean): string {
  const orders = `${tried} other order${tried === 1 ? '' : 's'} of warps and CTAs`;
  if (differs === null) return `${orders} left the same outputs`;
  const why = isRacing ? 'the race that is named here is the cause' : causeWords(differs);
  return `outputs depend on the order of warps and CTAs: in order ${differs.schedule}, ${differs.message}; ${why}`;
}

/** A fault that ends the order is its message already. */
function causeWords({ message, found }: NonNullable<OrdersTried['differs']>): string {
  if (found === null)
    return 'no race was found: atomics may take turns in another order, as sums of floats, queues and locks do';
  return found === message
    ? 'other orders do not end so'
    : `the checkers find in that order: ${found.replace(/\.$/, '')}`;
}

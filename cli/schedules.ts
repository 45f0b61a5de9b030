/** `lanescape check --schedules N`: whether outputs depend on the order in which warps and CTAs run. */
import { err, ok, type Result } from '../src/base/result.ts';
import { type OrdersTried, ordersTried, ordersWords, type RaceFound } from '../src/inspect/other-orders.ts';
import { fullyLoaded } from '../src/ptx/index.ts';
import { startSchedules } from '../src/ptx/launch/schedules.ts';
import { interruptible } from './interrupt.ts';
import { type PreparedLaunch, SLICE_WARP_INSTRUCTIONS } from './launch-run.ts';

const MOST_SCHEDULES = 10_000;

export function schedulesOf(text: string | undefined): Result<number, string> {
  if (text === undefined) return ok(0);
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MOST_SCHEDULES
    ? ok(count)
    : err(`--schedules ${text}: expected a count from 1 to ${MOST_SCHEDULES}`);
}

/** Null if there is nothing to compare: a fault stops the run in its usual order. */
export async function trySchedules(
  { module, launch, options: { ctas, sharedBaseBytes }, endsAt }: PreparedLaunch,
  count: number,
): Promise<OrdersTried | null | 'interrupted'> {
  const chosen = { ...(ctas && { ctas }), ...(sharedBaseBytes !== undefined && { sharedBaseBytes }) };
  const started = startSchedules(fullyLoaded(module), launch, chosen, count);
  if (!started.ok) return null;
  const trials = started.value;
  return interruptible(async interrupted => {
    while (!trials.run(SLICE_WARP_INSTRUCTIONS)) {
      if (await interrupted()) return 'interrupted';
      if (performance.now() >= endsAt) break;
    }
    const tried = ordersTried(trials, launch);
    return tried.ok ? tried.value : null;
  });
}

export const schedulesText = (tried: OrdersTried, race: RaceFound): string =>
  `schedules: ${ordersWords(tried, race)}\n`;

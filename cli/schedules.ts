/** `lanescape check --schedules N`: whether outputs depend on the order in which warps and CTAs run. */
import { err, ok, type Result } from '../src/base/result.ts';
import type { EmulationResult } from '../src/ptx/emulation.ts';
import { fullyLoaded } from '../src/ptx/index.ts';
import { type ScheduleDifference, startSchedules } from '../src/ptx/launch/schedules.ts';
import { elementAt } from '../src/trace/launch-bytes.ts';
import { ctasOf } from './counts.ts';
import { interruptible } from './interrupt.ts';
import { type LaunchOptions, type PreparedLaunch, SLICE_WARP_INSTRUCTIONS } from './launch-run.ts';

const MOST_SCHEDULES = 10_000;

export function schedulesOf(text: string | undefined): Result<number, string> {
  if (text === undefined) return ok(0);
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MOST_SCHEDULES
    ? ok(count)
    : err(`--schedules ${text}: expected a count from 1 to ${MOST_SCHEDULES}`);
}

/** The orders that were tried. `differs` is null if all of them gave the same outputs. */
export interface SchedulesTried {
  readonly tried: number;
  readonly differs: { readonly schedule: number; readonly message: string } | null;
}

/** Null if there is nothing to compare: it was not asked for, or the run did not finish. */
export async function trySchedules(
  { module, launch, endsAt }: PreparedLaunch,
  { ctas: text }: Pick<LaunchOptions, 'ctas'>,
  emulation: Pick<EmulationResult, 'buffers'>,
  count: number,
): Promise<SchedulesTried | null | 'interrupted'> {
  const ctas = ctasOf(text);
  const chosen = ctas.ok && ctas.value !== null ? { ctas: ctas.value } : {};
  const started = startSchedules(fullyLoaded(module), launch, chosen, count, emulation.buffers);
  if (!started.ok) return null;
  const trials = started.value;
  return interruptible(async interrupted => {
    while (!trials.run(SLICE_WARP_INSTRUCTIONS)) {
      if (await interrupted()) return 'interrupted';
      if (performance.now() >= endsAt) break;
    }
    const { tried, difference } = trials;
    const differs = difference && { schedule: difference.schedule, message: wordsOf(difference, launch, emulation) };
    return { tried, differs };
  });
}

function wordsOf(
  { what }: ScheduleDifference,
  launch: PreparedLaunch['launch'],
  { buffers }: Pick<EmulationResult, 'buffers'>,
): string {
  if (what.kind === 'fault') return what.message;
  const { buffer, index, bytes } = what;
  const { type } = launch.buffers.find(({ name }) => name === buffer)!;
  const [got, first] = [bytes, buffers.get(buffer)!].map(of => String(elementAt(of, type, index)));
  return `${buffer}[${index}] is ${got} instead of ${first}`;
}

/** @param isRacing whether a race was found, which then explains the difference. */
export function schedulesText({ tried, differs }: SchedulesTried, isRacing: boolean): string {
  const orders = `${tried} other order${tried === 1 ? '' : 's'} of warps and CTAs`;
  if (differs === null) return `schedules: ${orders} left the same outputs\n`;
  const why = isRacing
    ? 'the race that is named here is behind it'
    : 'no race was found: atomics may add floats up in another order';
  return `schedules: outputs depend on the order of warps and CTAs: in order ${differs.schedule}, ${differs.message}; ${why}\n`;
}

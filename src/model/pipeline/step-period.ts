/** The time of one step of a pipeline in its steady state, and the part of it that each unit works. */
import type { Scenario } from '../../trace/scenario.ts';
import { OncePerRun } from './once-per-run.ts';
import type { RunRecords, Unit } from './pipeline-run.ts';

export interface StepPeriod {
  /** The ring whose slots were read most often: each of its indices is a step. */
  readonly buffer: string;
  readonly steps: number;
  /** From release to release in the second half of the run, mean [clk]. */
  readonly clk: number;
  /** What each unit works for a step [clk], of copies those to shared memory: no step can be faster than the greatest. */
  readonly unitClk: Readonly<Record<Unit, number>>;
}

/** With fewer steps than this, no half of them is steady. */
const FEWEST_STEPS = 4;

/** Null if no step ends, or too few steps do. */
export function stepPeriod({ resources }: Scenario, run: RunRecords): StepPeriod | null {
  const { deadlock, busyClk, landedBytes } = run;
  const period = ringPeriod.of(run);
  if (deadlock !== null || period === null) return null;
  const { steps } = period;
  const { tensor, exp, issue } = busyClk;
  const copy = landedBytes / resources.copyBytesPerClk;
  return {
    ...period,
    unitClk: { copy: copy / steps, tensor: tensor / steps, exp: exp / steps, issue: issue / steps },
  };
}

/** What of a period follows from the slots alone; null of too few steps. */
export const ringPeriod = new OncePerRun(({ slots }: RunRecords): Omit<StepPeriod, 'unitClk'> | null => {
  const [buffer, times] = busiestRing(slots);
  const steps = times.length;
  if (steps < FEWEST_STEPS) return null;
  const [from, to] = [Math.floor(steps / 2) - 1, steps - 1];
  return { buffer, steps, clk: (times[to] - times[from]) / (to - from) };
});

/** With the time at which each index was read for the last time, in order. */
function busiestRing(slots: RunRecords['slots']): readonly [buffer: string, times: readonly number[]] {
  const releases = new Map<string, Map<number, number>>();
  for (const { buffer, index, state, to } of slots) {
    if (state !== 'read') continue;
    const ofBuffer = releases.get(buffer) ?? new Map<number, number>();
    releases.set(buffer, ofBuffer.set(index, Math.max(to, ofBuffer.get(index) ?? 0)));
  }
  return [...releases]
    .map(([buffer, times]) => [buffer, [...times.values()].sort((a, b) => a - b)] as const)
    .reduce((most, ring) => (ring[1].length > most[1].length ? ring : most), ['', []] as const);
}

/** The time of one step of a pipeline in its steady state, and the part of it that each unit works. */
import type { Scenario } from '../../trace/scenario.ts';
import { OncePerRun } from './once-per-run.ts';
import type { RunRecords, Unit } from './pipeline-run.ts';

export interface StepPeriod {
  /** The ring whose slots were read most often. Each of its indices is one step. */
  readonly buffer: string;
  readonly steps: number;
  /** Mean time from release to release in the second half of the run [clk]. */
  readonly clk: number;
  /**
   * How long each unit works for one step [clk]; for copies, only those to shared memory. No step can take less than the
   * greatest of these.
   */
  readonly unitClk: Readonly<Record<Unit, number>>;
}

/** With fewer steps than this, no half of them is steady. */
const FEWEST_STEPS = 4;

/** Null if no step ends, or too few do. */
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

/** The part of a period that follows from the slots alone; null if there are too few steps. */
export const ringPeriod = new OncePerRun(({ slots }: RunRecords): Omit<StepPeriod, 'unitClk'> | null => {
  const [buffer, times] = busiestRing(slots);
  const steps = times.length;
  if (steps < FEWEST_STEPS) return null;
  const [from, to] = [Math.floor(steps / 2) - 1, steps - 1];
  return { buffer, steps, clk: (times[to] - times[from]) / (to - from) };
});

/** The ring that is read most, with the time of the last read of each index, in order. */
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

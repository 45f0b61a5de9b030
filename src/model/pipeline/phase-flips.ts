/** The times at which mbarriers enter their next phase: the ticks of the transport bar. */
import { countBelow, countUpTo } from '../../base/rising-values.ts';
import { OncePerRun } from './once-per-run.ts';
import type { RunRecords } from './pipeline-run.ts';

/** What the barrier guards, judged by its name. */
export type FlipKind = 'full' | 'empty' | 'other';

export const FLIP_KINDS: readonly FlipKind[] = ['full', 'empty', 'other'];

/**
 * Times of the flips [clk], ascending, up to the run's end. Arrivals that nothing waits for may be seen after the end.
 */
export type Flips = Readonly<Record<FlipKind, Float64Array>>;

export const flips = new OncePerRun(({ barrierEvents, totalClk }: RunRecords): Flips => {
  const phases = new Map<string, number>();
  const times: Record<FlipKind, number[]> = { full: [], empty: [], other: [] };
  for (const { at, barrier, phase } of barrierEvents) {
    if (at <= totalClk && phase > (phases.get(barrier) ?? 0)) times[kindOf(barrier)].push(at);
    phases.set(barrier, phase);
  }
  const sorted = (kind: FlipKind) => Float64Array.from(times[kind]).sort();
  return { full: sorted('full'), empty: sorted('empty'), other: sorted('other') };
});

const kindOf = (barrier: string): FlipKind =>
  barrier.startsWith('full') ? 'full' : barrier.startsWith('empty') ? 'empty' : 'other';

/** The time of the first flip after `clk`, or of the last one before it; null if there is none. */
export function nextFlip(all: Flips, clk: number, direction: 1 | -1, kinds = FLIP_KINDS): number | null {
  const found = kinds.flatMap(kind => {
    const times = all[kind];
    const place = direction === 1 ? countUpTo(times, clk) : countBelow(times, clk) - 1;
    return place in times ? [times[place]] : [];
  });
  return found.length === 0 ? null : direction === 1 ? Math.min(...found) : Math.max(...found);
}

/** When mbarriers go on to their next phase: the ticks of a transport. */
import type { PipelineRun } from './pipeline-run.ts';

type Run = Pick<PipelineRun, 'barrierEvents' | 'totalClk'>;

export interface Flip {
  readonly at: number;
  /** 'full[1]'. */
  readonly barrier: string;
  /** By the barrier's name. */
  readonly kind: 'full' | 'empty' | 'other';
}

/** By time, to the run's end: arrivals that nobody waits for any more are seen behind it. */
export function flips({ barrierEvents, totalClk }: Run): Flip[] {
  const phases = new Map<string, number>();
  return barrierEvents.flatMap(({ at, barrier, phase }) => {
    const isFlip = at <= totalClk && phase > (phases.get(barrier) ?? 0);
    phases.set(barrier, phase);
    return isFlip ? [{ at, barrier, kind: kindOf(barrier) }] : [];
  });
}

const kindOf = (barrier: string): Flip['kind'] =>
  barrier.startsWith('full') ? 'full' : barrier.startsWith('empty') ? 'empty' : 'other';

/** The time of the first flip after `clk`, or of the last one before it; null where there is none. */
export function nextFlip(run: Run, clk: number, direction: 1 | -1): number | null {
  const times = flips(run).map(({ at }) => at);
  const found = direction === 1 ? times.find(at => at > clk) : times.findLast(at => at < clk);
  return found ?? null;
}

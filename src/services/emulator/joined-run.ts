/** Runs a grid in this worker, with the help of others if that is worth it. */
import type { EmulationProgress } from '../../ptx/emulation.ts';
import type { JoinedEmulation } from '../../ptx/parallel/joined.ts';
import { type RunPiece, runJoined } from '../../ptx/parallel/run-joined.ts';
import { SLICE_WARP_INSTRUCTIONS } from './jobs.ts';
import type { SharedWork } from './part-job.ts';
import { runnersFor } from './part-runners.ts';

/** Called between slices; the run ends if it gives false. */
export type GoesOn = (progress: EmulationProgress) => Promise<boolean>;

export interface SharedRun<P extends RunPiece> {
  readonly emulation: JoinedEmulation;
  readonly work: SharedWork;
  /** When reading and filling memory began [ms]. */
  readonly preparedFrom: number;
  readonly taken: (piece: P) => void;
  readonly goesOn: GoesOn;
}

const REST_MS = 5;

/** False when `goesOn` ended the run. */
export function runWithRunners<P extends RunPiece>(run: SharedRun<P>): Promise<boolean> {
  const { emulation, work, preparedFrom, taken, goesOn } = run;
  const { arenaBytes } = emulation;
  const startedAt = performance.now();
  const prepareMs = startedAt - preparedFrom;
  return runJoined<P>({
    emulation,
    sliceWarpInstructions: SLICE_WARP_INSTRUCTIONS,
    goesOn,
    rest: () => new Promise(resolve => setTimeout(resolve, REST_MS)),
    hire: progress =>
      runnersFor<P>(work, { progress, elapsedMs: performance.now() - startedAt, prepareMs, arenaBytes }),
    taken,
  });
}

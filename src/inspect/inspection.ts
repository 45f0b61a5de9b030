/**
 * Runs one launch and analyses it: what the kernel did to memory by source line, the findings, and the trace of chosen
 * CTAs. The page's worker and the command both start here; nothing here depends on either.
 */

import type { TraceSummary } from '../model/banks/trace-summary.ts';
import type { LineSummary } from '../model/findings/line-summary.ts';
import type { EmulationProgress, EmulationResult } from '../ptx/emulation.ts';
import type { AccessTrace } from '../trace/access-trace.ts';
import type { ExecutionProfile } from '../trace/execution-profile.ts';
import type { Finding } from '../trace/finding.ts';
import type { SharedRegion } from '../trace/shared-region.ts';
import type { NamedPlace } from './shared/place-names.ts';

export interface InspectionOptions {
  /** Linear CTA numbers to run; all of the grid when absent. */
  readonly ctas?: readonly number[];
  /** CTAs whose accesses are kept row by row; the first that runs when absent. Totals are over all that run. */
  readonly tracedCtas?: readonly number[];
  /** Warps of these CTAs whose accesses are kept; all when absent. */
  readonly tracedWarps?: readonly number[];
  /** 'first' ends the run at the first fault; 'all' goes on where that is possible. */
  readonly faults: 'first' | 'all';
  readonly sharedBaseBytes?: number;
  /** Pieces of buffers with names of their own, for the regions of shared memory. */
  readonly tensors?: readonly NamedPlace[];
  /** CUDA sources of the kernel, for the dimensions of its shared arrays. */
  readonly sources?: readonly string[];
  /** Stops a run that does not end by itself. Default 2^31 warp instructions. */
  readonly maxWarpInstructions?: number;
  /** Rows of the trace that are kept; accesses beyond them count in the totals only. Default 200,000 (some 60 MB). */
  readonly maxTraceRows?: number;
}

export interface Inspection {
  readonly emulation: Omit<EmulationResult, 'profile'>;
  readonly profile: ExecutionProfile;
  readonly summary: TraceSummary;
  /** Totals by source line and by instruction, with the worst access of each. */
  readonly lines: LineSummary;
  /** Errors first, then by what they cost. */
  readonly findings: readonly Finding[];
  readonly trace: AccessTrace;
  /** Regions of shared memory. Regions that are known only from accesses of lanes are those of the traced CTA. */
  readonly regions: readonly SharedRegion[];
  /** Rows that did not fit. */
  readonly traceRowsDropped: number;
}

export interface InspectionRun {
  /** Runs on, as `Emulation.run` does. */
  run(warpInstructions: number): EmulationProgress;
  /** Call it after `run` has reported the end; before that, it covers what was done so far. */
  finish(): Inspection;
}

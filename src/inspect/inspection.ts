/**
 * One launch, run and looked at: what the kernel did to memory by source line, what is worth knowing about it, and the
 * trace of chosen CTAs. The page's worker and the command both start here; nothing in it knows either.
 */

import type { TraceSummary } from '../model/banks/trace-summary.ts';
import type { LineSummary } from '../model/findings/line-summary.ts';
import type { EmulationProgress, EmulationResult } from '../ptx/emulation.ts';
import type { AccessTrace } from '../trace/access-trace.ts';
import type { ExecutionProfile } from '../trace/execution-profile.ts';
import type { Finding } from '../trace/finding.ts';

export interface InspectionOptions {
  /** Linear CTA numbers to run; all of the grid when absent. */
  readonly ctas?: readonly number[];
  /** CTAs whose accesses are kept row by row; the first that runs when absent. Totals are over all that run. */
  readonly tracedCtas?: readonly number[];
  /** 'first' ends the run at the first fault; 'all' goes on where that is possible. */
  readonly faults: 'first' | 'all';
  readonly sharedBaseBytes?: number;
  /** Ends a run that does not end by itself. Default 2^31 warp instructions. */
  readonly maxWarpInstructions?: number;
  /** Rows kept of the trace; what is beyond counts in the totals only. Default 200,000 (some 60 MB). */
  readonly maxTraceRows?: number;
}

export interface Inspection {
  readonly emulation: Omit<EmulationResult, 'profile'>;
  readonly profile: ExecutionProfile;
  readonly summary: TraceSummary;
  /** By source line and by instruction, with the worst access of each. */
  readonly lines: LineSummary;
  /** Errors first, then by what they cost. */
  readonly findings: readonly Finding[];
  readonly trace: AccessTrace;
  /** Rows that did not fit. */
  readonly traceRowsDropped: number;
}

export interface InspectionRun {
  /** As `Emulation.run`. */
  run(warpInstructions: number): EmulationProgress;
  /** After `run` said done, or of what was done until then. */
  finish(): Inspection;
}

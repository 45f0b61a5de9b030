/** Collects accesses and faults during an inspection, and makes its findings at the end. */
import { findingsOf } from '../model/findings/findings.ts';
import type { LineSummary } from '../model/findings/line-summary.ts';
import { LineSummaryBuilder } from '../model/findings/line-summary-builder.ts';
import { traceTotals } from '../model/findings/trace-totals.ts';
import type { AccessObserver, EmulationOptions, EmulationResult } from '../ptx/emulation.ts';
import type { Access } from '../trace/access-trace.ts';
import type { ExecutionProfile } from '../trace/execution-profile.ts';
import { BoundedTrace, type KeptRows } from './bounded-trace.ts';
import type { Inspection, InspectionOptions } from './inspection.ts';

export class Inspector {
  readonly #options: InspectionOptions;
  readonly #observe: AccessObserver | undefined;
  readonly #lines = new LineSummaryBuilder();
  #trace: BoundedTrace;

  constructor(options: InspectionOptions, observe?: AccessObserver) {
    this.#options = options;
    this.#observe = observe;
    this.#trace = new BoundedTrace(options);
  }

  get emulationOptions(): EmulationOptions {
    const { tracedCtas: _, maxTraceRows: __, ...emulated } = this.#options;
    return { ...emulated, profile: true, observe: access => this.#add(access) };
  }

  get lines(): LineSummary {
    return this.#lines.finish();
  }

  /** The rows since the last call. */
  takeRows(): KeptRows {
    const rows = this.#trace.finish();
    this.#trace = new BoundedTrace(this.#options);
    return rows;
  }

  #add(access: Access): void {
    this.#lines.add(access);
    this.#trace.add(access);
    this.#observe?.(access);
  }
}

export function inspectionOf(emulated: EmulationResult, lines: LineSummary, { trace, dropped }: KeptRows): Inspection {
  const { profile, ...emulation } = emulated;
  const executed = profile ?? EMPTY_PROFILE;
  return {
    emulation,
    profile: executed,
    summary: traceTotals(lines),
    lines,
    findings: findingsOf({ lines, profile: executed, ...emulation }),
    trace,
    traceRowsDropped: dropped,
  };
}

const EMPTY_PROFILE: ExecutionProfile = {
  instructions: [],
  issues: new Float64Array(),
  lanes: new Float64Array(),
  diverged: new Float64Array(),
  waits: new Float64Array(),
  offRepeat: new Float64Array(),
};

/** The door of an inspection: a launch on the emulator, with everything that the models say of it. */
import { ok, type Result } from '../base/result.ts';
import { findingsOf } from '../model/findings/findings.ts';
import { LineSummaryBuilder } from '../model/findings/line-summary-builder.ts';
import { traceTotals } from '../model/findings/trace-totals.ts';
import type { AccessObserver, Emulation, LaunchError } from '../ptx/emulation.ts';
import { startEmulation } from '../ptx/index.ts';
import type { Module } from '../ptx/parse/ast.ts';
import { type Access, TraceBuilder } from '../trace/access-trace.ts';
import type { ExecutionProfile } from '../trace/execution-profile.ts';
import type { Launch } from '../trace/launch.ts';
import type { Inspection, InspectionOptions, InspectionRun } from './inspection.ts';

const MAX_TRACE_ROWS = 200_000;

/** Nothing has run yet. `observe` hears of every access, too: copy what you keep. */
export function startInspection(
  module: Module,
  launch: Launch,
  options: InspectionOptions,
  observe?: AccessObserver,
): Result<InspectionRun, LaunchError> {
  const { tracedCtas: _, maxTraceRows: __, ...emulated } = options;
  const lines = new LineSummaryBuilder();
  const trace = new BoundedTrace(options);
  const started = startEmulation(module, launch, {
    ...emulated,
    profile: true,
    observe: access => {
      lines.add(access);
      trace.add(access);
      observe?.(access);
    },
  });
  if (!started.ok) return started;
  const emulation = started.value;
  return ok({
    run: budget => emulation.run(budget),
    finish: () => inspectionOf(emulation, lines, trace),
  });
}

function inspectionOf(emulation: Emulation, builder: LineSummaryBuilder, trace: BoundedTrace): Inspection {
  const { profile, ...result } = emulation.result();
  const lines = builder.finish();
  const executed = profile ?? EMPTY_PROFILE;
  return {
    emulation: result,
    profile: executed,
    summary: traceTotals(lines),
    lines,
    findings: findingsOf({ lines, profile: executed, faults: result.faults }),
    trace: trace.finish(),
    traceRowsDropped: trace.dropped,
  };
}

const EMPTY_PROFILE: ExecutionProfile = {
  instructions: [],
  issues: new Float64Array(),
  lanes: new Float64Array(),
  diverged: new Float64Array(),
  waits: new Float64Array(),
};

/** The rows of chosen CTAs, as many as fit. */
class BoundedTrace {
  readonly #builder = new TraceBuilder();
  readonly #ctas: ReadonlySet<number>;
  readonly #maxRows: number;
  dropped = 0;

  constructor({ ctas, tracedCtas, maxTraceRows = MAX_TRACE_ROWS }: InspectionOptions) {
    this.#ctas = new Set(tracedCtas ?? [ctas?.[0] ?? 0]);
    this.#maxRows = maxTraceRows;
  }

  add(access: Access): void {
    if (!this.#ctas.has(access.cta)) return;
    if (this.#builder.rows < this.#maxRows) this.#builder.add(access);
    else this.dropped++;
  }

  finish() {
    return this.#builder.finish();
  }
}

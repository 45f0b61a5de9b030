/** Collects accesses and faults during an inspection, and makes its findings at the end. */
import { findingsOf } from '../model/findings/findings.ts';
import type { LineSummary } from '../model/findings/line-summary.ts';
import { LineSummaryBuilder } from '../model/findings/line-summary-builder.ts';
import { traceTotals } from '../model/findings/trace-totals.ts';
import type { AccessObserver, EmulationOptions, EmulationResult } from '../ptx/emulation.ts';
import type { Access } from '../trace/access-trace.ts';
import type { ExecutionProfile } from '../trace/execution-profile.ts';
import type { Launch } from '../trace/launch.ts';
import { NO_SHARED_FACTS } from '../trace/shared-use.ts';
import { BoundedTrace, type KeptRows } from './bounded-trace.ts';
import type { Inspection, InspectionOptions } from './inspection.ts';
import { withDimensions } from './shared/array-dimensions.ts';
import { withRegions } from './shared/finding-regions.ts';
import { type LaneTouches, LaneTouchesBuilder } from './shared/lane-touches.ts';
import { PlaceNames } from './shared/place-names.ts';
import { sharedRegions } from './shared/shared-regions.ts';

export class Inspector {
  readonly #options: InspectionOptions;
  readonly #observe: AccessObserver | undefined;
  readonly #lines = new LineSummaryBuilder();
  readonly #touches: LaneTouchesBuilder;
  #trace: BoundedTrace;

  constructor(options: InspectionOptions, observe?: AccessObserver) {
    this.#options = options;
    this.#observe = observe;
    this.#trace = new BoundedTrace(options);
    const { ctas, tracedCtas } = options;
    this.#touches = new LaneTouchesBuilder(tracedCtas?.[0] ?? ctas?.[0] ?? 0);
  }

  get emulationOptions(): EmulationOptions {
    const {
      tracedCtas: _,
      tracedWarps: __,
      maxTraceRows: ___,
      tensors: ____,
      sources: _____,
      ...emulated
    } = this.#options;
    return { ...emulated, profile: true, observe: access => this.#add(access) };
  }

  get lines(): LineSummary {
    return this.#lines.finish();
  }

  get touches(): LaneTouches {
    return this.#touches.finish();
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
    this.#touches.add(access);
    this.#observe?.(access);
  }
}

/** Sources of the names for regions of shared memory. */
interface RegionSources {
  readonly options: InspectionOptions;
  readonly launch: Pick<Launch, 'buffers'>;
  readonly touches: LaneTouches;
}

export function inspectionOf(
  { launch, options: { tensors = [], sharedBaseBytes = 0, sources = [] }, touches }: RegionSources,
  emulated: EmulationResult,
  lines: LineSummary,
  { trace, dropped }: KeptRows,
): Inspection {
  const executed = emulated.profile ?? EMPTY_PROFILE;
  const { profile: _, ...emulation } = withDimensions(emulated, sources, executed.shared.variables);
  const regions = sharedRegions(executed, touches, new PlaceNames(launch, tensors));
  return {
    emulation,
    profile: executed,
    summary: traceTotals(lines),
    lines,
    findings: withRegions(findingsOf({ lines, profile: executed, ...emulation }), {
      ...{ regions, lines, profile: executed, sharedBaseBytes },
      faults: [...emulation.faults, ...emulation.hazards],
    }),
    trace,
    regions,
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
  shared: NO_SHARED_FACTS,
};

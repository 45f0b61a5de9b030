/** An inspection whose parts may run in other workers. Its result equals that of a run in one worker. */
import { ok, type Result } from '../base/result.ts';
import type { LineSummary } from '../model/findings/line-summary.ts';
import { mergeLineSummaries } from '../model/findings/line-summary-merge.ts';
import type { EmulationProgress, LaunchError } from '../ptx/emulation.ts';
import type { LoadedModule } from '../ptx/launch/loaded-module.ts';
import { type JoinedEmulation, startJoined } from '../ptx/parallel/joined.ts';
import { type CtaRange, startPart } from '../ptx/parallel/part.ts';
import type { RunPiece } from '../ptx/parallel/run-joined.ts';
import { type AccessTrace, transferables } from '../trace/access-trace.ts';
import type { Launch } from '../trace/launch.ts';
import { joinedRows, type KeptRows } from './bounded-trace.ts';
import type { Inspection, InspectionOptions } from './inspection.ts';
import { Inspector, inspectionOf } from './inspector.ts';
import { joinedTouches, type LaneTouches } from './shared/lane-touches.ts';

export interface InspectedPart extends RunPiece {
  readonly lines: LineSummary;
  readonly rows: KeptRows;
  readonly touches: LaneTouches;
}

export interface PartInspection {
  run(warpInstructions: number): EmulationProgress;
  /** To be called after `run` returned done. */
  finish(): InspectedPart;
}

export function startPartInspection(
  loaded: LoadedModule,
  launch: Launch,
  options: InspectionOptions,
  range: CtaRange,
): Result<PartInspection, LaunchError> {
  const inspector = new Inspector(options);
  const started = startPart(loaded, launch, inspector.emulationOptions, range);
  if (!started.ok) return started;
  const part = started.value;
  return ok({
    run: budget => part.run(budget),
    finish: () => ({
      part: part.finish(),
      lines: inspector.lines,
      rows: inspector.takeRows(),
      touches: inspector.touches,
    }),
  });
}

export interface JoinedInspection {
  readonly emulation: JoinedEmulation;
  /** `emulation` has just taken the part in. */
  taken(part: InspectedPart): void;
  finish(): Inspection;
}

export function startJoinedInspection(
  loaded: LoadedModule,
  launch: Launch,
  options: InspectionOptions,
): Result<JoinedInspection, LaunchError> {
  const inspector = new Inspector(options);
  const started = startJoined(loaded, launch, inspector.emulationOptions);
  if (!started.ok) return started;
  const emulation = started.value;
  const lines: LineSummary[] = [];
  const rows: KeptRows[] = [];
  const touches: LaneTouches[] = [];
  return ok({
    emulation,
    taken(part) {
      lines.push(part.lines);
      rows.push(inspector.takeRows(), part.rows);
      touches.push(part.touches);
    },
    finish() {
      const merged = mergeLineSummaries([inspector.lines, ...lines]);
      const sources = { launch, options, touches: joinedTouches([inspector.touches, ...touches]) };
      return inspectionOf(sources, emulation.result(), merged, joinedRows([...rows, inspector.takeRows()], options));
    },
  });
}

/** The buffers of a part to hand over instead of copying them. */
export const partTransferables = ({ part, rows }: RunPiece & { readonly rows?: { readonly trace: AccessTrace } }) => [
  part.memory.buffer,
  part.written.buffer,
  part.read.buffer,
  ...(rows ? transferables(rows.trace) : []),
];

/** The job of a worker that helps the emulator worker: one part of a grid. */
import type { Result } from '../../base/result.ts';
import type { InspectionOptions } from '../../inspect/inspection.ts';
import { type InspectedPart, partTransferables, startPartInspection } from '../../inspect/joined.ts';
import type { EmulationOptions, EmulationProgress, LaunchError } from '../../ptx/emulation.ts';
import type { LoadedModule } from '../../ptx/launch/loaded-module.ts';
import { type CtaRange, startPart } from '../../ptx/parallel/part.ts';
import type { RunPiece } from '../../ptx/parallel/run-joined.ts';
import type { Launch } from '../../trace/launch.ts';
import { SLICE_WARP_INSTRUCTIONS } from './jobs.ts';
import { loadedModuleOf } from './loaded-modules.ts';

export { partTransferables };

/** Work without its range; all parts of a grid share it. */
export type SharedWork = { readonly ptx: string; readonly launch: Launch } & (
  | { readonly kind: 'output'; readonly options: EmulationOptions }
  | { readonly kind: 'inspection'; readonly options: InspectionOptions }
);

/** Calls that a worker accepts which runs parts; each part has an id of its own. */
export interface PartApi {
  /** Null when it was stopped. */
  part(id: number, work: SharedWork, range: CtaRange): Promise<RunPiece | null>;
  stopPart(id: number): Promise<void>;
}

/** `goesOn` is asked between slices. Null when it said no. */
export async function runPart(
  work: SharedWork,
  range: CtaRange,
  goesOn: () => Promise<boolean>,
): Promise<RunPiece | InspectedPart | null> {
  const loaded = await loadedModuleOf(work.ptx, work.launch);
  // The worker that asks has started the same launch, so an error here is a bug.
  if (!loaded.ok) throw new Error(loaded.error.message);
  const started = startPiece(loaded.value, work, range);
  if (!started.ok) throw new Error(started.error.message);
  while (!started.value.run(SLICE_WARP_INSTRUCTIONS).done) if (!(await goesOn())) return null;
  return started.value.finish();
}

interface RunningPiece {
  run(warpInstructions: number): EmulationProgress;
  finish(): RunPiece | InspectedPart;
}

function startPiece(loaded: LoadedModule, work: SharedWork, range: CtaRange): Result<RunningPiece, LaunchError> {
  if (work.kind === 'inspection') return startPartInspection(loaded, work.launch, work.options, range);
  const part = startPart(loaded, work.launch, work.options, range);
  if (!part.ok) return part;
  return {
    ok: true,
    value: { run: budget => part.value.run(budget), finish: () => ({ part: part.value.finish() }) },
  };
}

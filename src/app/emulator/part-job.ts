/** What a worker beside the emulator worker does: one part of a grid. */
import type { Result } from '../../base/result.ts';
import type { InspectionOptions } from '../../inspect/inspection.ts';
import { type InspectedPart, partTransferables, startPartInspection } from '../../inspect/joined.ts';
import type { EmulationOptions, EmulationProgress, LaunchError } from '../../ptx/emulation.ts';
import { type CtaRange, startPart } from '../../ptx/parallel/part.ts';
import type { Piece } from '../../ptx/parallel/run-joined.ts';
import type { Module } from '../../ptx/parse/ast.ts';
import type { Launch } from '../../trace/launch.ts';
import { SLICE_WARP_INSTRUCTIONS } from './jobs.ts';
import { moduleOf } from './kept-modules.ts';

export { partTransferables };

/** Without the range; all parts of a grid have the same. */
export type SharedWork = { readonly ptx: string; readonly launch: Launch } & (
  | { readonly kind: 'output'; readonly options: EmulationOptions }
  | { readonly kind: 'inspection'; readonly options: InspectionOptions }
);

/** `goesOn` is asked between slices. Null when it said no. */
export async function runPart(
  work: SharedWork,
  range: CtaRange,
  goesOn: () => Promise<boolean>,
): Promise<Piece | InspectedPart | null> {
  const module = moduleOf(work.ptx);
  // Who asks has started the same: an error here is a bug.
  if (!module.ok) throw new Error(module.error.message);
  const started = startPiece(module.value, work, range);
  if (!started.ok) throw new Error(started.error.message);
  while (!started.value.run(SLICE_WARP_INSTRUCTIONS).done) if (!(await goesOn())) return null;
  return started.value.finish();
}

interface RunningPiece {
  run(warpInstructions: number): EmulationProgress;
  finish(): Piece | InspectedPart;
}

function startPiece(module: Module, work: SharedWork, range: CtaRange): Result<RunningPiece, LaunchError> {
  if (work.kind === 'inspection') return startPartInspection(module, work.launch, work.options, range);
  const part = startPart(module, work.launch, work.options, range);
  if (!part.ok) return part;
  return {
    ok: true,
    value: { run: budget => part.value.run(budget), finish: () => ({ part: part.value.finish() }) },
  };
}

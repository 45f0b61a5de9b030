/**
 * A part of a grid: a contiguous stretch of its CTAs, run apart from the others on memory as at launch. What it did counts
 * only when what it read is the same after the CTAs before it; the run that takes it in (`joined.ts`) finds that out.
 */
import { ok, type Result } from '../../base/result.ts';
import type { Fault, Hazard } from '../../trace/fault.ts';
import type { Launch } from '../../trace/launch.ts';
import type { Print } from '../../trace/print.ts';
import type { SharedUse } from '../../trace/shared-use.ts';
import { type CheckedPart, checkedPart } from '../checks/checked-part.ts';
import type { GlobalRecord } from '../checks/global-record.ts';
import type { EmulationOptions, EmulationProgress, LaunchError } from '../emulation.ts';
import { doubtsOf } from '../launch/doubts.ts';
import { GridEmulation } from '../launch/grid-emulation.ts';
import type { LoadedModule } from '../launch/loaded-module.ts';
import { type Prepared, prepare } from '../launch/prepare.ts';
import type { RunAgain } from '../launch/repeated-runs.ts';
import type { ExecutionColumns } from '../machine/execution-counts.ts';
import type { Grid } from '../machine/grid.ts';
import { watchBoth } from '../machine/watch-both.ts';
import { Footprint } from './footprint.ts';
import { FootprintWatch } from './footprint-watch.ts';

/** Indices in the order of the launch's CTAs; `end` is not in it. */
export interface CtaRange {
  readonly start: number;
  readonly end: number;
}

/** Results of a part, in a form that can be sent to the run that takes it in. */
export interface PartRun {
  readonly range: CtaRange;
  /** False where the part cannot be used: it ended early, or needed CTAs from behind its end to go on. */
  readonly isWhole: boolean;
  readonly warpInstructions: number;
  readonly laneInstructions: number;
  readonly faults: readonly Fault[];
  readonly hazards: readonly Hazard[];
  readonly doubts: readonly Fault[];
  readonly prints: readonly Print[];
  readonly printsCut: boolean;
  readonly counts: ExecutionColumns | null;
  readonly sharedUses: readonly SharedUse[];
  /** Device memory afterwards, and one bit for each of its bytes: written, read as it was at launch. */
  readonly memory: Uint8Array;
  readonly written: Int32Array;
  readonly read: Int32Array;
  /** Records of the checkers; null if nothing is checked. */
  readonly checked: CheckedPart | null;
}

export interface PartEmulation {
  /** Runs on, as `Emulation.run` does; `ctasTotal` counts those of the part. */
  run(warpInstructions: number): EmulationProgress;
  /** To be called after `run` returned done. The memory is the part's own, so it can be handed over. */
  finish(): PartRun;
}

export function startPart(
  loaded: LoadedModule,
  launch: Launch,
  options: EmulationOptions,
  range: CtaRange,
): Result<PartEmulation, LaunchError> {
  const tracked = prepareTracked(loaded, launch, options);
  return tracked.ok ? ok(new GridPart(tracked.value, range)) : tracked;
}

export interface OpenGrid {
  readonly grid: Grid;
  readonly emulation: GridEmulation;
  readonly record: GlobalRecord | null;
  /** Whether constants and parameters are as at launch: a kernel may write there through generic addresses. */
  readonly isConstant: () => boolean;
}

/** `again`: see `GridEmulation`; a part leaves its doubts to the run that takes it in. */
export function openGrid({ grid, device, record }: Prepared, again: RunAgain | null = null): OpenGrid {
  const fixed = [grid.constants.u8, grid.params.u8].map(bytes => ({ bytes, before: bytes.slice() }));
  return {
    grid,
    emulation: new GridEmulation(grid, () => device.contents(), again, doubtsOf),
    record,
    isConstant: () => fixed.every(({ bytes, before }) => bytes.every((byte, i) => byte === before[i])),
  };
}

interface TrackedGrid extends OpenGrid {
  readonly footprint: Footprint;
}

/** A grid that notes which bytes of device memory it reads and writes. */
function prepareTracked(
  loaded: LoadedModule,
  launch: Launch,
  options: EmulationOptions,
): Result<TrackedGrid, LaunchError> {
  let footprint: Footprint | null = null;
  const prepared = prepare(loaded, launch, options, watch => watchBoth(new FootprintWatch(footprint!), watch));
  if (!prepared.ok) return prepared;
  const { global } = prepared.value.grid;
  const seen = new Footprint(global.memory.u8.length);
  footprint = seen;
  global.looked = (byteOffset, sizeBytes) => seen.looked(byteOffset, sizeBytes);
  return ok({ ...openGrid(prepared.value), footprint: seen });
}

class GridPart implements PartEmulation {
  readonly #tracked: TrackedGrid;
  readonly #range: CtaRange;

  constructor(tracked: TrackedGrid, range: CtaRange) {
    this.#tracked = tracked;
    this.#range = range;
    tracked.grid.rounds.skipTo(range.start);
    tracked.grid.rounds.pauseBefore = range.end;
  }

  run(warpInstructions: number): EmulationProgress {
    const { grid, emulation } = this.#tracked;
    const { start, end } = this.#range;
    const { done, ctasDone, warpInstructions: executed } = emulation.run(warpInstructions);
    const isDone = done || grid.rounds.started > end || (grid.rounds.started === end && grid.rounds.isBetweenCtas);
    return { done: isDone, ctasDone: ctasDone - start, ctasTotal: end - start, warpInstructions: executed };
  }

  finish(): PartRun {
    const { grid, footprint, emulation, record, isConstant } = this.#tracked;
    const { end } = this.#range;
    const hasEnd = grid.rounds.started === end && grid.rounds.isBetweenCtas;
    return {
      range: this.#range,
      isWhole: hasEnd && !emulation.isEndedByFault && isConstant(),
      warpInstructions: grid.warpInstructions,
      laneInstructions: grid.laneInstructions,
      faults: grid.log.faults,
      hazards: grid.log.hazards,
      doubts: grid.log.doubts,
      prints: grid.prints.prints,
      printsCut: grid.prints.isCut,
      counts: grid.counts?.columns ?? null,
      sharedUses: grid.counts?.sharedUses.list ?? [],
      memory: grid.global.memory.u8,
      written: footprint.written,
      read: footprint.read,
      checked: record && checkedPart(record),
    };
  }
}

/**
 * A run of a whole grid that takes in parts of it which ran elsewhere, in order, and runs everything else itself. Its
 * result is that of a run without parts, byte for byte: a part that read what was written before it is not taken in.
 */
import { ok, type Result } from '../../base/result.ts';
import type { Launch } from '../../trace/launch.ts';
import type { Emulation, EmulationOptions, EmulationProgress, EmulationResult, LaunchError } from '../emulation.ts';
import type { Module } from '../parse/ast.ts';
import { apply, overlap } from './footprint.ts';
import { type PartRun, prepareTracked, type TrackedGrid } from './part.ts';

export interface JoinedEmulation extends Emulation {
  /** False where only some CTAs run, and where CTAs share a heap: what they allocate depends on those before them. */
  readonly canTake: boolean;
  /** Bytes of device memory. */
  readonly arenaBytes: number;
  /** CTAs that have started. */
  readonly started: number;
  /** Whether no CTA is under way, so that a part can follow. */
  readonly isBetweenCtas: boolean;
  /** `run` comes back before it starts the CTA of this index. */
  pauseBefore(index: number): void;
  /** Takes a part in when it starts where this run stands and depends on nothing before it; otherwise does nothing. */
  take(part: PartRun): boolean;
}

export function startJoined(
  module: Module,
  launch: Launch,
  options: EmulationOptions,
): Result<JoinedEmulation, LaunchError> {
  const tracked = prepareTracked(module, launch, options);
  return tracked.ok ? ok(new JoinedGrid(tracked.value, options.ctas === undefined)) : tracked;
}

class JoinedGrid implements JoinedEmulation {
  readonly canTake: boolean;
  readonly #tracked: TrackedGrid;

  constructor(tracked: TrackedGrid, isWholeGrid: boolean) {
    this.#tracked = tracked;
    this.canTake = isWholeGrid && !tracked.grid.global.hasHeap;
  }

  get arenaBytes(): number {
    return this.#tracked.grid.global.memory.sizeBytes;
  }

  get started(): number {
    return this.#tracked.grid.started;
  }

  get isBetweenCtas(): boolean {
    return this.#tracked.grid.isBetweenCtas;
  }

  run(warpInstructions: number): EmulationProgress {
    return this.#tracked.emulation.run(warpInstructions);
  }

  result(): EmulationResult {
    return this.#tracked.emulation.result();
  }

  pauseBefore(index: number): void {
    this.#tracked.grid.pauseBefore = index;
  }

  take(part: PartRun): boolean {
    if (!this.#fits(part)) return false;
    const { grid, footprint } = this.#tracked;
    apply(grid.global.memory.u8, part.memory, part.written, footprint.written);
    grid.warpInstructions += part.warpInstructions;
    grid.laneInstructions += part.laneInstructions;
    grid.log.take(part.faults);
    grid.prints.take(part.prints, part.printsCut);
    if (part.counts) grid.counts?.take(part.counts);
    grid.skipTo(part.range.end);
    return true;
  }

  #fits({ range, isWhole, warpInstructions, faults, read }: PartRun): boolean {
    const { grid, footprint, emulation, isConstant } = this.#tracked;
    const isNext = range.start === grid.started && grid.isBetweenCtas && !emulation.isEndedByFault;
    if (!this.canTake || !isNext || !isWhole) return false;
    if (!grid.allows(warpInstructions) || !grid.log.hasRoomFor(faults)) return false;
    return isConstant() && !overlap(read, footprint.written);
  }
}

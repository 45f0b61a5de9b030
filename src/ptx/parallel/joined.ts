/**
 * A run of a whole grid that takes in parts of it which ran elsewhere, in order, and runs everything else itself. Its
 * result is that of a run without parts, byte for byte: a part that read what CTAs before it have changed is not taken in.
 * That is found out by comparing with memory as at launch, so a run without parts pays nothing.
 */
import { assert } from '../../base/assert.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Launch } from '../../trace/launch.ts';
import { isApart, takeChecked } from '../checks/checked-part.ts';
import type { Emulation, EmulationOptions, EmulationProgress, EmulationResult, LaunchError } from '../emulation.ts';
import type { LoadedModule } from '../launch/loaded-module.ts';
import { prepare, runAgain } from '../launch/prepare.ts';
import type { Memory } from '../machine/memory.ts';
import { apply, differWhere } from './footprint.ts';
import { type OpenGrid, openGrid, type PartRun } from './part.ts';

export interface JoinedEmulation extends Emulation {
  /** False where only some CTAs run, and where CTAs share a heap: what they allocate depends on those before them. */
  readonly canTake: boolean;
  /** Bytes of device memory. */
  readonly arenaBytes: number;
  /** CTAs that have started. */
  readonly started: number;
  /** CTAs that run together: parts have whole clusters. */
  readonly clusterCtas: number;
  /** Whether no CTA is under way, so that a part can follow. */
  readonly isBetweenCtas: boolean;
  /** `run` comes back before it starts the CTA of this index. */
  pauseBefore(index: number): void;
  /** Takes a part in when it starts where this run stands and depends on nothing before it; otherwise does nothing. */
  take(part: PartRun): boolean;
}

export function startJoined(
  loaded: LoadedModule,
  launch: Launch,
  options: EmulationOptions,
): Result<JoinedEmulation, LaunchError> {
  const prepared = prepare(loaded, launch, options);
  if (!prepared.ok) return prepared;
  const atLaunch = (): Memory => {
    const again = prepare(loaded, launch, options);
    assert(again.ok, 'what could be prepared once can be prepared again');
    return again.value.grid.global.memory;
  };
  return ok(
    new JoinedGrid(openGrid(prepared.value, runAgain(loaded, launch, options)), atLaunch, options.ctas === undefined),
  );
}

class JoinedGrid implements JoinedEmulation {
  readonly canTake: boolean;
  readonly #open: OpenGrid;
  readonly #atLaunch: () => Memory;
  /** Device memory as at launch; made for the first part that comes. */
  #launched: Memory | null = null;

  constructor(open: OpenGrid, atLaunch: () => Memory, isWholeGrid: boolean) {
    this.#open = open;
    this.#atLaunch = atLaunch;
    this.canTake = isWholeGrid && !open.grid.global.hasHeap;
  }

  get arenaBytes(): number {
    return this.#open.grid.global.memory.sizeBytes;
  }

  get started(): number {
    return this.#open.grid.rounds.started;
  }

  get clusterCtas(): number {
    return this.#open.grid.clusterCtas;
  }

  get isBetweenCtas(): boolean {
    return this.#open.grid.rounds.isBetweenCtas;
  }

  run(warpInstructions: number): EmulationProgress {
    return this.#open.emulation.run(warpInstructions);
  }

  result(): EmulationResult {
    return this.#open.emulation.result();
  }

  pauseBefore(index: number): void {
    this.#open.grid.rounds.pauseBefore = index;
  }

  take(part: PartRun): boolean {
    if (!this.#fits(part)) return false;
    const { grid, record } = this.#open;
    if (record && part.checked) takeChecked(record, part.checked);
    apply(grid.global.memory.u8, part.memory, part.written);
    grid.warpInstructions += part.warpInstructions;
    grid.laneInstructions += part.laneInstructions;
    grid.log.take(part);
    grid.prints.take(part.prints, part.printsCut);
    if (part.counts) grid.counts?.take(part.counts);
    grid.counts?.sharedUses.take(part.sharedUses);
    grid.rounds.skipTo(part.range.end);
    return true;
  }

  #fits({ range, isWhole, warpInstructions, faults, read, checked }: PartRun): boolean {
    const { grid, emulation, record, isConstant } = this.#open;
    const isNext = range.start === grid.rounds.started && grid.rounds.isBetweenCtas && !emulation.isEndedByFault;
    if (!this.canTake || !isNext || !isWhole) return false;
    if (!grid.rounds.allows(warpInstructions) || !grid.log.hasRoomFor(faults)) return false;
    if (record && !(checked && isApart(record, checked))) return false;
    this.#launched ??= this.#atLaunch();
    return isConstant() && !differWhere(read, grid.global.memory, this.#launched);
  }
}

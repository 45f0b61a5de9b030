/**
 * The emulator's public face: options in, result out, in slices. What runs is the compiled PTX, lane by lane; what it
 * claims is addresses and results of that PTX, never registers, schedules or time.
 */
import type { Access } from '../trace/access-trace.ts';
import type { ExecutionProfile } from '../trace/execution-profile.ts';
import type { Fault, FaultPlace, Hazard } from '../trace/fault.ts';
import type { Print } from '../trace/print.ts';

/** Called for each warp-wide memory access. The object and its address array are reused: copy what you keep. */
export type AccessObserver = (access: Access) => void;

export interface EmulationOptions {
  /** Linear CTA numbers to run, in this order, with the other CTAs of their clusters; all of the grid when absent. */
  readonly ctas?: readonly number[];
  readonly observe?: AccessObserver;
  /**
   * Linear CTA numbers to report to `observe`, and whose clusters to check; those of `ctas` when absent, or else all of the
   * grid.
   */
  readonly observedCtas?: readonly number[];
  /** Offset of the CTA's first shared byte in the shared window (a multiple of 16). Default 0. */
  readonly sharedBaseBytes?: number;
  /** Race and uninitialised-read checks (bounds, alignment, barriers and deadlock are always on). Default true. */
  readonly check?: boolean;
  /** 'first' ends the run at the first fault; 'all' goes on where that is possible. Default 'first'. */
  readonly faults?: 'first' | 'all';
  /** Count executions and lanes of each instruction. Default false. */
  readonly profile?: boolean;
  /** Ends a run that does not end by itself with a `limit` fault. Default 2^31. */
  readonly maxWarpInstructions?: number;
  /**
   * Words of everything whose content nothing defines; zeros if absent. A run that read such a word is repeated with
   * other words, and with gaps between shared variables, to see whether anything depends on it.
   */
  readonly undefinedWords?: UndefinedWords;
  /** Runs warps and CTAs in an order drawn by lot from this seed, a count from 1; in their order when absent. */
  readonly schedule?: number;
}

export interface UndefinedWords {
  /** Word of shared memory. */
  readonly inMemory: number;
  /** Word of the threads' stacks; 0 if absent. */
  readonly inStacks?: number;
  /** Word of registers, and of results that the manual leaves open. */
  readonly inRegisters: number;
  /** Word of shared memory that a bulk copy is about to fill; 0: what lay there before. */
  readonly underCopies?: number;
  /** Whether each place has a word of its own, made from these. */
  readonly differ?: boolean;
}

export interface EmulationProgress {
  readonly done: boolean;
  readonly ctasDone: number;
  readonly ctasTotal: number;
  readonly warpInstructions: number;
  /** Place of a warp that goes on; absent between CTAs. */
  readonly at?: FaultPlace;
}

export interface EmulationResult {
  /** True when every chosen CTA ran to its end without a fault. */
  readonly ok: boolean;
  readonly faults: readonly Fault[];
  /** Uses that the manual does not allow, though GPUs were seen to do them right; `ok` may still be true. */
  readonly hazards: readonly Hazard[];
  /** One sentence about what the checkers did not check; empty if they checked everything. */
  readonly unchecked: string;
  readonly ctasRun: number;
  readonly warpInstructions: number;
  readonly laneInstructions: number;
  /** Final bytes of every buffer of the launch, by name. */
  readonly buffers: ReadonlyMap<string, Uint8Array>;
  /** The same of the variables that the launch fills. */
  readonly symbols: ReadonlyMap<string, Uint8Array>;
  /** Shared bytes of one CTA: static + dynamic. */
  readonly sharedBytes: number;
  /** Output of the kernel's printf calls, in the order of execution; text after the first 1 MiB is dropped. */
  readonly prints: readonly Print[];
  /** Whether text was dropped. */
  readonly printsCut: boolean;
  /** Null unless asked for. */
  readonly profile: ExecutionProfile | null;
}

export interface Emulation {
  /** Runs about `warpInstructions` more warp instructions (so that a worker can report progress and be cancelled). */
  run(warpInstructions: number): EmulationProgress;
  /** The result so far; `ok` only after `run` said done. */
  result(): EmulationResult;
}

/** Launch or options do not fit the kernel or the machine: nothing ran. `field` is the path: `params[2]`, `ctas`. */
export interface LaunchError {
  readonly kind: 'launch';
  readonly message: string;
  readonly field: string;
}

/**
 * `ExecutionProfile`: how often each PTX instruction was carried out and with how many lanes. It counts PTX, not the
 * machine code that ptxas makes of it.
 */
import type { InlinedCall } from './fault.ts';
import type { SharedFacts } from './shared-use.ts';

/** The unit that an instruction mainly uses; for totals by class. */
export const INSTRUCTION_CLASSES = [
  'integer',
  'float',
  'half',
  'double',
  'convert',
  'move',
  'predicate',
  'control',
  'shared',
  'global',
  'local',
  'constant',
  'atomic',
  'barrier',
  'warp',
  'tensor',
  'other',
] as const;
export type InstructionClass = (typeof INSTRUCTION_CLASSES)[number];

export interface ProfiledInstruction {
  /** Index in the linked program: the entry's instructions, then those of called functions. */
  readonly pc: number;
  readonly file: string;
  /** 1-based; 0 = unknown. */
  readonly line: number;
  readonly ptxLine: number;
  /** Inlined calls, as in a `FaultPlace`. */
  readonly calls?: readonly InlinedCall[];
  /** The instruction as it is written, on one line. */
  readonly text: string;
  readonly class: InstructionClass;
}

/** The columns have one entry per item of `instructions`. */
export interface ExecutionProfile {
  readonly instructions: readonly ProfiledInstruction[];
  /** Warp-wide executions. */
  readonly issues: Float64Array;
  /** Active lanes, summed over the executions. */
  readonly lanes: Float64Array;
  /** Executions at which some lanes of the warp that had not exited were elsewhere. */
  readonly diverged: Float64Array;
  /** Warps that had to wait there: at barriers. */
  readonly waits: Float64Array;
  /**
   * Tensor copies whose box did not start at a multiple of its swizzle's repeat, so that the pattern began with another
   * row.
   */
  readonly offRepeat: Float64Array;
  /** Variables and pieces of shared memory that have a name. */
  readonly shared: SharedFacts;
}

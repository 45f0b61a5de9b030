/** A kernel made ready to run: what decoding leaves behind and the machine executes. */
import type { InstructionClass } from '../../trace/execution-profile.ts';
import type { SharedVariable } from '../../trace/shared-use.ts';
import type { Instruction, PtxFunction } from '../parse/ast.ts';
import type { FunctionPlace } from './function-place.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** A register plane that the machine fills: `%tid.x` and its like. */
export interface SpecialPlane {
  readonly slot: number;
  readonly valueIn: (warp: Warp, lane: number) => number;
  /** The value is another in each CTA, and one for all lanes: `%ctaid.x`. */
  readonly variesByCta: boolean;
}

export interface Program {
  readonly entry: PtxFunction;
  /** The entry, then every function that it may call, in the order of their operations. */
  readonly functions: readonly FunctionPlace[];
  /** The entry's instructions, then those of each called function; each ends with a return of its own. */
  readonly operations: readonly Operation[];
  /** 32-bit words of a warp's register file, and their values at the start (immediates in place, registers zero). */
  readonly words: number;
  readonly image: Int32Array;
  /**
   * Number of the first of these words, which are registers; constants and special registers behind them never change.
   */
  readonly registerWords: number;
  readonly specials: readonly SpecialPlane[];
  /** How many registers may be read before they are written. */
  readonly openRegisters: number;
  /** Static shared bytes, and where the dynamic part starts. */
  readonly staticSharedBytes: number;
  readonly dynamicSharedOffset: number;
  /** Variables in shared memory. */
  readonly sharedVariables: readonly SharedVariable[];
  /** Bytes of each lane's stack: the frames of the longest chain of calls, or as much as recursion and `alloca` may use. */
  readonly localBytes: number;
  /** Alignment of what is taken from a stack. */
  readonly stackAlignBytes: number;
  /** Smallest width in bytes of the instructions that may touch shared memory. */
  readonly sharedGranule: 1 | 2 | 4;
  /** The same of those that write device memory. */
  readonly globalGranule: 1 | 2 | 4;
  /** Whether it uses the shared memory that the toolkit keeps for its own libraries, behind the kernel's. */
  readonly usesToolkitMemory: boolean;
  /**
   * Outside of `simd` loops GCC's OpenMP has all lanes of a warp do the same, as one thread, and counts on their running in
   * step: they store alike and load what they have stored, with nothing that orders them.
   */
  readonly lanesInStep: boolean;
  /** A debug build. */
  readonly isDebug: boolean;
  readonly classOf: (instruction: Instruction) => InstructionClass;
}

/** Memory that a CTA of so many warps takes on the machine. */
export const ctaBytes = ({ words, localBytes }: Program, warps: number, sharedBytes: number): number =>
  warps * (words * 4 + 32 * localBytes) + sharedBytes;

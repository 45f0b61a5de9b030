/**
 * One decoded instruction: where its lanes find their values and which function carries it out. All operations are one
 * class with all fields set, so that the interpreter's property accesses stay monomorphic.
 */
import type { InlinedCall } from '../../trace/fault.ts';
import type { Instruction } from '../parse/ast.ts';
import type { Warp } from './warp.ts';

/** Carries out the instruction for the lanes of `mask` (never 0). Lane loops return predicate bits, others 0. */
export type Run = (warp: Warp, operation: Operation, mask: number) => number;

/** The register words of 32 lanes, three views of one buffer. Plane p of lane l is word p * 32 + l. */
export interface Lanes {
  readonly r: Int32Array;
  readonly u: Uint32Array;
  readonly f: Float32Array;
}

/** First words of the destination's and sources' planes; a predicate is one word, a mask of lanes. */
export interface Slots {
  readonly d: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly e: number;
}

export const NO_SLOT = -1;

/** Place in the source. */
export type OperationPlace = Pick<Operation, 'line' | 'file' | 'calls'>;

export class Operation implements Slots {
  run: Run;
  d = NO_SLOT;
  a = NO_SLOT;
  b = NO_SLOT;
  c = NO_SLOT;
  e = NO_SLOT;
  /** Predicate word that guards the instruction, or `NO_SLOT`. */
  guard = NO_SLOT;
  negated = false;
  /** Index in the linked program; in the entry function also the index in its instruction list. */
  readonly pc: number;
  /** Source line, 0 = unknown, and the number of its file in the module. */
  readonly line: number;
  readonly file: number;
  /** Inlined functions that the line is in, innermost first. */
  readonly calls: readonly InlinedCall[];
  readonly source: Instruction;

  constructor(run: Run, pc: number, source: Instruction, { line, file, calls }: OperationPlace) {
    this.run = run;
    this.pc = pc;
    this.source = source;
    this.line = line;
    this.file = file;
    this.calls = calls;
  }
}

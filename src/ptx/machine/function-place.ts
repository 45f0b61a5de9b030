/** A function of the program: where it starts, and what each of its activations needs on the lanes' stacks and in registers. */
import type { PtxFunction } from '../parse/ast.ts';
import { NO_SLOT } from './operation.ts';

/** A pair of planes that a call fills with the address of a variable of the new activation. */
export interface FrameAddress {
  readonly slot: number;
  /** Offset from the start of the frame. */
  readonly byteOffset: number;
  /** The high word, which may name the space. */
  readonly high: number;
}

/** Words of registers, or of constants, and their place in a frame. */
export interface FrameWords {
  /** The first of their planes. */
  readonly slot: number;
  readonly words: number;
  /** Offset from the start of the frame. */
  readonly byteOffset: number;
}

export class FunctionPlace {
  readonly fn: PtxFunction;
  readonly firstPc: number;
  /** Its variables, parameters and call slots; a multiple of 16, and of the largest alignment in the program. */
  frameBytes = 0;
  /** Plane with the place of the activation's frame on each lane's stack; the kernel's own frame is at 0. */
  frameSlot = NO_SLOT;
  readonly addresses: FrameAddress[] = [];
  /** May call itself, directly or through others: its registers are put aside while an inner activation runs. */
  isRecursive = false;
  /** First words of the planes, and words of the predicates, that belong to the function. */
  readonly planes: number[] = [];
  readonly predicates: number[] = [];
  /** Parameters and results that the function has in registers. */
  registerParams: readonly FrameWords[] = [];
  registerReturns: readonly FrameWords[] = [];

  constructor(fn: PtxFunction, firstPc: number) {
    this.fn = fn;
    this.firstPc = firstPc;
  }
}

/** Splits: lanes of a warp that are at one place of the program, in one activation; and who decides which of them run. */
import type { CallSite } from './calls.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** What lanes of a warp do together. They may come from several instructions of one kind, each with registers of its own. */
export interface LaneExchange {
  /** Puts aside, by lane, what the lanes of `mask` bring. */
  readonly offer: (warp: Warp, operation: Operation, mask: number) => void;
  /** Gives the lanes of `mask` their results, from what the lanes of `all` have brought. */
  readonly take: (warp: Warp, operation: Operation, mask: number, all: number) => void;
}

/** Event for which a split waits, with the operation that made it wait. */
export type Wait =
  /** Lanes of `members` that live must arrive at the same instruction, or at one of its kind where they have an `exchange`; `members` -1 = all. */
  | {
      readonly kind: 'gather';
      readonly members: number;
      readonly at: Operation;
      readonly exchange: LaneExchange | null;
    }
  | { readonly kind: 'barrier'; readonly id: number; readonly at: Operation }
  | { readonly kind: 'cluster'; readonly at: Operation }
  | { readonly kind: 'warpSync'; readonly members: number; readonly at: Operation }
  /** The other warps of the warpgroup must arrive at the same instruction. */
  | { readonly kind: 'warpgroup'; readonly at: Operation }
  /** Other warps must give columns of tensor memory back. */
  | { readonly kind: 'tensorMemory'; readonly at: Operation };

/** An activation of a called function. Lanes rejoin only inside the same one, or one that the same calls have led to. */
export interface CallFrame {
  /** 1 for a function that the kernel calls. */
  readonly depth: number;
  readonly returnPc: number;
  readonly caller: CallFrame | null;
  readonly site: CallSite;
  /** Registers of a recursive function, saved for the lanes that entered it. */
  readonly saved: Int32Array | null;
  readonly savedLanes: number;
  /** Lanes `mask`, all that are active, go back to the caller. A kernel that calls nothing needs no code for it. */
  readonly leave: (warp: Warp, mask: number) => void;
}

/**
 * Whether lanes of both may go on together: one group has come to the call before the other, where the code behind a branch
 * lies in front of what is branched over. Registers that are put aside belong to one activation.
 */
export function isSameActivation(a: CallFrame | null, b: CallFrame | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.site !== b.site || a.returnPc !== b.returnPc) return false;
  return a.saved === null && b.saved === null && isSameActivation(a.caller, b.caller);
}

export class Split {
  pc: number;
  mask: number;
  frame: CallFrame | null;
  wait: Wait | null = null;
  /** Place of the mbarrier at which its last wait failed, while it polls that. */
  polls: number | null = null;
  /** Whether it has looked at other memory that may change since it waited at an mbarrier last; and before that wait. */
  looksElsewhere = false;
  pollsAlone = false;
  /** Splits that gave way have a later turn. */
  turn = 0;
  /** Post-dominator policy only: the pc, and the activation, in which the split joins the one below it. */
  rejoin = -1;
  rejoinFrame: CallFrame | null = null;

  constructor(pc: number, mask: number, frame: CallFrame | null) {
    this.pc = pc;
    this.mask = mask;
    this.frame = frame;
  }
}

export interface Reconvergence {
  /** At `branch`, the lanes of `taken` go to `target`, the other active ones to `warp.pc`. Neither part is empty. */
  diverge(warp: Warp, branch: Operation, taken: number, target: number): void;
  /** The lanes `mask` begin the activation `frame`; other active ones come back to `call`. */
  call(warp: Warp, call: Operation, mask: number, frame: CallFrame): void;
  /** Chooses the split to run and sets `pc`, `active`, `limit`, or finds that none can run. */
  settle(warp: Warp): void;
}

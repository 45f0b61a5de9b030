/** Totals by PTX instruction and by source line, each with its worst access: what the heat beside a source is made from. */
import type { Access, AccessKind, Space } from '../../trace/access-trace.ts';

export interface AccessTotals {
  readonly space: Space;
  readonly kind: AccessKind;
  /** Warp-wide accesses. */
  readonly requests: number;
  /** Active lanes, summed. */
  readonly lanes: number;
  /** Distinct bytes asked for, summed over requests. */
  readonly bytes: number;
  /**
   * Shared: wavefronts. Global: 32-byte sectors. Const: distinct addresses, which are served one after the other. Local:
   * sectors under the interleaving of the hardware, which puts word i of 32 lanes side by side; offsets in `worst` count
   * in each lane's own stack. PTX's local memory is indexed arrays and stacks; what ptxas spills does not show in it.
   */
  readonly parts: number;
  /** Parts without a conflict, or if the bytes lay side by side. */
  readonly ideal: number;
  /** 128-byte lines; 0 for shared. */
  readonly lines: number;
  /** Most parts of one request. */
  readonly most: number;
  /**
   * For atomics: lanes on one address take turns; the most lanes on one address, summed over requests. 0 for other
   * kinds.
   */
  readonly turns: number;
  /** Most turns of one request. */
  readonly mostTurns: number;
  /** Requests whose first byte does not lie on the sector's (global) border. */
  readonly unaligned: number;
  /** Requests with more parts than ideal. */
  readonly over: number;
  /** Most parts of one request above its ideal; and that request (a copy): among equals the one with most turns, then the lowest CTA's first. */
  readonly worstExcess: number;
  readonly worst: Access;
}

export interface InstructionTotals extends AccessTotals {
  readonly pc: number;
  readonly file: string;
  /** 1-based; 0 = unknown. */
  readonly line: number;
}

export interface SourceLineTotals {
  readonly file: string;
  readonly line: number;
  /** One per space and kind, over the line's instructions. */
  readonly accesses: readonly AccessTotals[];
}

export interface LineSummary {
  /** Totals of each instruction, sorted by pc. */
  readonly instructions: readonly InstructionTotals[];
  /** Totals of each line, sorted by file, then line; instructions without a line are under file '' line 0. */
  readonly lines: readonly SourceLineTotals[];
}

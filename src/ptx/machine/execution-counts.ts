/** How often each instruction ran and with how many lanes: one entry per pc. What the profile is made from. */
import { popcount32 } from '../../base/bits.ts';
import type { Warp } from './warp.ts';

export class ExecutionCounts {
  readonly issues: Float64Array;
  readonly lanes: Float64Array;
  readonly diverged: Float64Array;
  readonly waits: Float64Array;

  constructor(instructions: number) {
    this.issues = new Float64Array(instructions);
    this.lanes = new Float64Array(instructions);
    this.diverged = new Float64Array(instructions);
    this.waits = new Float64Array(instructions);
  }

  /** Before the warp carries out the instruction at `pc` for lanes `mask`. */
  issued(pc: number, mask: number, warp: Warp): void {
    this.issues[pc]++;
    this.lanes[pc] += mask === -1 ? 32 : popcount32(mask);
    if (warp.active !== warp.live) this.diverged[pc]++;
  }
}

/** How often each instruction ran and with how many lanes: what the profile is made from. */
import { popcount32 } from '../../base/bits.ts';
import type { ExecutionProfile } from '../../trace/execution-profile.ts';
import { SharedUses } from './shared-uses.ts';
import type { Warp } from './warp.ts';

/** One entry per pc. */
export type ExecutionColumns = Pick<ExecutionProfile, 'issues' | 'lanes' | 'diverged' | 'waits' | 'offRepeat'>;

export class ExecutionCounts implements ExecutionColumns {
  readonly issues: Float64Array;
  readonly lanes: Float64Array;
  readonly diverged: Float64Array;
  readonly waits: Float64Array;
  readonly offRepeat: Float64Array;
  readonly sharedUses = new SharedUses();

  constructor(instructions: number) {
    this.issues = new Float64Array(instructions);
    this.lanes = new Float64Array(instructions);
    this.diverged = new Float64Array(instructions);
    this.waits = new Float64Array(instructions);
    this.offRepeat = new Float64Array(instructions);
  }

  /** Columns that can be sent, without anything else. */
  get columns(): ExecutionColumns {
    const { issues, lanes, diverged, waits, offRepeat } = this;
    return { issues, lanes, diverged, waits, offRepeat };
  }

  /** Adds what another run of the same program counted. */
  take(other: ExecutionColumns): void {
    for (const name of ['issues', 'lanes', 'diverged', 'waits', 'offRepeat'] as const) {
      const [sum, more] = [this[name], other[name]];
      for (let pc = 0; pc < sum.length; pc++) sum[pc] += more[pc];
    }
  }

  /** Counts an execution, before the warp executes the instruction at `pc` for lanes `mask`. */
  issued(pc: number, mask: number, warp: Warp): void {
    this.issues[pc]++;
    warp.issued++;
    this.lanes[pc] += mask === -1 ? 32 : popcount32(mask);
    if (warp.active !== warp.live) this.diverged[pc]++;
  }
}

/**
 * A barrier of the hardware (`barrier.cta`, `bar`). It completes when as many threads have arrived as the instructions
 * say, and can then be used again. All instructions that use it must name the same number of threads.
 */
import type { RoleState } from './role-state.ts';
import type { StageKnowledge } from './stage-order.ts';

export class NamedBarrier {
  /** Parity of the number of times that it has completed. */
  parity: 0 | 1 = 0;
  arrived = 0;
  /** How many threads it expects; 0 as long as none has arrived. */
  expected = 0;
  readonly gathered: StageKnowledge;
  readonly waiters: RoleState[] = [];

  constructor(gathered: StageKnowledge) {
    this.gathered = gathered;
  }

  /** What is wrong with this arrival, or null. */
  refuses(threads: number, expected: number): string | null {
    if (this.arrived > 0 && expected !== this.expected)
      return `expects ${expected} threads where others expect ${this.expected}`;
    if (this.arrived + threads > expected)
      return `brings ${threads} threads where ${expected - this.arrived} are missing`;
    return null;
  }

  /** True if the arrival completes the barrier. */
  arrive(threads: number, expected: number): boolean {
    this.expected = expected;
    this.arrived += threads;
    if (this.arrived < expected) return false;
    this.parity = this.parity === 0 ? 1 : 0;
    this.arrived = 0;
    this.expected = 0;
    return true;
  }
}

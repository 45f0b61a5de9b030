/**
 * A barrier of the hardware (`barrier.cta`, `bar`): complete when as many threads have arrived as the instructions say, and
 * then ready to be used again. All that take part must name the same number.
 */
import type { RoleState } from './role-state.ts';
import type { StageKnowledge } from './stage-order.ts';

export class NamedBarrier {
  /** Of the number of times that it has completed. */
  parity: 0 | 1 = 0;
  arrived = 0;
  /** 0 while nobody has arrived. */
  expected = 0;
  readonly gathered: StageKnowledge;
  readonly waiters: RoleState[] = [];

  constructor(gathered: StageKnowledge) {
    this.gathered = gathered;
  }

  /** null, or what is wrong with arriving so. */
  refuses(threads: number, expected: number): string | null {
    if (this.arrived > 0 && expected !== this.expected)
      return `expects ${expected} threads where others expect ${this.expected}`;
    if (this.arrived + threads > expected)
      return `brings ${threads} threads where ${expected - this.arrived} are missing`;
    return null;
  }

  /** True where that completes it. */
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

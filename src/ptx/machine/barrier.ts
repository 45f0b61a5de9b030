/** One named barrier of a CTA: who has arrived, who waits, and what a reduction over the arrivals has found so far. */
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

export type PredicateReduction = 'popc' | 'and' | 'or';

export class Barrier {
  readonly id: number;
  /** Threads to wait for; null = all of the CTA. */
  count: number | null = null;
  /** The instruction that came last. */
  at: Operation | null = null;
  arrived: Warp[] = [];
  waiting: Warp[] = [];
  ones = 0;
  zeros = 0;

  constructor(id: number) {
    this.id = id;
  }

  reset(): void {
    this.count = null;
    this.at = null;
    this.arrived = [];
    this.waiting = [];
    this.ones = 0;
    this.zeros = 0;
  }

  get isIdle(): boolean {
    return this.arrived.length === 0;
  }

  result(reduction: PredicateReduction): number {
    if (reduction === 'popc') return this.ones;
    return reduction === 'or' ? Number(this.ones > 0) : Number(this.zeros === 0);
  }
}

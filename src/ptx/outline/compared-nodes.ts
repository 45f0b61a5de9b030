/** What nodes are compared with, and which of these are sums with a register that a loop steps. */
import { addends } from './added-nodes.ts';
import type { AddressSlice, SliceComparison } from './address-slice.ts';
import type { NodeInputs } from './node-inputs.ts';

/** `comparison` bounds the node from above by the other one. */
export interface Bound {
  readonly by: number;
  readonly kind: SliceComparison['kind'];
  /** Whether the node is the left one. */
  readonly isLeft: boolean;
  readonly isLoopEnd: boolean;
  readonly isBeforeStep: boolean;
}

export interface ComparedSum {
  readonly compared: number;
  /** Whether it is the register's value of the next round. */
  readonly isNext: boolean;
  readonly bounds: readonly Bound[];
}

export class ComparedNodes {
  readonly #slice: AddressSlice;
  readonly #inputs: NodeInputs;
  readonly #bounds = new Map<number, Bound[]>();
  /** By register. */
  readonly #sums = new Map<number, readonly ComparedSum[]>();

  constructor(slice: AddressSlice, inputs: NodeInputs) {
    this.#slice = slice;
    this.#inputs = inputs;
    for (const { a, b, ...how } of slice.comparisons) {
      this.#bounds.set(a, [...this.boundsOf(a), { by: b, isLeft: true, ...how }]);
      this.#bounds.set(b, [...this.boundsOf(b), { by: a, isLeft: false, ...how }]);
    }
  }

  boundsOf(index: number): readonly Bound[] {
    return this.#bounds.get(index) ?? [];
  }

  /** What is compared with something, and comes from the register by additions. `of`: its definitions. */
  sumsWith(index: number, of: readonly number[]): readonly ComparedSum[] {
    const known = this.#sums.get(index);
    if (known !== undefined) return known;
    const next = of.filter(one => this.#inputs.of(one).has(index));
    const sums = [...this.#bounds].flatMap(([compared, bounds]): ComparedSum[] => {
      const added = addends(this.#slice, compared, index);
      return added.has(index) ? [{ compared, isNext: next.some(one => added.has(one)), bounds }] : [];
    });
    this.#sums.set(index, sums);
    return sums;
  }
}

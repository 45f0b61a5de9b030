/** For each node of a slice: all nodes that it is computed from, itself among them. */
import type { AddressSlice } from './address-slice.ts';

export class NodeInputs {
  readonly #slice: AddressSlice;
  readonly #known = new Map<number, ReadonlySet<number>>();

  constructor(slice: AddressSlice) {
    this.#slice = slice;
  }

  of(index: number): ReadonlySet<number> {
    const known = this.#known.get(index);
    if (known) return known;
    const found = new Set([index]);
    for (const one of found) {
      const node = this.#slice.nodes[one];
      if ('a' in node) found.add(node.a).add(node.b);
      if (node.op === 'merge') for (const input of node.of) found.add(input);
      if (node.op === 'data') found.add(node.address);
    }
    this.#known.set(index, found);
    return found;
  }

  /** Whether it is computed from any of them. */
  areAmong(index: number, some: ReadonlySet<number>): boolean {
    if (some.size === 0) return false;
    const all = this.of(index);
    for (const one of some) if (all.has(one)) return true;
    return false;
  }
}

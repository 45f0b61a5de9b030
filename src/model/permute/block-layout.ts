/** How one strategy lays a block out in shared memory, and what both sides then cost. */
import type { Exchange } from './exchange.ts';
import type { SideCost, XorBit } from './placement.ts';

export interface BlockLayout {
  readonly strategy: string;
  /** By mode of the block [elements]. */
  readonly strides: readonly number[];
  /** Bits of the element's offset that are XORed into others, some into two; only the strategy `xor` has any. */
  readonly xor: readonly XorBit[];
  /** By the offset that the strides give, where no formula gives the place; only the strategy `table` has one. */
  readonly table: Uint32Array | null;
  /** The block goes from register to register and through no shared memory; only the strategy `register exchange` has one. */
  readonly exchange: Exchange | null;
  readonly sharedBytes: number;
  /** Bytes that hold no element. */
  readonly waste: number;
  readonly fits: boolean;
  /** Whether 16 bytes that are adjacent and aligned in the input stay so in shared memory. */
  readonly keepsAlignment: boolean;
  readonly store: SideCost;
  readonly load: SideCost;
  readonly why: string;
  /** Whether it is known that no padding by whole words costs less. */
  readonly proved: boolean;
}

/** How one strategy lays out a block in shared memory, and what both sides then cost. */
import type { Exchange } from './exchange.ts';
import type { SideCost, XorBit } from './placement.ts';

export interface BlockLayout {
  readonly strategy: string;
  /** The stride of each mode of the block [elements]. */
  readonly strides: readonly number[];
  /** Bits of the element's offset that are XORed into other bits, some into two. Only the strategy `xor` has any. */
  readonly xor: readonly XorBit[];
  /**
   * If no formula gives the place: the place, indexed by the offset that the strides give. Only the strategy `table`
   * has one.
   */
  readonly table: Uint32Array | null;
  /**
   * If the block goes from register to register, without shared memory: the exchange. Only the strategy `register
   * exchange` has one.
   */
  readonly exchange: Exchange | null;
  readonly sharedBytes: number;
  /** Bytes that hold no element. */
  readonly waste: number;
  readonly fits: boolean;
  /** Whether 16 bytes that are adjacent and aligned in the input are still so in shared memory. */
  readonly keepsAlignment: boolean;
  readonly store: SideCost;
  readonly load: SideCost;
  readonly why: string;
  /** Whether it is proved that no padding by whole words costs less. */
  readonly proved: boolean;
}

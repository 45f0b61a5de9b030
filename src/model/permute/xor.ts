/**
 * XOR of bank bits with higher bits of an element's offset. Each line of 128 bytes is permuted within itself, as the
 * line's number says. No byte is added. The lanes of a phase count through a few bits of the offset, and these must give
 * them different banks:
 *
 *   offset, 32 x 32 words    r r r r r c c c c c     the load's lanes count r, the bank is c
 *   placed                   r r r r r c^r . . .     now the bank depends on both
 *
 * If all extents are powers of two, a formula without conflicts always exists, for elements and for vectors. The store's
 * lanes count the bits S, the load's lanes count L; `end` is the first bit above the bank bits. A bit of S or L at or
 * above `end` must be XORed into a bank bit that its own side leaves idle. A bit in only one set takes any such bit. A
 * bit in both sets takes one that both sides leave idle. If there are none left, the store still has idle bits of its
 * own, and so has the load, since a side has no more lane bits than there are bank bits; the bit then takes one of each.
 * So each side sees a permutation of bits.
 */

import type { AccessSide } from '../../trace/access-trace.ts';
import type { BlockMove } from './block.ts';
import { laneOrder, type XorBit } from './placement.ts';
import { bankStepElements, lanesPerPhase, residueElements } from './strides.ts';

export const isPowerOfTwo = (n: number): boolean => Number.isInteger(Math.log2(n));

/** Bits of an offset that select the bank: from `lowest` up to, but without, `end`. */
export const bankBits = (elementBytes: number) => ({
  lowest: Math.log2(bankStepElements(elementBytes)),
  end: Math.log2(residueElements(elementBytes)),
});

/** A formula without conflicts on either side; null if some extent is no power of two. */
export function xorBits(move: BlockMove): readonly XorBit[] | null {
  if (!move.modes.every(mode => isPowerOfTwo(mode.extent))) return null;
  const { lowest, end } = bankBits(move.elementBytes);
  const bits = Array.from({ length: end - lowest }, (_, i) => lowest + i);
  const [store, load] = (['store', 'load'] as const).map(side => {
    const lanes = laneBits(side, move);
    return { high: lanes.filter(bit => bit >= end), idle: bits.filter(bit => !lanes.includes(bit)) };
  });
  return matched(store, load);
}

interface SideBits {
  /** Lane bits that do not reach a bank bit. */
  readonly high: readonly number[];
  /** Bank bits that no lane changes. */
  readonly idle: readonly number[];
}

function matched(store: SideBits, load: SideBits): XorBit[] {
  const common = store.high.filter(bit => load.high.includes(bit));
  const shared = store.idle.filter(bit => load.idle.includes(bit));
  const pairsOf = ({ high, idle }: SideBits): XorBit[] => {
    const targets = [...shared, ...idle.filter(bit => !shared.includes(bit))];
    return [...common, ...high.filter(bit => !common.includes(bit))].map((from, i) => ({ bit: targets[i], from }));
  };
  const stores = pairsOf(store);
  const isNew = (pair: XorBit) => !stores.some(({ bit, from }) => bit === pair.bit && from === pair.from);
  return [...stores, ...pairsOf(load).filter(isNew)];
}

/** Bits of an unpadded offset in which the words of a phase's lanes differ. */
function laneBits(side: AccessSide, move: BlockMove): number[] {
  const bitsOf = offsetBits(move);
  const first = Math.log2(move.vectors[side]);
  return laneOrder(side, move)
    .flatMap(mode => bitsOf[mode])
    .slice(first, first + Math.log2(lanesPerPhase(move.elementBytes)))
    .filter(bit => bit >= bankBits(move.elementBytes).lowest);
}

/** For each mode, the bits of an unpadded offset that count it, lowest first. */
function offsetBits({ modes, storeOrder }: BlockMove): number[][] {
  const bits: number[][] = modes.map(() => []);
  let bit = 0;
  for (const mode of storeOrder) {
    const width = Math.log2(modes[mode].extent);
    const first = bit;
    bits[mode] = Array.from({ length: width }, (_, i) => first + i);
    bit += width;
  }
  return bits;
}

/**
 * A layout without padding for blocks whose extents are powers of two. The lanes of a phase count through a few bits of
 * the element's offset: in the order of the input through the lowest, in the order of the output through others. Where
 * one of these others lies above the bits that select a bank, it is XORed into a bank bit that the load would leave alone:
 *
 *   offset, 32 x 32 words    r r r r r c c c c c     the load's lanes count r, the banks see c
 *   placed                   r r r r r c^r . . .     now they see both
 *
 * XOR with higher bits permutes each line within itself, so stores stay free of conflicts.
 */
import type { BlockMove } from './block.ts';
import type { XorBit } from './placement.ts';
import { bankStepElements, lanesPerPhase, residueElements } from './strides.ts';

const isPowerOfTwo = (n: number): boolean => Number.isInteger(Math.log2(n));

/** Null where an extent is no power of two. */
export function xorBits(move: BlockMove): readonly XorBit[] | null {
  const { modes, loadOrder, elementBytes } = move;
  if (!modes.every(mode => isPowerOfTwo(mode.extent))) return null;
  const bitsOf = offsetBits(move);
  const laneBits = loadOrder.flatMap(mode => bitsOf[mode]).slice(0, Math.log2(lanesPerPhase(elementBytes)));
  const lowest = Math.log2(bankStepElements(elementBytes));
  const end = Math.log2(residueElements(elementBytes));
  const idle = Array.from({ length: end - lowest }, (_, i) => lowest + i).filter(bit => !laneBits.includes(bit));
  return laneBits.filter(bit => bit >= end).map((from, i) => ({ bit: idle[i], from }));
}

/** By mode: the bits of an unpadded offset that count it, lowest first. */
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

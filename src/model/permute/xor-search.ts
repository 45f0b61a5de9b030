/**
 * XOR where some extent is no power of two. Offsets then have carries, and no formula is known to be free of conflicts;
 * but any XOR of bank bits with bits of the line's number keeps each line of 128 bytes within itself, so some are tried
 * and costed exactly: first runs of neighbouring bits (a stride's largest power of two leaves as many of the lowest bank
 * bits idle, and some of the line's bits count what is lost), then single bits more or less in the best.
 */
import { type BlockMove, elementsOf } from './block.ts';
import { type Placement, placedOffset, sideCost, wavefrontsUpTo, type XorBit } from './placement.ts';
import { unpaddedStrides } from './strides.ts';
import { bankBits } from './xor.ts';

/** Elements that are placed and costed in all trials together: some milliseconds. */
const MOST_PLACED = 100_000;

export interface XorOutcome {
  readonly bits: readonly XorBit[];
  /** Formulas that were costed. */
  readonly tried: number;
}

/** Never worse than no XOR. */
export function searchXor(move: BlockMove): XorOutcome {
  const search = new XorSearch(move);
  search.offer([]);
  for (const bits of runs(move)) search.offer(bits);
  const all = singles(move);
  for (let best: readonly XorBit[] = []; best !== search.best; ) {
    best = search.best;
    for (const bit of all) search.offer(toggled(best, bit));
  }
  return { bits: search.best, tried: search.tried };
}

class XorSearch {
  best: readonly XorBit[] = [];
  tried = 0;
  readonly #move: BlockMove;
  readonly #strides: readonly number[];
  readonly #elements: number;
  readonly #ideal: number;
  #wavefronts = Number.POSITIVE_INFINITY;

  constructor(move: BlockMove) {
    this.#move = move;
    this.#strides = unpaddedStrides(move);
    this.#elements = elementsOf(move.modes);
    this.#ideal = (['store', 'load'] as const).reduce(
      (sum, side) => sum + sideCost(side, move, this.#placementOf([])).ideal,
      0,
    );
  }

  offer(bits: readonly XorBit[]): void {
    if (this.#wavefronts === this.#ideal || this.tried * this.#elements > MOST_PLACED) return;
    this.tried++;
    const placement = this.#placementOf(bits);
    const most = this.#wavefronts - 1;
    const load = wavefrontsUpTo(most, 'load', this.#move, placement);
    const wavefronts = load > most ? load : load + wavefrontsUpTo(most - load, 'store', this.#move, placement);
    if (wavefronts > most) return;
    this.best = bits;
    this.#wavefronts = wavefronts;
  }

  /** Looked up element by element, which is quicker than to XOR bit by bit. */
  #placementOf(bits: readonly XorBit[]): Placement {
    const { end } = bankBits(this.#move.elementBytes);
    const line = 2 ** end;
    const table = new Uint32Array(this.#elements);
    for (let first = 0; first < table.length; first += line) {
      const turned = placedOffset(first, { xor: bits, table: null });
      for (let offset = first; offset < Math.min(first + line, table.length); offset++)
        table[offset] = turned ^ (offset - first);
    }
    return { strides: this.#strides, xor: [], table };
  }
}

/** Neighbouring bits of a line's number into neighbouring bank bits. */
function runs(move: BlockMove): XorBit[][] {
  const { lowest, end } = bankBits(move.elementBytes);
  const top = Math.ceil(Math.log2(elementsOf(move.modes)));
  const all: XorBit[][] = [];
  for (let width = end - lowest; width > 0; width--)
    for (let bit = lowest; bit + width <= end; bit++)
      for (let from = end; from + width <= top; from++)
        all.push(Array.from({ length: width }, (_, i) => ({ bit: bit + i, from: from + i })));
  return all;
}

const singles = (move: BlockMove): XorBit[] => runs(move).flatMap(run => (run.length === 1 ? run : []));

const toggled = (bits: readonly XorBit[], { bit, from }: XorBit): XorBit[] => {
  const others = bits.filter(other => other.bit !== bit || other.from !== from);
  return others.length < bits.length ? others : [...bits, { bit, from }];
};

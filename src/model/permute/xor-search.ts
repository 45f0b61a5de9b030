/**
 * XOR where some extent is no power of two. Offsets then have carries, and no formula is known to be free of conflicts;
 * but any XOR of bank bits with bits of the line's number keeps each line of 128 bytes within itself, so some are tried
 * and costed exactly: first runs of neighbouring bits (a stride's largest power of two leaves as many of the lowest bank
 * bits idle, and some of the line's bits count what is lost), then single bits more or less in the best.
 */
import { LANES } from '../../base/hardware.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { mostInBank, type Phases } from './phases.ts';
import { placedOffset, type XorBit } from './placement.ts';
import { sidePhases } from './side-cost.ts';
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
  readonly #elements: number;
  readonly #elementBytes: number;
  /** Loads first: nothing but they conflict without XOR. */
  readonly #sides: readonly Phases[];
  readonly #ideal: number;
  #wavefronts = Number.POSITIVE_INFINITY;

  constructor(move: BlockMove) {
    this.#elements = elementsOf(move.modes);
    this.#elementBytes = move.elementBytes;
    const unpadded = { strides: unpaddedStrides(move), xor: [], table: null };
    this.#sides = (['load', 'store'] as const).map(side => sidePhases(side, move, unpadded));
    this.#ideal = this.#sides.reduce(
      (sum, { ends }) => sum + ends.filter((end, i) => end > (ends[i - 1] ?? 0)).length,
      0,
    );
  }

  offer(bits: readonly XorBit[]): void {
    if (this.#wavefronts === this.#ideal || this.tried * this.#elements > MOST_PLACED) return;
    this.tried++;
    const turns = this.#turnsOf(bits);
    const most = this.#wavefronts - 1;
    const wavefronts = this.#sides.reduce((sum, phases) => turnedWavefronts(phases, turns, sum, most), 0);
    if (wavefronts > most) return;
    this.best = bits;
    this.#wavefronts = wavefronts;
  }

  #turnsOf(bits: readonly XorBit[]): Turns {
    const { lowest, end } = bankBits(this.#elementBytes);
    const byLine = Uint8Array.from({ length: Math.ceil(this.#elements / 2 ** end) }, (_, line) => {
      const first = line << end;
      return (placedOffset(first, { xor: bits, table: null }) ^ first) >>> lowest;
    });
    return { lineBits: end - lowest, byLine };
  }
}

/** XOR as words see it: lines are whole words, and so are the bits that it changes. */
interface Turns {
  /** Of a word's number, those below its line's. */
  readonly lineBits: number;
  /** What the number of each word of a line is XORed with. */
  readonly byLine: Uint8Array;
}

const turned = new Int32Array(LANES);

/** `before` and this side's wavefronts; some number above `most` as soon as there are more. */
function turnedWavefronts({ words, ends }: Phases, turns: Turns, before: number, most: number): number {
  const { lineBits, byLine } = turns;
  let wavefronts = before;
  for (let phase = 0, first = 0; phase < ends.length && wavefronts <= most; first = ends[phase++]) {
    const count = ends[phase] - first;
    for (let i = 0; i < count; i++) turned[i] = words[first + i] ^ byLine[words[first + i] >>> lineBits];
    wavefronts += mostInBank(turned, 0, count, 1 << lineBits);
  }
  return wavefronts;
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

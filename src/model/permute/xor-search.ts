/**
 * Searches an XOR for blocks in which some extent is no power of two. Offsets then have carries, and no formula is known
 * to be free of conflicts. But any XOR of bank bits with bits of the line's number only moves elements within their line
 * of 128 bytes, so the search tries some and computes their exact cost. First it tries runs of neighbouring bits: a
 * stride's largest power of two leaves as many of the lowest bank bits idle, and some bits of the line's number can
 * replace them. Then it adds single bits to the best one, or removes them.
 */
import { LANES } from '../../base/hardware.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { mostInBank, type Phases } from './phases.ts';
import { placedOffset, type XorBit } from './placement.ts';
import { sidePhases } from './side-cost.ts';
import { unpaddedStrides } from './strides.ts';
import { bankBits } from './xor.ts';

/** The search stops after it has placed this many elements in all trials together: some milliseconds. */
const MOST_PLACED = 100_000;

export interface XorOutcome {
  readonly bits: readonly XorBit[];
  /** How many formulas had their cost computed. */
  readonly tried: number;
}

/** The result is never worse than without XOR. */
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
  /** Loads come first, since without XOR only they conflict. */
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

/** The XOR as it acts on words. Lines are whole words, and the XOR changes only bits of word numbers. */
interface Turns {
  /** How many bits of a word's number lie below the number of its line. */
  readonly lineBits: number;
  /** For each line, the number with which the number of each of its words is XORed. */
  readonly byLine: Uint8Array;
}

const turned = new Int32Array(LANES);

/** `before` plus this side's wavefronts. As soon as the sum exceeds `most`, some number above `most`. */
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

/** XORs neighbouring bits of a line's number into neighbouring bank bits. */
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

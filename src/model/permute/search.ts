/**
 * The paddings of a block by branch and bound: fewest wavefronts first, then fewest bytes. The fastest mode keeps
 * stride 1 (any other multiplies the block's size); every other stride takes the least value of each residue modulo 32
 * words, which is all that banks can tell apart: larger values of a residue only need more bytes.
 */
import type { BlockMove } from './block.ts';
import { spanElements } from './placement.ts';
import { leastWavefronts, padStepElements, type SearchWarp, searchWarps } from './search-warps.ts';
import { residueElements, unpaddedStrides } from './strides.ts';

/** Costing a warp takes about half a microsecond. */
const MOST_WARPS = 10_000;

export interface SearchOutcome {
  readonly strides: readonly number[];
  /** Whether every padding was costed or excluded. */
  readonly proved: boolean;
  /** Partial and whole layouts that were costed. */
  readonly nodes: number;
}

/** `starts` are layouts to be better than, beside the one without padding; those that do not fit are left out. Null where nothing fits. */
export function searchPadding(move: BlockMove, starts: readonly (readonly number[])[]): SearchOutcome | null {
  const search = new PaddingSearch(move);
  for (const strides of [unpaddedStrides(move), ...starts]) search.offer(strides);
  if (move.modes.length > 0) search.place(0, 1);
  return search.outcome();
}

class PaddingSearch {
  readonly #move: BlockMove;
  readonly #warps: readonly SearchWarp[];
  readonly #strides: number[];
  readonly #ideal: number;
  readonly #padStep: number;
  #best: readonly number[] | null = null;
  #wavefronts = Number.POSITIVE_INFINITY;
  #span: number;
  #nodes = 0;
  #costed = 0;
  #stopped = false;

  constructor(move: BlockMove) {
    this.#move = move;
    this.#warps = [...searchWarps('store', move), ...searchWarps('load', move)];
    this.#ideal = this.#warps.reduce((sum, warp) => sum + warp.ideal, 0);
    this.#padStep = padStepElements(move);
    this.#strides = move.modes.map(() => 1);
    this.#span = Math.floor(move.sharedBytes / move.elementBytes) + 1;
  }

  offer(strides: readonly number[]): void {
    const span = spanElements(this.#move.modes, strides);
    if (this.#canFit(span)) this.#keep(strides, this.#wavefrontsOf(strides, strides.length), span);
  }

  /** Tries every stride of the mode after the first `placed`, and what follows. */
  place(placed: number, least: number): void {
    const { modes, storeOrder, elementBytes } = this.#move;
    const { extent } = modes[storeOrder[placed]];
    const pads = placed === 0 || extent === 1 ? 1 : residueElements(elementBytes);
    for (let pad = 0; pad < pads && !this.#stopped; pad += this.#padStep) {
      this.#setFrom(placed, least + pad);
      const span = spanElements(modes, this.#strides);
      if (!this.#canFit(span)) return;
      const wavefronts = this.#wavefrontsOf(this.#strides, placed + 1);
      if (!this.#isBetter(wavefronts, span)) continue;
      if (placed + 1 === modes.length) this.#keep(this.#strides.slice(), wavefronts, span);
      else this.place(placed + 1, (least + pad) * extent);
    }
  }

  outcome(): SearchOutcome | null {
    if (this.#best === null) return null;
    return { strides: this.#best, proved: !this.#stopped, nodes: this.#nodes };
  }

  /** One mode's stride, and the least ones behind it. */
  #setFrom(placed: number, stride: number): void {
    let least = stride;
    for (const mode of this.#move.storeOrder.slice(placed)) {
      this.#strides[mode] = least;
      least *= this.#move.modes[mode].extent;
    }
  }

  #canFit = (span: number): boolean => span * this.#move.elementBytes <= this.#move.sharedBytes;

  #isBetter = (wavefronts: number, span: number): boolean =>
    wavefronts < this.#wavefronts || (wavefronts === this.#wavefronts && span < this.#span);

  #keep(strides: readonly number[], wavefronts: number, span: number): void {
    if (!this.#isBetter(wavefronts, span)) return;
    this.#best = strides;
    this.#wavefronts = wavefronts;
    this.#span = span;
  }

  /** A lower bound of the placed modes' cost, exact when all are placed; too many as soon as there are more than the best has. */
  #wavefrontsOf(strides: readonly number[], placed: number): number {
    this.#nodes++;
    let wavefronts = this.#ideal;
    for (const warp of this.#warps) {
      wavefronts += leastWavefronts(warp, strides, placed) - warp.ideal;
      this.#costed++;
      if (wavefronts > this.#wavefronts) break;
    }
    if (this.#costed > MOST_WARPS) this.#stopped = true;
    return wavefronts;
  }
}

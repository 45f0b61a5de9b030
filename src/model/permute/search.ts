/**
 * Searches the paddings of a block by branch and bound: fewest wavefronts first, then fewest bytes. The fastest mode
 * keeps stride 1, since any other stride multiplies the block's size. Every other stride takes the least value of each
 * residue modulo 32 words; banks cannot tell larger values apart, and these only need more bytes.
 */
import type { BlockMove } from './block.ts';
import { spanElements } from './placement.ts';
import { leastWavefronts, type SearchWarp, searchWarps } from './search-warps.ts';
import { padStepElements, residueElements, unpaddedStrides } from './strides.ts';

/** The search stops after it has computed the cost of this many warps: some milliseconds. */
const MOST_WORK = 30_000;

export interface SearchOutcome {
  readonly strides: readonly number[];
  /** Whether the cost of every padding was computed or excluded. */
  readonly proved: boolean;
  /** How many partial and whole layouts had their cost computed. */
  readonly nodes: number;
}

/**
 * @param starts layouts that the search must improve on, besides the one without padding; those that do not fit are left
 * out. Paddings without a conflict are searched first, unless it is known that there are none, since they exclude most
 * others at once. Null if nothing fits.
 */
export function searchPadding(
  move: BlockMove,
  starts: readonly (readonly number[])[],
  mayBeFree = true,
): SearchOutcome | null {
  const warps = [...searchWarps('store', move), ...searchWarps('load', move)];
  let nodes = 0;
  for (const mostExcess of mayBeFree ? [0, Number.POSITIVE_INFINITY] : [Number.POSITIVE_INFINITY]) {
    const search = new PaddingSearch(move, warps, mostExcess);
    for (const strides of [unpaddedStrides(move), ...starts]) search.offer(strides);
    if (move.modes.length > 0) search.place(0, 1);
    nodes += search.nodes;
    if (search.best !== null) return { strides: search.best, proved: !search.stopped, nodes };
  }
  return null;
}

class PaddingSearch {
  readonly #move: BlockMove;
  readonly #warps: SearchWarp[];
  readonly #strides: number[];
  readonly #ideal: number;
  readonly #padStep: number;
  best: readonly number[] | null = null;
  nodes = 0;
  stopped = false;
  #wavefronts: number;
  #span: number;
  #work = 0;

  /** The search skips layouts with more wavefronts above the ideal than this. */
  constructor(move: BlockMove, warps: readonly SearchWarp[], mostExcess: number) {
    this.#move = move;
    this.#warps = warps.slice();
    this.#ideal = this.#warps.reduce((sum, warp) => sum + warp.ideal, 0);
    this.#wavefronts = this.#ideal + mostExcess;
    this.#padStep = padStepElements(move);
    this.#strides = move.modes.map(() => 1);
    this.#span = Math.floor(move.sharedBytes / move.elementBytes) + 1;
  }

  offer(strides: readonly number[]): void {
    const span = spanElements(this.#move.modes, strides);
    if (this.#canFit(span)) this.#keep(strides, this.#wavefrontsOf(strides, strides.length), span);
  }

  /** Tries every stride of the mode that follows the first `placed` ones, and then the modes after it. */
  place(placed: number, least: number): void {
    const { modes, storeOrder, elementBytes } = this.#move;
    const { extent } = modes[storeOrder[placed]];
    const pads = placed === 0 || extent === 1 ? 1 : residueElements(elementBytes);
    for (let pad = 0; pad < pads && !this.stopped; pad += this.#padStep) {
      this.#setFrom(placed, least + pad);
      const span = spanElements(modes, this.#strides);
      if (!this.#canFit(span) || (this.#wavefronts === this.#ideal && span >= this.#span)) return;
      const wavefronts = this.#wavefrontsOf(this.#strides, placed + 1);
      if (!this.#isBetter(wavefronts, span)) continue;
      if (placed + 1 === modes.length) this.#keep(this.#strides.slice(), wavefronts, span);
      else this.place(placed + 1, (least + pad) * extent);
    }
  }

  /** Sets the stride of one mode, with the smallest possible strides for the modes after it. */
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
    this.best = strides;
    this.#wavefronts = wavefronts;
    this.#span = span;
  }

  /**
   * A lower bound of the placed modes' cost, exact when all are placed. It stops as soon as the cost exceeds that of the
   * best layout.
   */
  #wavefrontsOf(strides: readonly number[], placed: number): number {
    this.nodes++;
    let wavefronts = this.#ideal;
    for (let i = 0; i < this.#warps.length && wavefronts <= this.#wavefronts; i++) {
      const warp = this.#warps[i];
      wavefronts += leastWavefronts(warp, strides, placed) - warp.ideal;
      this.#work += warp.work;
      // A warp that is expensive in one layout is expensive in many. With such warps first, the sum exceeds the best
      // one's sooner.
      if (wavefronts > this.#wavefronts && i > 0) [this.#warps[i - 1], this.#warps[i]] = [warp, this.#warps[i - 1]];
    }
    if (this.#work > MOST_WORK) this.stopped = true;
    return wavefronts;
  }
}

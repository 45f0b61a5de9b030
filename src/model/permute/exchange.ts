/**
 * A permutation through registers alone, for a skinny dimension. A warp reads as many whole lines as the dimension has
 * elements, in the order of the input. The lanes exchange elements; then each register of the warp is a whole line of the
 * output.
 */
import { LANES } from '../../base/hardware.ts';
import type { BlockMove } from './block.ts';
import { product } from './permutation.ts';

export interface Exchange {
  /** Extent of the skinny dimension, which is how many lines a warp holds at once, one per register. */
  readonly lines: number;
  /** Whether the dimension is fastest in the input (its lines are split) or in the output (lines are interleaved). */
  readonly skinny: 'input' | 'output';
  /**
   * Shuffles of a warp for all its lines, for elements of up to 4 bytes. Elements of 8 and 16 bytes take two and four
   * times as many.
   */
  readonly shuffles: number;
}

const MOST_LINES = 8;

/**
 * The exchange for a skinny dimension of 2 to 8 elements that lies whole in the block and is fastest on one side. Its
 * neighbour must have a line's elements and be fastest on the other side; this shows that the skinny dimension is in the
 * block whole.
 */
export function exchangeFor(move: BlockMove): Exchange | null {
  const input = dimsOf(move, move.storeOrder);
  const output = dimsOf(move, move.loadOrder);
  if (joins(move, input, output)) return exchangeOf(move, input[0], 'input');
  return joins(move, output, input) ? exchangeOf(move, output[0], 'output') : null;
}

/** Dimensions in the order of their first mode. */
const dimsOf = ({ modes }: BlockMove, order: readonly number[]): number[] => [
  ...new Set(order.map(mode => modes[mode].dim)),
];

const extentOf = ({ modes }: BlockMove, dim: number): number =>
  product(modes.filter(mode => mode.dim === dim).map(mode => mode.extent));

function joins(move: BlockMove, [skinny, next]: readonly number[], [fastest]: readonly number[]): boolean {
  if (next === undefined || next !== fastest) return false;
  const lines = extentOf(move, skinny);
  return lines >= 2 && lines <= MOST_LINES && extentOf(move, next) >= LANES;
}

function exchangeOf(move: BlockMove, dim: number, skinny: Exchange['skinny']): Exchange {
  const lines = extentOf(move, dim);
  return { lines, skinny, shuffles: lines - oddPart(lines) };
}

/** The greatest odd factor of 2 to 8 lines. */
export const oddPart = (lines: number): number => lines / (lines & -lines);

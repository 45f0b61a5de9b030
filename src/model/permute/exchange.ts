/**
 * A permutation through registers alone, for a skinny dimension: a warp reads as many whole lines as the dimension has
 * elements, in the order of the input; lanes exchange; then each register of the warp is a whole line of the output.
 */
import { LANES } from '../../base/hardware.ts';
import type { BlockMove } from './block.ts';
import { product } from './permutation.ts';

export interface Exchange {
  /** Extent of the skinny dimension: lines that a warp holds at once, one per register. */
  readonly lines: number;
  /** Whether it is fastest in the input (its lines are taken apart) or in the output (lines are woven together). */
  readonly skinny: 'input' | 'output';
  /** Shuffles of a warp for all its lines, for elements of up to 4 bytes; 8 and 16 bytes take two and four times as many. */
  readonly shuffles: number;
}

const MOST_LINES = 8;

/**
 * For a whole skinny dimension of 2 to 8 elements that is fastest on one side, beside one that has a line's elements and is
 * fastest on the other side. Such a neighbour shows that the skinny dimension is in the block whole.
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

/** Of 2 to 8 lines. */
export const oddPart = (lines: number): number => lines / (lines & -lines);

/**
 * A permutation through registers alone, for a skinny dimension: a warp reads as many whole lines as the dimension has
 * elements, in the order of the input; lanes exchange; then each register of the warp is a whole line of the output.
 */

export interface Exchange {
  /** Extent of the skinny dimension: lines that a warp holds at once, one per register. */
  readonly lines: number;
  /** Whether it is fastest in the input (its lines are taken apart) or in the output (lines are woven together). */
  readonly skinny: 'input' | 'output';
  /** Shuffles of a warp for all its lines, for elements of up to 4 bytes; 8 and 16 bytes take two and four times as many. */
  readonly shuffles: number;
}

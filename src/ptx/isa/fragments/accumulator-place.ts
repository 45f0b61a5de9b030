/**
 * Places of the sums of `tcgen05.mma` in tensor memory (PTX ISA, "tcgen05: Data path layout organization"). Rows count
 * in their CTA. Sums of 16 bits have a column each, as those of 32.
 */
import type { TensorRectangle } from '../../machine/tensor-state.ts';

export interface AccumulatorPlace {
  /** Columns of tensor memory that N columns of D take. */
  readonly columns: number;
  readonly laneOf: (row: number, column: number) => number;
  readonly columnOf: (column: number) => number;
  /** How often rows of A that are in tensor memory are there: every so many lanes. */
  readonly copyLanes: number;
  readonly rectangles: readonly TensorRectangle[];
  /** Lanes at which the whole may start. */
  readonly starts: readonly number[];
}

const ALL_LANES = 128;

/** `rows`: of one CTA. `isPaired`: half of a product of two CTAs. `isStationary`: of `.ws`. */
export function accumulatorPlace(
  rows: number,
  columns: number,
  isPaired: boolean,
  isStationary: boolean,
): AccumulatorPlace {
  if (rows === 64 && !isPaired && !isStationary) return inHalfQuarters(columns);
  // If a CTA has fewer than 128 rows, the other lanes hold the columns' second half, or quarters.
  const parts = ALL_LANES / rows;
  const width = columns / parts;
  return {
    columns: width,
    laneOf: (row, column) => row + rows * Math.floor(column / width),
    columnOf: column => column % width,
    copyLanes: rows,
    rectangles: [{ lane: 0, lanes: ALL_LANES, column: 0, columns: width }],
    starts: [0],
  };
}

/** 64 rows of one CTA: 16 in each quarter of the lanes, its lower or its upper ones. */
const inHalfQuarters = (columns: number): AccumulatorPlace => ({
  columns,
  laneOf: row => 32 * (row >> 4) + (row & 15),
  columnOf: column => column,
  copyLanes: ALL_LANES,
  rectangles: [0, 32, 64, 96].map(lane => ({ lane, lanes: 16, column: 0, columns })),
  starts: [0, 16],
});

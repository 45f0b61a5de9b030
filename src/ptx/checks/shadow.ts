/**
 * Of each cell of device memory: its last write, its last read, and one more read, by whom and where. In pages that are made when
 * something touches them.
 */

/** Cells of a page, as a power of two. */
export const PAGE_SHIFT = 12;
const PAGE_CELLS = 2 ** PAGE_SHIFT;
/** Where the marks of a page have those of a cell. */
export const markOf = (cell: number): number => 2 * (cell & (PAGE_CELLS - 1));

/** Accesses of a page's cells, two words each: the segment (0 for none), and the place. */
export type Marks = Int32Array;

export interface ShadowPage {
  /** Each null before the first. */
  writes: Marks | null;
  reads: Marks | null;
  /** Of another warp than the last read, and of another cluster, where there was one. */
  others: Marks | null;
}

export const newMarks = (): Marks => new Int32Array(2 * PAGE_CELLS);

export type Shadow = Map<number, ShadowPage>;

/** How strong an access is: 0 plain, else one more than its scope. */
export type Strong = 0 | 1 | 2 | 3;

const LANE_BITS = 6;
const STRONG_BITS = 2;
export const PLACE_BITS = LANE_BITS + STRONG_BITS;

/** A lane of an instruction; in place of the lane `SEVERAL`, or `ENGINE`. */
export const placeAt = (pc: number, strong: Strong, lane: number): number =>
  (pc << PLACE_BITS) | (strong << LANE_BITS) | lane;
export const pcOf = (place: number): number => place >>> PLACE_BITS;
export const strongOf = (place: number): Strong => ((place >>> LANE_BITS) & (2 ** STRONG_BITS - 1)) as Strong;
export const laneOfPlace = (place: number): number => place & (2 ** LANE_BITS - 1);
export const ofSeveralLanes = (place: number): number => (place & ~(2 ** LANE_BITS - 1)) | SEVERAL_LANES;
export const SEVERAL_LANES = 32;
/** A copy engine, for the thread that asked it. */
export const ENGINE = 33;

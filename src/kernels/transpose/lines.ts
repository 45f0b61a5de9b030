/**
 * Which part of the tile a warp's request runs along: a row when it stores, a column when it loads. Both ways, so that a
 * picture can name the line of a warp, and find the warp of a line.
 */
import { LANES } from '../../trace/access-trace.ts';
import { threadRows } from './geometry.ts';
import type { TransposeParams } from './params.ts';

/** 32 elements of a row or column. */
export interface TileLine {
  readonly index: number;
  /** Place of lane 0 along the line. */
  readonly first: number;
}

/** A warp, and which of its requests on one side it is. */
export interface LineRequest {
  readonly warp: number;
  readonly request: number;
}

/** Warps that share a row of threads. */
const warpsPerLine = ({ tile }: TransposeParams): number => tile / LANES;

/** A pass steps down the tile by as many lines as there are rows of threads. */
export const lineOf = (p: TransposeParams, { warp, request }: LineRequest): TileLine => ({
  index: Math.floor(warp / warpsPerLine(p)) + threadRows(p) * request,
  first: (warp % warpsPerLine(p)) * LANES,
});

/** Of the warps along a line, the one with the same part of it as `near`. */
export const requestOnLine = (p: TransposeParams, index: number, near: LineRequest): LineRequest => ({
  warp: (index % threadRows(p)) * warpsPerLine(p) + (near.warp % warpsPerLine(p)),
  request: Math.floor(index / threadRows(p)),
});

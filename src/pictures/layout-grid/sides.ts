/**
 * Rows and columns of a layout's cells: mode 0 goes down, mode 1 to the right, as CuTe prints them; a further mode repeats the
 * whole as slices, where they make it less long. A mode much longer than the other is cut into slices, too, and one mode
 * alone goes to the right, in lines.
 */
import { type IntTuple, isInt, product } from '../../model/layout/int-tuple.ts';

export interface GridSide {
  readonly count: number;
  /** Number that a row or column adds to the number of a cell. */
  readonly adds: (index: number) => number;
  /** The row or column of a cell. */
  readonly indexOf: (cell: number) => number;
  /** Cells per group that a gap may follow, smallest first. */
  readonly groups: readonly number[];
  /** Rows or columns of one slice: their numbers begin again. */
  readonly slice: number;
}

export interface GridSides {
  readonly rows: GridSide;
  readonly columns: GridSide;
  /** Cells; the last line may be cut short. */
  readonly size: number;
}

/** A length along a side, and how far one step of it counts. */
interface Leaf {
  readonly length: number;
  readonly weight: number;
}

/** Slices go on to the right while the whole is not wider than this many times its height. */
const WIDEST = 2;

/** @param lineCells how many cells of a single mode fit in a line. */
export function sidesOf(shape: IntTuple, lineCells: number): GridSides {
  const size = product(shape);
  const modes = leavesByMode(shape);
  if (modes.length < 2) return oneMode(modes.flat(), size, lineCells);
  const [rows, columns] = [[...modes[0]], [...modes[1]]];
  const most = Math.min(MOST_ALONG, Math.max(lineCells, Math.ceil(Math.sqrt(size))));
  const [high, wide] = [countOf(rows), countOf(columns)];
  const beyondColumns = isLong(wide, high, lineCells) ? cutFrom(columns, most) : [];
  const beyondRows = isLong(high, wide, lineCells) ? cutFrom(rows, most) : [];
  const [height, width] = [countOf(rows), countOf(columns)];
  rows.push(...beyondColumns);
  columns.push(...beyondRows);
  for (const leaves of modes.slice(2)) (countOf(columns) <= WIDEST * countOf(rows) ? columns : rows).push(...leaves);
  return { rows: sideOf(rows, height), columns: sideOf(columns, width), size };
}

/** A side that would leave no room for its cells, while the other one is short. */
const isLong = (count: number, other: number, lineCells: number): boolean => count > 2 * lineCells && count > 4 * other;

/** Takes what is beyond so many cells off a side, at a place where whole slices remain. */
function cutFrom(leaves: Leaf[], most: number): Leaf[] {
  let count = 1;
  for (const [at, { length, weight }] of leaves.entries()) {
    if (count * length > most) {
      const kept = largestDivisor(length, most / count);
      const inner = kept === 1 ? [] : [{ length: kept, weight }];
      const beyond = { length: length / kept, weight: weight * kept };
      return [beyond, ...leaves.splice(at, leaves.length - at, ...inner).slice(1)];
    }
    count *= length;
  }
  return [];
}

/** More cells than these have less than a pixel each, however they are arranged. */
const MOST_ALONG = 4096;

/** Largest divisor of `length` that is at most `limit`; at least 1. */
function largestDivisor(length: number, limit: number): number {
  for (let divisor = Math.floor(Math.min(limit, length)); divisor > 1; divisor--)
    if (length % divisor === 0) return divisor;
  return 1;
}

function oneMode(leaves: readonly Leaf[], size: number, lineCells: number): GridSides {
  if (size <= lineCells) return { rows: sideOf([], 1), columns: sideOf(leaves, size), size };
  const square = 2 ** Math.ceil(Math.log2(Math.sqrt(size)));
  const line = Math.min(size, Math.max(8, square, 2 ** Math.floor(Math.log2(lineCells))));
  return {
    rows: sideOf([{ length: Math.ceil(size / line), weight: line }], Math.ceil(size / line)),
    columns: sideOf([{ length: line, weight: 1 }], line),
    size,
  };
}

const countOf = (leaves: readonly Leaf[]): number => leaves.reduce((count, { length }) => count * length, 1);

function leavesByMode(shape: IntTuple): Leaf[][] {
  let weight = 1;
  const gather = (part: IntTuple): Leaf[] => {
    if (!isInt(part)) return part.flatMap(gather);
    const leaf = { length: part, weight };
    weight *= part;
    return part === 1 ? [] : [leaf];
  };
  return isInt(shape) ? [gather(shape)] : shape.map(gather);
}

function sideOf(leaves: readonly Leaf[], slice: number): GridSide {
  let inner = 1;
  const digits = leaves.map(({ length, weight }) => {
    const digit = { length, weight, inner };
    inner *= length;
    return digit;
  });
  return {
    count: inner,
    adds: index => digits.reduce((sum, d) => sum + (Math.floor(index / d.inner) % d.length) * d.weight, 0),
    indexOf: cell => digits.reduce((sum, d) => sum + (Math.floor(cell / d.weight) % d.length) * d.inner, 0),
    groups: digits.slice(1).map(d => d.inner),
    slice,
  };
}

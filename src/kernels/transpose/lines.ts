/**
 * The part of the tile that a warp's request runs over, in words; and the other way: the request that takes a row when it
 * stores, or a column when it loads.
 */
import { LANES } from '../../base/hardware.ts';
import { cellAt, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { Access } from '../../trace/access-trace.ts';
import type { Threads } from './geometry.ts';

/** A warp, and which of its requests on one side it is. */
export interface LineRequest {
  readonly warp: number;
  readonly request: number;
}

/** 'row 5', 'rows 32 to 63 of column 20', 'every 4th row of columns 0 to 7'; what runs along the whole tile is left out. */
export function placeOf(tile: TileLayout, { address, widthBytes }: Access): string {
  const cells = [...address].map(at => cellAt(tile, at)).filter(cell => cell !== null && cell !== 'pad');
  const rows = spanOf('row', new Set(cells.map(cell => cell.row)), 1, tile.rows);
  const columns = spanOf(
    'column',
    new Set(cells.map(cell => cell.column)),
    widthBytes / tile.elementBytes,
    tile.columns,
  );
  const spans = /^row \d/.test(rows) ? [columns, rows] : [rows, columns];
  return spans.filter(span => span !== '').join(' of ');
}

/** Text for lines of which each lane takes `width`: consecutive ones, or equally spaced ones. */
function spanOf(line: 'row' | 'column', lines: ReadonlySet<number>, width: number, all: number): string {
  const [first, second = first] = [...lines].sort((a, b) => a - b);
  const last = Math.max(...lines) + width - 1;
  if (second - first > width) return `every ${second - first}${second - first === 2 ? 'nd' : 'th'} ${line}`;
  if (first === last) return `${line} ${first}`;
  return last - first + 1 === all ? '' : `${line}s ${first} to ${last}`;
}

/** The request on a line by the warp that has the same part of it as `near`. */
export function requestOnLine(
  side: 'store' | 'load',
  { x, y, vector, down, parts }: Threads,
  index: number,
  near: LineRequest,
): LineRequest {
  if (side === 'store') {
    const thread = (index % y) * x + ((near.warp * LANES) % x);
    return { warp: Math.floor(thread / LANES), request: Math.floor(index / y) };
  }
  // Columns are loaded a part of a square at a time, its rows one after the other; neighbours have the parts of a square.
  const part = Math.floor((index % vector) / (vector / parts));
  const square = Math.floor(((near.warp * LANES) % (down * parts)) / parts);
  const number = (Math.floor(index / vector) * down + square) * parts + part;
  return {
    warp: Math.floor((number % (x * y)) / LANES),
    request: Math.floor(number / (x * y)) * vector + (near.request % vector),
  };
}

/**
 * The box walk: which element of a tensor a copy through a tensor map puts at which byte of shared memory. Tiled mode without
 * interleave: im2col is out of scope, and what the dimensions of an interleaved map count is not documented, so both are
 * refused. The map satisfies `tensorMapBreaches`.
 */
import { ok, type Result } from '../../base/result.ts';
import { ELEMENT_BYTES, type TensorMap } from '../../trace/launch.ts';
import { addressSwizzle } from './swizzle-modes.ts';
import { checkedBase, pitchBytes, type TileError, tileError } from './tile.ts';

export interface BoxShape {
  /** Elements that are copied along each dimension, fastest first: the box divided by the element stride, rounded up. */
  readonly counts: readonly number[];
  /** Rows of the innermost dimension; they follow each other in shared memory, dimension 1 fastest. */
  readonly rows: number;
  readonly rowBytes: number;
  /** From one row's start to the next's. */
  readonly pitchBytes: number;
  /** What the box takes of shared memory. */
  readonly sharedBytes: number;
  /**
   * What the copy's completion subtracts from its mbarrier, so what `expect_tx` must announce: every element of the box,
   * also those outside of the tensor, but not the gaps behind rows that are narrower than the swizzle.
   */
  readonly transactionBytes: number;
}

/** Without interleave, the element stride of dimension 0 is ignored. */
const stepOf = ({ elementStrides }: TensorMap, dim: number): number => (dim === 0 ? 1 : elementStrides[dim]);

export function boxShape(map: TensorMap): BoxShape {
  const counts = map.box.map((length, dim) => Math.ceil(length / stepOf(map, dim)));
  const rowBytes = counts[0] * ELEMENT_BYTES[map.type];
  const rows = counts.slice(1).reduce((product, count) => product * count, 1);
  const pitch = pitchBytes(map.swizzle, rowBytes);
  return {
    counts,
    rows,
    rowBytes,
    pitchBytes: pitch,
    sharedBytes: rows * pitch,
    transactionBytes: rows * rowBytes,
  };
}

/** Marks an element of the box that is outside of the tensor: filled by a load, left out by a store. */
export const OUTSIDE = -1;

/** Both lists by element of the box, first dimension fastest. */
export interface BoxWalk {
  readonly shape: BoxShape;
  /** Byte offset from the tensor's start, or `OUTSIDE`. */
  readonly tensorBytes: Float64Array;
  /** Byte address in shared memory. */
  readonly sharedAddresses: Float64Array;
}

/** `start`: the coordinates given to the instruction, fastest first; any of them may be negative or beyond the tensor. */
export function walkBox(map: TensorMap, start: readonly number[], base: number): Result<BoxWalk, TileError> {
  if (map.interleave !== 'none')
    return tileError('interleaved', 'interleave', `${map.interleave}: the walk of interleaved maps is not modelled`);
  if (start.length !== map.dims.length || !start.every(Number.isSafeInteger))
    return tileError('range', 'start', `[${start}]: expected ${map.dims.length} whole numbers`);
  const checked = checkedBase(base);
  if (!checked.ok) return checked;
  const shape = boxShape(map);
  const count = shape.rows * shape.counts[0];
  const walk = { shape, tensorBytes: new Float64Array(count), sharedAddresses: new Float64Array(count) };
  const place = addressSwizzle(map.swizzle);
  for (let row = 0; row < shape.rows; row++) walkRow(map, start, row, base + row * shape.pitchBytes, place, walk);
  return ok(walk);
}

function walkRow(
  map: TensorMap,
  start: readonly number[],
  row: number,
  rowAddress: number,
  place: (address: number) => number,
  { shape, tensorBytes, sharedAddresses }: BoxWalk,
): void {
  const elementBytes = ELEMENT_BYTES[map.type];
  const [inner] = shape.counts;
  const rowOffset = rowStart(map, start, row, shape);
  for (let i = 0, element = row * inner; i < inner; i++, element++) {
    const x = start[0] + i;
    const isInside = rowOffset !== OUTSIDE && x >= 0 && x < map.dims[0];
    tensorBytes[element] = isInside ? rowOffset + x * elementBytes : OUTSIDE;
    sharedAddresses[element] = place(rowAddress + i * elementBytes);
  }
}

/** Byte offset of the tensor's row that a row of the box is cut from; `OUTSIDE` where there is none. */
function rowStart(map: TensorMap, start: readonly number[], row: number, { counts }: BoxShape): number {
  let rest = row;
  let offset = 0;
  for (let dim = 1; dim < counts.length; dim++) {
    const coordinate = start[dim] + (rest % counts[dim]) * stepOf(map, dim);
    rest = Math.floor(rest / counts[dim]);
    if (coordinate < 0 || coordinate >= map.dims[dim]) return OUTSIDE;
    offset += coordinate * map.stridesBytes[dim - 1];
  }
  return offset;
}

/** The box's element that covers a byte of shared memory: its number in the walk, 'gap' behind a narrow row, or null. */
export function elementAt(map: TensorMap, base: number, address: number): number | 'gap' | null {
  const shape = boxShape(map);
  const linear = addressSwizzle(map.swizzle)(address) - base;
  if (linear < 0 || linear >= shape.sharedBytes) return null;
  const row = Math.floor(linear / shape.pitchBytes);
  const byte = linear % shape.pitchBytes;
  return byte < shape.rowBytes ? row * shape.counts[0] + Math.floor(byte / ELEMENT_BYTES[map.type]) : 'gap';
}

/** Byte strides of a tensor without padding, for dimension 1 and up. Rows of odd lengths break the rule of 16 bytes. */
export function denseStrides({ type, dims }: Pick<TensorMap, 'type' | 'dims'>): number[] {
  const strides: number[] = [];
  for (const [i, length] of dims.slice(0, -1).entries())
    strides.push(length * (i === 0 ? ELEMENT_BYTES[type] : strides[i - 1]));
  return strides;
}

/**
 * The box walk: which element of a tensor a copy through a tensor map writes to which byte of shared memory. Only tiled
 * mode; im2col is not covered. The map must satisfy `tensorMapBreaches`. The results are those of an H200
 * (scripts/replay/evidence/tma.json).
 *
 * An interleaved tensor consists of slices of 16 or 32 bytes, which dimension 0 counts instead of elements. The last
 * dimension but one counts the channels: a copy takes one slice of them, whatever the box says.
 */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { ok, type Result } from '../../base/result.ts';
import { ELEMENT_BYTES, type TensorMap } from '../../trace/launch.ts';
import { elementStep } from '../../trace/tensor-map-rules.ts';
import { addressSwizzle } from './swizzle-modes.ts';
import { checkedBase, pitchBytes, type TileError, tileError } from './tile.ts';

const SLICE_BYTES = { '16B': 16, '32B': 32 } as const;

/** Bytes of one step in dimension 0: an element, or a slice of an interleaved tensor. */
export const unitBytes = ({ type, interleave }: Pick<TensorMap, 'type' | 'interleave'>): number =>
  interleave === 'none' ? ELEMENT_BYTES[type] : SLICE_BYTES[interleave];

export interface BoxShape {
  /** How many elements are copied along each dimension, fastest first: the box divided by the element stride, rounded up. */
  readonly counts: readonly number[];
  /** Rows of the innermost dimension. In shared memory they follow each other, dimension 1 fastest. */
  readonly rows: number;
  readonly rowBytes: number;
  /** Distance from one row's start to the next one's. */
  readonly pitchBytes: number;
  /** How many bytes of shared memory the box takes. */
  readonly sharedBytes: number;
  /**
   * How many bytes the copy's completion subtracts from its mbarrier; `expect_tx` must announce as many. Elements outside
   * the tensor count, too; gaps behind rows that are narrower than the swizzle do not.
   */
  readonly transactionBytes: number;
}

const isChannels = ({ interleave, dims }: TensorMap, dim: number): boolean =>
  interleave !== 'none' && dim === dims.length - 2;

export function boxShape(map: TensorMap): BoxShape {
  const counts = map.box.map((length, dim) => (isChannels(map, dim) ? 1 : Math.ceil(length / elementStep(map, dim))));
  const rowBytes = counts[0] * unitBytes(map);
  const rows = counts.slice(1).reduce((product, count) => product * count, 1);
  // Interleaved rows follow each other without gaps.
  const pitch = map.interleave === 'none' ? pitchBytes(map.swizzle, rowBytes) : rowBytes;
  return {
    counts,
    rows,
    rowBytes,
    pitchBytes: pitch,
    sharedBytes: rows * pitch,
    transactionBytes: rows * rowBytes,
  };
}

/** Marks an element of the box that is outside the tensor: a load fills it, a store leaves it out. */
export const OUTSIDE = -1;

/** Both lists have one entry for each element of the box, first dimension fastest. */
export interface BoxWalk {
  readonly shape: BoxShape;
  /** Byte offset from the tensor's start, or `OUTSIDE`. */
  readonly tensorBytes: Float64Array;
  /** Byte address in shared memory. */
  readonly sharedAddresses: Float64Array;
}

/** @param start the coordinates that the instruction gets, fastest first; they may be negative or beyond the tensor. */
export function walkBox(map: TensorMap, start: readonly number[], base: number): Result<BoxWalk, TileError> {
  if (start.length !== map.dims.length || !start.every(Number.isSafeInteger))
    return tileError('range', 'start', `[${start}]: expected ${map.dims.length} whole numbers`);
  const chunk = CHUNK_BYTES / unitBytes(map);
  if (start[0] % chunk !== 0)
    return tileError(
      'misaligned',
      'start',
      `${start[0]} is no multiple of ${chunk}: rows are copied from the start of a 16-byte chunk`,
    );
  const checked = checkedBase(base);
  if (!checked.ok) return checked;
  const shape = boxShape(map);
  const count = shape.transactionBytes / ELEMENT_BYTES[map.type];
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
  const perUnit = unitBytes(map) / elementBytes;
  const inner = shape.counts[0] * perUnit;
  const step = elementStep(map, 0);
  const rowOffset = rowStart(map, start, row, shape);
  for (let i = 0, element = row * inner; i < inner; i++, element++) {
    const inUnit = i % perUnit;
    const x = start[0] + ((i - inUnit) / perUnit) * step;
    const isInside = rowOffset !== OUTSIDE && x >= 0 && x < map.dims[0];
    tensorBytes[element] = isInside ? rowOffset + (x * perUnit + inUnit) * elementBytes : OUTSIDE;
    sharedAddresses[element] = place(rowAddress + i * elementBytes);
  }
}

/** Byte offset of the tensor's row from which this row of the box comes; `OUTSIDE` if there is none. */
function rowStart(map: TensorMap, start: readonly number[], row: number, shape: BoxShape): number {
  let offset = 0;
  for (const [i, coordinate] of rowCoordinates(map, start, row, shape).entries()) {
    if (coordinate < 0 || coordinate >= map.dims[i + 1]) return OUTSIDE;
    offset += coordinate * map.stridesBytes[i];
  }
  return offset;
}

/** The coordinates, from dimension 1 on, of the tensor's row from which this row of the box comes. */
export function rowCoordinates(
  map: TensorMap,
  start: readonly number[],
  row: number,
  { counts }: Pick<BoxShape, 'counts'>,
): number[] {
  let rest = row;
  return counts.slice(1).map((length, i) => {
    const coordinate = start[i + 1] + (rest % length) * elementStep(map, i + 1);
    rest = Math.floor(rest / length);
    return coordinate;
  });
}

/**
 * The element of the box that covers a byte of shared memory, by its number in the walk; 'gap' behind a narrow row, or
 * null.
 */
export function elementAt(map: TensorMap, base: number, address: number): number | 'gap' | null {
  const shape = boxShape(map);
  const linear = addressSwizzle(map.swizzle)(address) - base;
  if (linear < 0 || linear >= shape.sharedBytes) return null;
  const row = Math.floor(linear / shape.pitchBytes);
  const byte = linear % shape.pitchBytes;
  return byte < shape.rowBytes ? Math.floor((row * shape.rowBytes + byte) / ELEMENT_BYTES[map.type]) : 'gap';
}

/** The bytes of 0x7ff7. The engine fills with a NaN that consists of these 16 bits, whatever the type. */
const NAN_HALF = [0xf7, 0x7f];

/** What a load writes to an element outside the tensor, lowest byte first. */
export const fillBytes = ({ type, oobFill }: Pick<TensorMap, 'type' | 'oobFill'>): number[] =>
  Array.from({ length: ELEMENT_BYTES[type] }, (_, i) => (oobFill === 'zero' ? 0 : NAN_HALF[i % 2]));

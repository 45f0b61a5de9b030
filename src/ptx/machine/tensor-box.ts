/**
 * The box of a tensor copy in pieces (PTX ISA, "Tensors": bounding box, traversal stride, interleave, swizzling). It is written
 * from the manual and from what an H200 did, apart from the model in `src/model`, which says the same in other ways.
 */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { ELEMENT_BYTES, type SwizzleMode, type TensorMap } from '../../trace/launch.ts';
import { SPAN_BYTES } from '../../trace/tensor-map-rules.ts';
import type { BulkPieces } from './bulk-pieces.ts';
import { pixelWalk } from './pixel-walk.ts';
import type { PlacedTensorMap } from './placed-tensor-map.ts';

const HALF_CHUNK_BYTES = 8;

/** Address bits `to` and up are exchanged by XOR with the `count` bits from 7 on, which number the line of 128 bytes. */
const EXCHANGES: Readonly<Record<SwizzleMode, { readonly to: number; readonly count: number }>> = {
  none: { to: 0, count: 0 },
  '32B': { to: 4, count: 1 },
  '64B': { to: 4, count: 2 },
  '128B': { to: 4, count: 3 },
  '128B_ATOM_32B': { to: 5, count: 2 },
  '128B_ATOM_32B_FLIP_8B': { to: 5, count: 2 },
  '128B_ATOM_64B': { to: 6, count: 1 },
};
const LINE_BIT = 7;

/** Boxes at multiples of it begin with the pattern's first row. */
export const repeatBytes = (mode: SwizzleMode): number =>
  mode === 'none' ? 1 : 1 << (LINE_BIT + EXCHANGES[mode].count);

function swizzled(mode: SwizzleMode, address: number): number {
  const { to, count } = EXCHANGES[mode];
  const line = (address >> LINE_BIT) & ((1 << count) - 1);
  const flip = mode === '128B_ATOM_32B_FLIP_8B' ? (line & 1) * HALF_CHUNK_BYTES : 0;
  return address ^ (line << to) ^ flip;
}

/** The sizes of a box; `counts` of what is copied along each dimension, of which dimension 0 counts `unitBytes`. */
export interface BoxSizes {
  readonly counts: readonly number[];
  /** Traversal strides. */
  readonly steps: readonly number[];
  readonly unitBytes: number;
  readonly rowBytes: number;
  /** Bytes from row to row in shared memory. */
  readonly pitchBytes: number;
  /** Bytes of shared memory that the box takes. */
  readonly sharedBytes: number;
  /** Bytes for which its arrival counts: all of the box, without gaps between rows. */
  readonly transactionBytes: number;
}

export function boxSizes({ type, box, elementStrides, interleave, swizzle }: TensorMap): BoxSizes {
  const isSliced = interleave !== 'none';
  const unitBytes = interleave === '16B' ? 16 : interleave === '32B' ? 32 : ELEMENT_BYTES[type];
  // Without interleave, dimension 0 is copied without gaps. With slices, a copy takes one of the channels' slices.
  const steps = elementStrides.map((step, dim) => (dim === 0 && !isSliced ? 1 : step));
  const counts = box.map((extent, dim) =>
    isSliced && dim === box.length - 2 ? 1 : Math.floor((extent + steps[dim] - 1) / steps[dim]),
  );
  const rowBytes = counts[0] * unitBytes;
  const rows = counts.reduce((all, count) => all * count, 1) / counts[0];
  const pitchBytes = swizzle === 'none' || isSliced ? rowBytes : SPAN_BYTES[swizzle];
  const [sharedBytes, transactionBytes] = [rows * pitchBytes, rows * rowBytes];
  return { counts, steps, unitBytes, rowBytes, pitchBytes, sharedBytes, transactionBytes };
}

/**
 * `start`: coordinates, fastest first; along dimension 0 a multiple of 16 bytes. `sharedAddress`: of the box in the shared
 * window, whose bits the XOR takes; a multiple of 128. Offsets of shared pieces are from `sharedBase` on. `offsets`: of the
 * pixels, in im2col mode. `rows`: of the tensor, in place of those that follow each other.
 */
export function boxPieces(
  { map, byteOffset, pixels }: PlacedTensorMap,
  start: readonly number[],
  sharedAddress: number,
  sharedBase: number,
  offsets: readonly number[],
  rows: readonly number[] | null = null,
): BulkPieces {
  const sizes = boxSizes(map);
  const sizeBytes = map.swizzle === '128B_ATOM_32B_FLIP_8B' ? HALF_CHUNK_BYTES : CHUNK_BYTES;
  const perRow = sizes.rowBytes / sizeBytes;
  const count = sizes.transactionBytes / sizeBytes;
  const [shared, other, insideBytes] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const position = start.map(() => 0);
  const nextPixel = pixels === null ? null : pixelWalk(map, pixels, start, offsets);
  for (let first = 0, row = sharedAddress; first < count; first += perRow, row += sizes.pitchBytes) {
    const from = rows === null ? start : [start[0], rows[position[1]] - position[1]];
    const rowOffset = nextPixel === null ? rowInTensor(map, from, position, sizes) : nextPixel();
    for (let i = 0; i < perRow; i++) {
      shared[first + i] = swizzled(map.swizzle, row + i * sizeBytes) - sharedBase;
      if (rowOffset === null) continue;
      const { offset, inside } = pieceInRow(map, start[0], i * sizeBytes, sizeBytes, sizes);
      other[first + i] = byteOffset + rowOffset + offset;
      insideBytes[first + i] = inside;
    }
    advance(position, sizes.counts);
  }
  return { sizeBytes, shared, other, insideBytes };
}

/** Counts the rows of the box, dimension 1 fastest. */
function advance(position: number[], counts: readonly number[]): void {
  for (let dim = 1; dim < counts.length; dim++) {
    if (++position[dim] < counts[dim]) return;
    position[dim] = 0;
  }
}

/** Byte offset of a row of the tensor; null where a coordinate is outside. */
function rowInTensor(
  { dims, stridesBytes }: TensorMap,
  start: readonly number[],
  position: readonly number[],
  { steps }: BoxSizes,
): number | null {
  let offset = 0;
  for (let dim = 1; dim < dims.length; dim++) {
    const coordinate = start[dim] + position[dim] * steps[dim];
    if (coordinate < 0 || coordinate >= dims[dim]) return null;
    offset += coordinate * stridesBytes[dim - 1];
  }
  return offset;
}

/**
 * The piece of a row of the box from `byteInRow` on: its place in the tensor's row, and how many of its bytes are
 * inside.
 */
function pieceInRow(
  { dims, interleave }: TensorMap,
  start: number,
  byteInRow: number,
  sizeBytes: number,
  { steps, unitBytes }: BoxSizes,
): { readonly offset: number; readonly inside: number } {
  if (interleave === 'none') {
    const offset = start * unitBytes + byteInRow;
    const left = offset < 0 ? 0 : dims[0] * unitBytes - offset;
    return { offset, inside: Math.min(Math.max(left, 0), sizeBytes) };
  }
  const inUnit = byteInRow % unitBytes;
  const slice = start + ((byteInRow - inUnit) / unitBytes) * steps[0];
  return { offset: slice * unitBytes + inUnit, inside: slice >= 0 && slice < dims[0] ? sizeBytes : 0 };
}

const NAN_FILL = Uint8Array.of(0xf7, 0x7f);
const ZERO_FILL = Uint8Array.of(0);

/** Bytes that a load repeats in place of elements outside. */
export const boxFill = ({ oobFill }: TensorMap): Uint8Array => (oobFill === 'nan' ? NAN_FILL : ZERO_FILL);

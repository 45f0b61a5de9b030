/** A tensor copy, chunk by chunk, and its bytes: how many are copied, filled in, announced, and taken of shared memory. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { type BoxShape, type BoxWalk, OUTSIDE, rowCoordinates, unitBytes, walkBox } from './box.ts';
import type { BoxCopy } from './box-copy.ts';

export interface BoxBytes {
  readonly shape: BoxShape;
  readonly walk: BoxWalk;
  readonly chunks: number;
  readonly chunksPerRow: number;
  /** How many bytes of each chunk are inside the tensor: those before its end, or none. */
  readonly insideBytes: Uint8Array;
  /** All bytes that the copy announces (a load) or commits (a store). `outsideBytes` of them are outside the tensor. */
  readonly transactionBytes: number;
  readonly outsideBytes: number;
  readonly gapBytes: number;
}

/** The copy must break no rule of `copyBreaches`. */
export function boxBytes({ map, start, base }: BoxCopy): BoxBytes {
  const walked = walkBox(map, start, base);
  if (!walked.ok) throw new Error(walked.error.message);
  const { shape, tensorBytes } = walked.value;
  const elementBytes = ELEMENT_BYTES[map.type];
  const insideBytes = new Uint8Array(shape.transactionBytes / CHUNK_BYTES);
  for (const [element, byte] of tensorBytes.entries())
    if (byte !== OUTSIDE) insideBytes[Math.floor((element * elementBytes) / CHUNK_BYTES)] += elementBytes;
  const inside = insideBytes.reduce((sum, bytes) => sum + bytes, 0);
  const { transactionBytes, sharedBytes } = shape;
  return {
    ...{ shape, walk: walked.value, insideBytes, transactionBytes },
    chunks: insideBytes.length,
    chunksPerRow: shape.rowBytes / CHUNK_BYTES,
    outsideBytes: transactionBytes - inside,
    gapBytes: sharedBytes - transactionBytes,
  };
}

export interface BoxChunk {
  readonly row: number;
  /** The chunk's number in its row. */
  readonly chunk: number;
  /** The coordinates of the chunk's first element, or of the slice that contains it; fastest first. */
  readonly coordinates: readonly number[];
  /** Byte offset from the tensor's start; null if the chunk's first byte is outside the tensor. */
  readonly tensorByte: number | null;
  readonly sharedAddress: number;
  readonly insideBytes: number;
}

/** The chunk of a copy by its number in the walk. */
export function chunkOf(
  { map, start }: BoxCopy,
  { shape, walk, chunksPerRow, insideBytes }: BoxBytes,
  at: number,
): BoxChunk {
  const row = Math.floor(at / chunksPerRow);
  const chunk = at % chunksPerRow;
  const element = (at * CHUNK_BYTES) / ELEMENT_BYTES[map.type];
  const byte = walk.tensorBytes[element];
  const unit = Math.floor((chunk * CHUNK_BYTES) / unitBytes(map));
  const step = map.interleave === 'none' ? 1 : map.elementStrides[0];
  const address = walk.sharedAddresses[element];
  return {
    ...{ row, chunk, insideBytes: insideBytes[at] },
    coordinates: [start[0] + unit * step, ...rowCoordinates(map, start, row, shape)],
    tensorByte: byte === OUTSIDE ? null : byte,
    // If the mode swaps the halves of a chunk, this is the place of the whole chunk.
    sharedAddress: address - (address % CHUNK_BYTES),
  };
}

/** The box's row at these coordinates of the tensor, from dimension 1 on; null if the box has no row there. */
export function boxRowAt({ map, start }: BoxCopy, { counts }: BoxShape, coordinates: readonly number[]): number | null {
  let row = 0;
  let weight = 1;
  for (let dim = 1; dim < counts.length; dim++) {
    const index = (coordinates[dim - 1] - start[dim]) / map.elementStrides[dim];
    if (!Number.isInteger(index) || index < 0 || index >= counts[dim]) return null;
    row += index * weight;
    weight *= counts[dim];
  }
  return row;
}

/** Bytes of global memory from the tensor's start to its end. A buffer for the tensor must be this large. */
export function extentBytes({ map }: Pick<BoxCopy, 'map'>): number {
  const { dims, stridesBytes } = map;
  return dims.slice(1).reduce((end, n, i) => end + (n - 1) * stridesBytes[i], dims[0] * unitBytes(map));
}
